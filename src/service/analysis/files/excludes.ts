/**
 * What is left out before anything is read: other people's code, built output, tools' own folders, media, and what
 * the user lists in `.parapetignore` files (gitignore syntax; `!dist/` takes a default exclude back).
 */
import ignore, { type Ignore } from 'ignore';
import { isMedia } from '../../../engine/files/kinds.ts';
import { hasMinifiedName } from '../../../engine/files/minified.ts';
import type { Skip } from '../../../engine/finding.ts';

export type ExcludeReason =
  | 'dependencies'
  | 'build-output'
  | 'tooling'
  | 'minified'
  | 'media'
  | 'ignored'
  | 'link'
  /** Of scanner settings. */
  | 'settings'
  /** Pipes, sockets and devices. */
  | 'special';

/** Folder names that hold dependencies or a tool's files wherever they stand. */
const anywhere: Readonly<Record<string, ExcludeReason>> = {
  node_modules: 'dependencies',
  bower_components: 'dependencies',
  jspm_packages: 'dependencies',
  'site-packages': 'dependencies',
  '.venv': 'dependencies',
  virtualenv: 'dependencies',
  '.git': 'tooling',
  '.hg': 'tooling',
  '.svn': 'tooling',
  '.gradle': 'tooling',
  '.vs': 'tooling',
  '.cache': 'tooling',
  '.parcel-cache': 'tooling',
  '.turbo': 'tooling',
  '.yarn': 'tooling',
  '.tox': 'tooling',
  '.nox': 'tooling',
  '.mypy_cache': 'tooling',
  '.pytest_cache': 'tooling',
  '.ruff_cache': 'tooling',
  '.terraform': 'tooling',
  '.nyc_output': 'tooling',
  '.vscode-test': 'tooling',
  // Models, and the examples that they are tested with.
  '.parapet': 'tooling',
  __pycache__: 'build-output',
  '.next': 'build-output',
  '.nuxt': 'build-output',
  '.svelte-kit': 'build-output',
  '.output': 'build-output',
};

/** Names that mean this only beside a project's manifest: elsewhere they are ordinary packages. */
const besideManifest: Readonly<Record<string, ExcludeReason>> = {
  vendor: 'dependencies',
  third_party: 'dependencies',
  venv: 'dependencies',
  dist: 'build-output',
  build: 'build-output',
  out: 'build-output',
  target: 'build-output',
  coverage: 'build-output',
};

const manifests: ReadonlySet<string> = new Set(
  `package.json pom.xml build.gradle build.gradle.kts build.xml setup.py setup.cfg pyproject.toml requirements.txt
   manage.py go.mod composer.json Gemfile Cargo.toml CMakeLists.txt Makefile build.sbt deno.json`.split(
    /\s+/,
  ),
);

/** Folders of web assets; libraries are copied to `vendor` below them. */
const assetFolder = /(?:^|\/)(?:public|static|assets|wwwroot|js|css|scripts)$/;

export function isManifest(name: string): boolean {
  return manifests.has(name) || name.endsWith('.csproj');
}

/**
 * @param folder relative path of a folder, without a `/` at its end
 * @param parentHasManifest whether the folder that holds it also holds a project's manifest, or is the root
 */
export function defaultFolderExclude(folder: string, parentHasManifest: boolean): ExcludeReason | undefined {
  const slash = folder.lastIndexOf('/');
  const name = folder.slice(slash + 1);
  const parent = slash < 0 ? '' : folder.slice(0, slash);
  if (Object.hasOwn(anywhere, name)) return anywhere[name];
  if (/(?:^|\/)\.idea$/.test(parent)) return 'tooling';
  if (Object.hasOwn(besideManifest, name) && (parentHasManifest || parent === ''))
    return besideManifest[name];
  return name === 'vendor' && assetFolder.test(parent) ? 'dependencies' : undefined;
}

/** An IDE's own files, but for those in which it keeps passwords. */
const ofIde = /(?:^|\/)\.idea\/(?!(?:webServers|deployment|sshConfigs)\.xml$)[^/]*$/i;

