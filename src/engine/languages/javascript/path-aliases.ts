import { parse } from 'jsonc-parser';
import * as z from 'zod';
import { folderOf, foldersFrom } from '../folders.ts';
import type { Packages } from './packages.ts';
import { joinPath, type ScriptFiles } from './script-files.ts';

const schema = z.looseObject({
  extends: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  compilerOptions: z
    .looseObject({
      baseUrl: z.string().optional().catch(undefined),
      paths: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

interface Aliases {
  /** Where relative targets begin. */
  readonly folder: string;
  readonly paths: Readonly<Record<string, readonly string[]>>;
  readonly baseUrl: string | undefined;
}

/** Aliases of one settings file. */
const maximumAliases = 2_000;
/** Settings files that extend each other, in a row. */
const maximumExtended = 8;

const isSettings = /(?:^|\/)[jt]sconfig(?:\.[\w.-]+)?\.json$/;

/** What compilers are told of imports: `paths` and `baseUrl` of the `tsconfig.json` and `jsconfig.json` around a file. */
export class PathAliases {
  readonly #files: ScriptFiles;
  readonly #configs: ReadonlyMap<string, string>;
  readonly #packages: Packages;
  readonly #byFolder = new Map<string, readonly Aliases[]>();
  readonly #settings = new Map<string, string[]>();

  constructor(files: ScriptFiles, configs: ReadonlyMap<string, string>, packages: Packages) {
    this.#files = files;
    this.#configs = configs;
    this.#packages = packages;
    for (const path of [...configs.keys()].toSorted()) {
      if (!isSettings.test(path)) continue;
      const folder = folderOf(path);
      const known = this.#settings.get(folder);
      if (known) known.push(path);
      else this.#settings.set(folder, [path]);
    }
  }

  /** The file that an alias means in a file. Below `baseUrl`, only where that counts. */
  resolve(specifier: string, from: string, baseCounts: boolean): string | undefined {
    for (const folder of foldersFrom(folderOf(from))) {
      for (const { folder: base, paths, baseUrl } of this.#of(folder)) {
        for (const target of targetsIn(paths, specifier)) {
          const path = joinPath(base, target);
          const found = path === undefined ? undefined : this.#fileAt(path);
          if (found !== undefined) return found;
        }
        const below = baseUrl === undefined || !baseCounts ? undefined : joinPath(baseUrl, specifier);
        const found = below === undefined ? undefined : this.#files.at(below);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #fileAt(path: string): string | undefined {
    const around = this.#packages.folderAround(path);
    return (
      this.#files.at(path) ??
      this.#packages.ofFolder(path) ??
      this.#files.inPackage(around, around === '' ? path : path.slice(around.length + 1))
    );
  }

  /** Those of a folder's own settings; `tsconfig.json` may name others beside it, which are read with it. */
  #of(folder: string): readonly Aliases[] {
    let found = this.#byFolder.get(folder);
    if (!found) {
      found = (this.#settings.get(folder) ?? []).flatMap((path) => this.#read(path) ?? []);
      this.#byFolder.set(folder, found);
    }
    return found;
  }

  #read(path: string, depth = 0): Aliases | undefined {
    const text = this.#configs.get(path);
    if (text === undefined || depth > maximumExtended) return undefined;
    const { extends: bases = [], compilerOptions = {} } = schema.safeParse(parse(text)).data ?? {};
    const folder = folderOf(path);
    const baseUrl =
      compilerOptions.baseUrl === undefined ? undefined : joinPath(folder, compilerOptions.baseUrl);
    const inherited = [bases]
      .flat()
      .toReversed()
      .flatMap((base) => this.#read(this.#extended(base, folder) ?? '', depth + 1) ?? []);
    const paths = compilerOptions.paths && bounded(compilerOptions.paths);
    if (paths) return { folder: baseUrl ?? folder, paths, baseUrl: baseUrl ?? inherited[0]?.baseUrl };
    const [from] = inherited;
    if (!from) return baseUrl === undefined ? undefined : { folder: baseUrl, paths: {}, baseUrl };
    return baseUrl === undefined ? from : { ...from, baseUrl };
  }

  #extended(base: string, folder: string): string | undefined {
    if (!base.startsWith('.')) return undefined;
    const path = joinPath(folder, base);
    return [path, `${path}.json`, `${path}/tsconfig.json`].find(
      (candidate) => candidate !== undefined && this.#configs.has(candidate),
    );
  }
}

const bounded = (paths: Aliases['paths']): Aliases['paths'] =>
  Object.fromEntries(Object.entries(paths).slice(0, maximumAliases));

function targetsIn(paths: Aliases['paths'], specifier: string): readonly string[] {
  if (Object.hasOwn(paths, specifier)) return paths[specifier] ?? [];
  const [best] = Object.keys(paths)
    .flatMap((pattern) => {
      const star = pattern.indexOf('*');
      const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
      const fits =
        star >= 0 &&
        specifier.length >= before.length + after.length &&
        specifier.startsWith(before) &&
        specifier.endsWith(after);
      return fits ? [{ pattern, before, after }] : [];
    })
    .toSorted((a, b) => b.before.length - a.before.length);
  if (!best) return [];
  const matched = specifier.slice(best.before.length, specifier.length - best.after.length);
  return (paths[best.pattern] ?? []).map((target) => target.replaceAll('*', () => matched));
}
