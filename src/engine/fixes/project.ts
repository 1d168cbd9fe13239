import { isOfTests } from '../roles/path-roles.ts';
import { type Environment, environmentOf } from './environment.ts';
import type { ProjectFacts, Surroundings } from './fix.ts';
import type { FixLanguage } from './source.ts';

const manifests: Readonly<Record<FixLanguage, readonly string[]>> = {
  javascript: ['package.json'],
  java: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
  python: ['requirements.txt', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'requirements/base.txt'],
};

/** Reads what the manifests at and above a file say, each at most once. */
export function factsOf(
  file: string,
  language: FixLanguage,
  read: (path: string) => string | undefined,
  { files, secrets }: Surroundings,
): ProjectFacts {
  let environment: Environment | undefined;
  let near: readonly string[] | undefined;
  const folders = file.split('/').slice(0, -1);
  let texts: readonly string[] | undefined;
  const all = (): readonly string[] => {
    texts ??= folders
      .map((_, i) => folders.slice(0, folders.length - i).join('/'))
      .concat('')
      .flatMap((folder) =>
        manifests[language].map((name) => read(folder === '' ? name : `${folder}/${name}`)),
      )
      .filter((text) => text !== undefined);
    return texts;
  };
  return {
    uses: (dependency) => {
      const name = dependency.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const mentioned = new RegExp(`(?<![\\w@/.-])${name}(?![\\w-])`, 'i');
      return all().some((text) => mentioned.test(text));
    },
    neighbours: () => {
      near ??= importedPaths(file, language, read(file) ?? '').flatMap((path) => read(path) ?? []);
      return near;
    },
    secrets,
    environment: () => {
      environment ??= environmentOf(file, files, read);
      return environment;
    },
    isLoadedByTests: () => files.some((path) => isOfTests(path) && imports(read(path) ?? '', file, language)),
    get isModule() {
      if (/\.m[jt]s$/.test(file)) return true;
      if (/\.c[jt]s$/.test(file)) return false;
      const [nearest] = language === 'javascript' ? all() : [];
      return nearest === undefined ? undefined : /"type"\s*:\s*"module"/.test(nearest);
    },
  };
}

/** Whether a text names the module that a file is, in an import. Java loads a class when it is used. */
function imports(text: string, file: string, language: FixLanguage): boolean {
  const stem = (file.split('/').at(-1) ?? '')
    .replace(/(?:\.\w+)+$/, '')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  switch (language) {
    case 'javascript':
      return new RegExp(
        `(?:from|require\\(|import\\(?)\\s*['"\`]\\.[^'"\`\\n]*\\b${stem === 'index' ? '' : stem}`,
      ).test(text);
    case 'python':
      return new RegExp(`^[ \\t]*(?:from|import)[ \\t][^\\n]*\\b${stem}\\b`, 'm').test(text);
    case 'java':
      return new RegExp(`\\b${stem}\\b`).test(text);
  }
}

const maximumNeighbours = 60;

/** Where the modules that a file imports may lie, if they are the project's own. */
export function importedPaths(file: string, language: FixLanguage, text: string): string[] {
  const folder = file.split('/').slice(0, -1);
  const paths: string[] = [];
  if (language === 'javascript') {
    for (const [, name = ''] of text.matchAll(/(?:from|require\(|import)\s*['"](\.[^'"]+)['"]/g)) {
      const base = within([...folder, ...name.split('/')]);
      if (base === undefined) continue;
      paths.push(base, ...['.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts'].map((end) => base + end));
    }
  }
  if (language === 'python') {
    for (const [, dots = '', name = ''] of text.matchAll(/^[ \t]*(?:from|import)\s+(\.*)([\w.]*)/gm)) {
      const steps = name.split('.').filter((step) => step !== '');
      const starts =
        dots === ''
          ? [[], folder, folder.slice(0, -1), ['src']]
          : [folder.slice(0, folder.length - dots.length + 1)];
      for (const start of starts) {
        const base = [...start, ...steps].join('/');
        paths.push(`${base}.py`, `${base}/__init__.py`);
      }
    }
  }
  return [...new Set(paths)].slice(0, maximumNeighbours);
}

/** A path without `.` and `..`; undefined where it leads out of the project. */
function within(steps: readonly string[]): string | undefined {
  const result: string[] = [];
  for (const step of steps) {
    if (step === '..') {
      if (result.pop() === undefined) return undefined;
    } else if (step !== '.' && step !== '') result.push(step);
  }
  return result.join('/');
}