export function defaultFileExclude(path: string): ExcludeReason | undefined {
  if (ofIde.test(path)) return 'tooling';
  if (hasMinifiedName(path)) return 'minified';
  return isMedia(path) ? 'media' : undefined;
}

type Verdict = 'ignored' | 'taken-back' | 'silent';

const maximumRules = 5_000;
/** Folders inside each other: far over what people make. Matching takes a power of it. */
export const maximumDepth = 100;

/**
 * Rules become regular expressions, and a scanned project writes them: with many wildcards in a row one of them could
 * keep a scan busy for hours. No rule of use has that many.
 */
function isBounded(rule: string): boolean {
  const anyDepth = rule.match(/\*\*/g)?.length ?? 0;
  return (
    rule.length <= 1_000 &&
    anyDepth <= 3 &&
    rule.split('/').every((segment) => (segment.match(/\*+/g)?.length ?? 0) <= 3)
  );
}

/** Why a rule would be refused or never match, as a sentence; undefined where it is a rule of use. */
export function faultOfRule(rule: string): string | undefined {
  const text = rule.trim();
  if (text === '' || text.startsWith('#')) return 'It is empty or a comment, so it matches nothing.';
  if (/[\0\r\n]/.test(rule)) return 'It has a line break or a NUL character. Give one pattern each.';
  if (/(?:^|\/)\.\.(?:\/|$)/.test(text)) return 'It has “..”. Patterns begin at the folder they are of.';
  if (/(?<!\\)(?:\\\\)*\\$/.test(rule)) return 'It ends with a backslash that escapes nothing.';
  const plain = text.replace(/\\./g, '');
  const opened = plain.lastIndexOf('[');
  if (opened >= 0 && !plain.includes(']', opened + 2)) return 'It has “[” without “]”.';
  return isBounded(rule) ? undefined : 'It has too many wildcards to match in bounded time.';
}

/** @returns in how many folders the path is */
export function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}

/** @returns what to report about lines of an ignore file that were not taken */
export function refusedRules(file: string, count: number): Skip {
  return {
    file,
    reason: 'time-limit',
    detail: `${count} of its lines were not applied: they are too many, or have too many wildcards to match in bounded time.`,
    partial: true,
  };
}

/** Ignore files of a tree, each ruling the folder it stands in; a deeper one overrides. */
export class IgnoreRules {
  readonly #byFolder = new Map<string, Ignore>();

  /**
   * @param folder relative path of the folder that holds the ignore file, empty for the root
   * @returns how many lines were not taken, because matching them could take for ever
   */
  add(folder: string, text: string): number {
    const lines = text.split(/\r?\n/);
    const taken = lines.slice(0, maximumRules).filter(isBounded);
    const rules = this.#byFolder.get(folder) ?? ignore({ allowRelativePaths: true });
    this.#byFolder.set(folder, rules.add(taken));
    return lines.length - taken.length;
  }

  /** The folder whose rules decide about a path, empty for the root; undefined where none does. */
  decisive(path: string): string | undefined {
    return this.#decision(path)?.folder;
  }

  /** @param path relative path; of a folder with `/` at its end. The folders above it are asked too. */
  verdict(path: string): Verdict {
    return this.#decision(path)?.verdict ?? 'silent';
  }

  #decision(path: string): { readonly folder: string; readonly verdict: Verdict } | undefined {
    if (this.#byFolder.size === 0 || depthOf(path) > maximumDepth) return undefined;
    for (let slash = path.lastIndexOf('/', path.length - 2); ; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = slash < 0 ? '' : path.slice(0, slash);
      const rules = this.#byFolder.get(folder);
      if (rules) {
        const { ignored, unignored } = rules.test(slash < 0 ? path : path.slice(slash + 1));
        if (ignored) return { folder, verdict: 'ignored' };
        if (unignored) return { folder, verdict: 'taken-back' };
      }
      if (slash <= 0) return undefined;
    }
  }
}
