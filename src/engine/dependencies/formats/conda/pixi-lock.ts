import { itemsOf, type LocatedValue, scalarOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { baseOf } from '../paths.ts';
import { condaLockFormat, type LockedPackage, requiredName } from './locked.ts';

/**
 * pixi.lock (pixi.sh, "Lock file"), versions 4 to 6: `kind: conda` before version 6, `conda: address` from then on. The
 * name and version of a package of conda are in its address, too, and may stand nowhere else.
 */
export const pixiLock = condaLockFormat({
  id: 'pixi.lock',
  reads: (path) => baseOf(path) === 'pixi.lock',
  list: 'packages',
  program: 'Pixi',
  lockedOf,
});

function lockedOf(item: LocatedValue): LockedPackage | undefined {
  const kind = textOf(valueAt(item, 'kind'));
  const isPypi = kind === 'pypi' || valueAt(item, 'pypi') !== undefined;
  const address = textOf(valueAt(item, isPypi ? 'pypi' : 'conda')) ?? textOf(valueAt(item, 'url')) ?? '';
  const fromAddress = isPypi ? undefined : archiveName(address);
  const name = textOf(valueAt(item, 'name')) ?? fromAddress?.name;
  if (name === undefined) return undefined;
  const needs = valueAt(item, isPypi ? 'requires_dist' : 'depends');
  return {
    ecosystem: isPypi ? 'PyPI' : 'conda',
    name,
    version: scalarOf(valueAt(item, 'version')) ?? fromAddress?.version,
    scope: 'unknown',
    group: 'packages',
    needs: itemsOf(needs).flatMap((need) => requiredName(textOf(need) ?? '')),
    isRegistry: /^https:\/\//.test(address) || address === '',
    license: textOf(valueAt(item, 'license')),
    at: item,
  };
}

/** `…/name-version-build.conda` */
function archiveName(address: string): { readonly name: string; readonly version: string } | undefined {
  const [, name, version] = /([^/]+)-([^/-]+)-[^/-]+\.(?:conda|tar\.bz2)$/.exec(address) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
}
