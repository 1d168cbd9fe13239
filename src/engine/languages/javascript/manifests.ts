import * as z from 'zod';

const dependencies = z.record(z.string(), z.string()).optional().catch(undefined);
const text = z.string().optional().catch(undefined);

/** Paths that a package says something about; those over it are somebody's joke. */
const maximumPaths = 2_000;

const pathMap = z
  .unknown()
  .transform((map) =>
    typeof map === 'object' && map !== null && Object.keys(map).length > maximumPaths ? undefined : map,
  )
  .optional();

const schema = z.looseObject({
  name: z.string().optional(),
  private: z.boolean().optional().catch(undefined),
  source: text,
  main: z.string().optional(),
  module: text,
  types: text,
  typings: text,
  exports: pathMap,
  bin: pathMap,
  imports: pathMap,
  workspaces: z.unknown().optional(),
  dependencies,
  devDependencies: dependencies,
  peerDependencies: dependencies,
  optionalDependencies: dependencies,
});

/** What a `package.json` says that matters to imports. */
export type Manifest = z.infer<typeof schema>;

/** What a `package.json` says; undefined where it cannot be read. */
export function parseManifest(text: string | undefined): Manifest | undefined {
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether a package is one that others import: then the arguments of what it exports are anyone's. */
export const isPublished = (manifest: Manifest | undefined): manifest is Manifest & { name: string } =>
  manifest?.name !== undefined && manifest.private !== true;

/** The version that a package asks of another; undefined where it does not depend on it. */
export const askedVersion = (manifest: Manifest, name: string): string | undefined =>
  [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.peerDependencies,
    manifest.optionalDependencies,
  ].find((asked) => asked && Object.hasOwn(asked, name))?.[name];

const maximumDepth = 8;
const maximumTargets = 32;
/** Conditions that lead to no code, or to code for another place, last. */
const unlikely = ['browser', 'types'];

/** The paths that a map of exports or imports has for a key, the likeliest first. */
export function targetsOf(map: unknown, key: string): readonly string[] {
  const isByPath =
    typeof map === 'object' &&
    map !== null &&
    !Array.isArray(map) &&
    Object.keys(map).some((name) => name.startsWith('.') || name.startsWith('#'));
  if (!isByPath) return key === '.' ? leaves(map) : [];
  const entries = Object.entries(map);
  const exactly = entries.find(([name]) => name === key);
  if (exactly) return leaves(exactly[1]);
  const [best] = entries
    .flatMap(([name, value]) => {
      const star = name.indexOf('*');
      const [before, after] = star < 0 ? [name, ''] : [name.slice(0, star), name.slice(star + 1)];
      const isPattern = star >= 0 || name.endsWith('/');
      const fits =
        isPattern &&
        key.length >= before.length + after.length &&
        key.startsWith(before) &&
        key.endsWith(after);
      return fits ? [{ before, value, matched: key.slice(before.length, key.length - after.length) }] : [];
    })
    .toSorted((a, b) => b.before.length - a.before.length);
  if (!best) return [];
  return leaves(best.value).map((target) =>
    target.endsWith('/') ? target + best.matched : target.replaceAll('*', () => best.matched),
  );
}

function leaves(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > maximumDepth) return [];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, depth + 1)).slice(0, maximumTargets);
  return Object.entries(value)
    .toSorted(([a], [b]) => unlikely.indexOf(a) - unlikely.indexOf(b))
    .flatMap(([, one]) => leaves(one, depth + 1))
    .slice(0, maximumTargets);
}

/** All paths that a package exports, those of patterns left out. */
export function exportedPaths(exports: unknown): readonly (readonly string[])[] {
  if (exports === undefined || exports === null) return [];
  const keys = typeof exports === 'object' ? Object.keys(exports).filter((key) => key.startsWith('.')) : [];
  return (keys.length === 0 ? ['.'] : keys)
    .filter((key) => !key.includes('*') && !key.endsWith('/') && !key.endsWith('.json'))
    .map((key) => targetsOf(exports, key));
}

export interface ExportedPattern {
  /** What stands around the `*` of the specifier, and of the path that it means. */
  readonly key: readonly [string, string];
  readonly target: readonly [string, string];
}

/** Patterns of paths that a package exports: `"./features/*": "./lib/features/*.js"`. One of everything that it holds says nothing. */
export function exportedPatterns(exports: unknown): readonly ExportedPattern[] {
  if (typeof exports !== 'object' || exports === null || Array.isArray(exports)) return [];
  return Object.entries(exports)
    .filter(([key]) => key.startsWith('./'))
    .flatMap(([key, value]) =>
      leaves(value).flatMap((target) => {
        const [around, meant] = [splitAtStar(key), splitAtStar(target)];
        return around && meant && meant[0] !== './' ? [{ key: around, target: meant }] : [];
      }),
    );
}

function splitAtStar(text: string): readonly [string, string] | undefined {
  const at = text.indexOf('*');
  return at < 0 || text.includes('*', at + 1) ? undefined : [text.slice(0, at), text.slice(at + 1)];
}

/** The paths of the programs that a package installs. */
export const programsOf = ({ bin }: Manifest): readonly string[] => leaves(bin);

/** The patterns of folders by which a package names those that it keeps. */
export function workspacesOf({ workspaces }: Manifest): readonly string[] {
  const listed =
    typeof workspaces === 'object' && workspaces !== null && 'packages' in workspaces
      ? workspaces.packages
      : workspaces;
  return z.array(z.string()).safeParse(listed).data ?? [];
}
