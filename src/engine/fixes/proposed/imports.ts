import { importedPaths } from '../project.ts';
import type { FixLanguage, Source } from '../source.ts';
import { nodeModules, pythonModules } from './platform-modules.ts';

/** What a change may import: the platform, the project's own modules, and what the project has already. */
export interface Known {
  /** Whether a dependency is declared. */
  readonly uses: (dependency: string) => boolean;
  readonly read: (path: string) => string | undefined;
  /** Texts of the project in which a library may be used already: what the change does not touch. */
  readonly texts: readonly string[];
}

/**
 * Modules that a change brings in and the project does not have: it would not run, and a made-up name of a package may be
 * taken by somebody. @returns their names
 */
export function unknownImports(before: Source, after: Source, known: Known): string[] {
  const language = after.language;
  const had = new Set([before.text, ...known.texts].flatMap((text) => imported(text, language)));
  return imported(after.text, language).filter((name) => !had.has(name) && !isKnown(name, after, known, had));
}

const patterns: Readonly<Record<FixLanguage, RegExp>> = {
  javascript: /(?:\bfrom|\brequire\(|\bimport\(?)\s*['"]([^'"\n]+)['"]/g,
  python: /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w.,][\w., \t]*))/gm,
  java: /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)/gm,
};

function imported(text: string, language: FixLanguage): string[] {
  return [...text.matchAll(patterns[language])].flatMap(([, one, several]) =>
    one !== undefined
      ? [one]
      : (several ?? '').split(',').flatMap((part) => part.trim().split(/\s/)[0] || []),
  );
}

function isKnown(name: string, { path, language }: Source, known: Known, had: ReadonlySet<string>): boolean {
  switch (language) {
    case 'javascript': {
      if (name.startsWith('.')) return isOwn(`from '${name}'`, path, language, known);
      const [scope = '', second = ''] = name.split('/');
      const dependency = scope.startsWith('@') ? `${scope}/${second}` : scope;
      return name.startsWith('node:') || nodeModules.has(scope) || known.uses(dependency);
    }
    case 'python': {
      const [root = ''] = name.split('.');
      const isKnownRoot =
        pythonModules.has(root) || [...had].some((one) => one.split('.')[0] === root) || known.uses(root);
      return (root !== '' && isKnownRoot) || isOwn(`from ${name} import x`, path, language, known);
    }
    case 'java': {
      const parts = name.split('.');
      if (parts[0] === 'java' || parts[0] === 'javax') return true;
      const prefix = parts.slice(0, 2).join('.');
      return (
        [...had].some((one) => one.startsWith(`${prefix}.`)) ||
        known.uses(prefix) ||
        known.uses(parts.slice(0, 3).join('.'))
      );
    }
  }
}

const isOwn = (statement: string, path: string, language: FixLanguage, { read }: Known): boolean =>
  importedPaths(path, language, statement).some((one) => read(one) !== undefined);
