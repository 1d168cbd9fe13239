/** Which manifests only change objects of others (kubectl.docs.kubernetes.io/references/kustomize/kustomization). */
import type { ProjectFiles } from '../../dependencies/package.ts';
import { itemsOf, type LocatedValue, valueAt } from '../../files/structured/value.ts';
import { readYaml } from '../../files/structured/yaml.ts';
import { writtenText } from '../values.ts';

/** Overlays of one project that are read. */
const maximumOverlays = 1_000;

const isOverlay = (path: string): boolean =>
  /(?:^|\/)kustomization\.ya?ml$|(?:^|\/)Kustomization$/.test(path);

const known = new WeakMap<ProjectFiles, ReadonlySet<string>>();

/** Whether an overlay of the project names a file as a patch: what it leaves out, the object that it changes may have. */
export function isPatch(path: string, files: ProjectFiles): boolean {
  const patches =
    known.get(files) ??
    new Set(
      files.paths
        .filter(isOverlay)
        .slice(0, maximumOverlays)
        .flatMap((each) => patchesOf(each, files)),
    );
  known.set(files, patches);
  return patches.has(path);
}

function patchesOf(path: string, files: ProjectFiles): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  let root: LocatedValue;
  try {
    ({ root } = readYaml(files.read(path) ?? ''));
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return [];
    throw error;
  }
  const named = [
    ...['patches', 'patchesJson6902'].flatMap((key) =>
      itemsOf(valueAt(root, key)).map((item) => valueAt(item, 'path')),
    ),
    ...itemsOf(valueAt(root, 'patchesStrategicMerge')),
  ];
  return named.flatMap((value) => {
    const name = writtenText(value)?.replace(/^\.\//, '');
    // A path that leads elsewhere is of another overlay's folder, and patches are not shared.
    return name === undefined || name.startsWith('..') ? [] : [folder + name];
  });
}
