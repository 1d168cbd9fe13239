import { readPlainYaml } from '../../../files/structured/plain-yaml.ts';
import {
  itemsOf,
  type LocatedValue,
  membersOf,
  scalarOf,
  textOf,
  valueAt,
} from '../../../files/structured/value.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { addLocked, type LockedPackage } from './locked.ts';

/** conda-lock.yml (conda.github.io/conda-lock), whose packages stand once for each platform. */
export const condaLock: ManifestFormat = {
  id: 'conda-lock.yml',
  kind: 'lock',
  reads: (path) => /(?:^|[.-])conda-lock\.ya?ml$/.test(baseOf(path)),
  read(text) {
    const [document] = readPlainYaml(text);
    const packages = valueAt(document?.root, 'package');
    if (!document || !packages) throw new SyntaxError('It is not a lock file of conda-lock.');
    const found = new Collector('conda', text, document.faults);
    addLocked(
      found,
      itemsOf(packages).flatMap((item) => lockedOf(item, found)),
    );
    return found.result();
  },
};

function lockedOf(item: LocatedValue, found: Collector): LockedPackage[] {
  const name = textOf(valueAt(item, 'name'));
  if (name === undefined) {
    found.problem(item.start, 'A package without a name was left out.');
    return [];
  }
  const category = textOf(valueAt(item, 'category')) ?? 'main';
  return [
    {
      ecosystem: textOf(valueAt(item, 'manager')) === 'pip' ? 'PyPI' : 'conda',
      name,
      version: scalarOf(valueAt(item, 'version')),
      scope: category === 'main' ? 'production' : category === 'dev' ? 'development' : 'unknown',
      group: category,
      needs: [...membersOf(valueAt(item, 'dependencies')).keys()],
      isRegistry: true,
      at: valueAt(item, 'name') ?? item,
    },
  ];
}
