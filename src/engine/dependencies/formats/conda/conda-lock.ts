import { type LocatedValue, membersOf, scalarOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { baseOf } from '../paths.ts';
import { condaLockFormat, type LockedPackage } from './locked.ts';

/** conda-lock.yml (conda.github.io/conda-lock), whose packages stand once for each platform. */
export const condaLock = condaLockFormat({
  id: 'conda-lock.yml',
  reads: (path) => /(?:^|[.-])conda-lock\.ya?ml$/.test(baseOf(path)),
  list: 'package',
  program: 'conda-lock',
  lockedOf,
});

function lockedOf(item: LocatedValue): LockedPackage | undefined {
  const name = textOf(valueAt(item, 'name'));
  if (name === undefined) return undefined;
  const category = textOf(valueAt(item, 'category')) ?? 'main';
  return {
    ecosystem: textOf(valueAt(item, 'manager')) === 'pip' ? 'PyPI' : 'conda',
    name,
    version: scalarOf(valueAt(item, 'version')),
    scope: category === 'main' ? 'production' : category === 'dev' ? 'development' : 'unknown',
    group: category,
    needs: [...membersOf(valueAt(item, 'dependencies')).keys()],
    isRegistry: true,
    at: valueAt(item, 'name') ?? item,
  };
}
