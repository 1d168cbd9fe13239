/** Scripts of a project by path, as runtimes, compilers and bundlers look for them. */

const extensions = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts'];
/** What builds append to a stem: `index.cjs.js`, `index.min.js`, `index.d.ts`. */
const builtEnding =
  /(?:\.(?:cjs|esm|mjs|umd|iife|common|module|modern|legacy|prod|production|dev|development|min|node|browser|bundle))*(?:\.d)?\.[cm]?[jt]sx?$/;
/** Folders that builds write to, none of which is known to hold what is imported. */
const builtFolder =
  /^(?:dist|lib|libs|build|built|out|output|es\d*|esm|mjs|cjs|umd|types|typings|target|release|compiled|bundles?|node|browser)(?:[-_.].*)?$/;
/** Where packages keep what their builds read. */
const sourceFolders = ['src', 'source', 'lib', ''];
/** Folders of built output that may stand in each other: `dist/cjs/node`. */
const maximumBuiltFolders = 3;

export class ScriptFiles {
  readonly #paths: ReadonlySet<string>;

  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
  }

  /** The script that a path without its extension, or of a folder, means. */
  at(path: string): string | undefined {
    if (this.#paths.has(path)) return path;
    const stem = path.replace(/\.[cm]?jsx?$/, '');
    for (const extension of extensions)
      for (const candidate of [
        stem + extension,
        path + extension,
        `${path ? `${path}/` : ''}index${extension}`,
      ])
        if (this.#paths.has(candidate)) return candidate;
    return undefined;
  }

  /** The script that a path inside of a package means, or the one that it is built of: `dist/index.js` of `src/index.ts`. */
  inPackage(folder: string, target: string): string | undefined {
    const path = joinPath(folder, target);
    if (path === undefined || !isBelow(path, folder)) return undefined;
    const exact = path.endsWith('.d.ts') || path.endsWith('.d.mts') ? undefined : this.at(path);
    return exact ?? this.#sourceOf(folder, path);
  }

  get paths(): Iterable<string> {
    return this.#paths;
  }

  /** What the `*` of a pattern stands for where it means a script of a package, as written or by the name of its source. */
  starOf(inside: string, [before, after]: readonly [string, string]): string | undefined {
    const stem = inside.replace(builtEnding, '');
    const [first = '', ...others] = before.replace(/^\.\//, '').split('/');
    const roots = builtFolder.test(first) ? [first, ...sourceFolders] : [first];
    for (const root of roots) {
      const start = `./${[root, ...others].filter((part, i) => i > 0 || part !== '').join('/')}`;
      if (start === './' || !stem.startsWith(start)) continue;
      if (inside.endsWith(after)) return inside.slice(start.length, inside.length - after.length);
      if (after.replace(builtEnding, '') === '') return stem.slice(start.length);
    }
    return undefined;
  }

  #sourceOf(folder: string, path: string): string | undefined {
    const segments = (folder === '' ? path : path.slice(folder.length + 1)).split('/');
    const most = Math.min(maximumBuiltFolders, segments.length - 1);
    for (let built = 1; built <= most && builtFolder.test(segments[built - 1] ?? ''); built++) {
      const stem = segments.slice(built).join('/').replace(builtEnding, '');
      for (const source of sourceFolders) {
        const found = this.at([folder, source, stem].filter((part) => part !== '').join('/'));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

/** Whether a path is in a folder. */
export const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

/** A path put together; undefined where it leads out of the project. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
