import { extensionOf } from '../../engine/files/kinds.ts';
import type { Skip } from '../../engine/finding.ts';

/** Languages whose code is searched for secrets only, as long as no analysis of theirs exists. */
const languages: Readonly<Record<string, string>> = {
  go: 'Go',
  rb: 'Ruby',
  erb: 'Ruby',
  php: 'PHP',
  cs: 'C#',
  vb: 'Visual Basic',
  fs: 'F#',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  cxx: 'C++',
  hpp: 'C++',
  m: 'Objective-C',
  mm: 'Objective-C',
  rs: 'Rust',
  kt: 'Kotlin',
  kts: 'Kotlin',
  groovy: 'Groovy',
  scala: 'Scala',
  swift: 'Swift',
  dart: 'Dart',
  pl: 'Perl',
  pm: 'Perl',
  lua: 'Lua',
  ex: 'Elixir',
  exs: 'Elixir',
  erl: 'Erlang',
  clj: 'Clojure',
  jsp: 'JSP',
  vue: 'Vue',
  svelte: 'Svelte',
  ps1: 'PowerShell',
};

/** One skip a language that a scan meets and does not analyse, of the whole scan rather than of a file. */
export function unsupportedLanguages(files: readonly { readonly path: string }[]): Skip[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const extension = extensionOf(path);
    const language = Object.hasOwn(languages, extension) ? languages[extension] : undefined;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].map(([language, count]) => ({
    file: '.',
    reason: 'unsupported-language',
    detail: `${count} ${count === 1 ? 'file' : 'files'} of ${language} ${count === 1 ? 'was' : 'were'} searched for secrets only: there is no analysis of ${language} yet.`,
    partial: true,
  }));
}
