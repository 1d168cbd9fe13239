import { extensionOf } from '../../../engine/files/kinds.ts';
import type { Skip } from '../../../engine/finding.ts';

/** Languages and templates that are searched for secrets only, as long as no analysis of theirs exists. */
const extensions: Readonly<Record<string, string>> = {
  Go: 'go',
  Ruby: 'rb rake',
  PHP: 'php phtml',
  'C#': 'cs',
  'Visual Basic': 'vb',
  'F#': 'fs',
  C: 'c h',
  'C++': 'cc cpp cxx hpp',
  'Objective-C': 'm mm',
  Rust: 'rs',
  Kotlin: 'kt kts',
  Groovy: 'groovy',
  Scala: 'scala',
  Swift: 'swift',
  Dart: 'dart',
  Perl: 'pl pm',
  Lua: 'lua',
  Elixir: 'ex exs',
  Erlang: 'erl',
  Clojure: 'clj cljs',
  PowerShell: 'ps1 psm1',
  'shell scripts': 'sh bash zsh',
  HTML: 'html htm xhtml',
  'Liquid templates': 'liquid',
  'Razor templates': 'cshtml vbhtml razor',
  'ERB, Haml and Slim templates': 'erb haml slim',
  'GSP templates': 'gsp',
  'EEx templates': 'eex heex leex',
};

const languages: ReadonlyMap<string, string> = new Map(
  Object.entries(extensions).flatMap(([language, all]) => all.split(' ').map((one) => [one, language])),
);

/** One skip a language that a scan meets and does not analyse, the most frequent first. */
export function unsupportedLanguages(files: readonly { readonly path: string }[]): Skip[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const language = languages.get(extensionOf(path));
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([language, count]) => ({
      file: '.',
      reason: 'unsupported-language',
      detail: `${countOf(language, count)} ${count === 1 ? 'was' : 'were'} searched for secrets only: there is no analysis of ${language} yet.`,
      partial: true,
    }));
}

/** `9 Go files`, `40 EJS templates`, `1 EJS template`. */
function countOf(language: string, count: number): string {
  const isPlural = /(?:templates|scripts)$/.test(language);
  if (!isPlural) return `${count} ${language} ${count === 1 ? 'file' : 'files'}`;
  return `${count} ${count === 1 ? language.slice(0, -1) : language}`;
}
