import type { ProjectFacts } from './fix.ts';
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
): ProjectFacts {
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
    get isModule() {
      if (/\.m[jt]s$/.test(file)) return true;
      if (/\.c[jt]s$/.test(file)) return false;
      const [nearest] = language === 'javascript' ? all() : [];
      return nearest === undefined ? undefined : /"type"\s*:\s*"module"/.test(nearest);
    },
  };
}
