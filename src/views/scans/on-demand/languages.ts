/** The usual extension of a language's files, for documents that have no name yet: it tells a service the language. */
const extensions: Readonly<Record<string, string>> = {
  astro: 'astro',
  c: 'c',
  cpp: 'cpp',
  csharp: 'cs',
  dockerfile: 'dockerfile',
  go: 'go',
  groovy: 'groovy',
  html: 'html',
  java: 'java',
  javascript: 'js',
  javascriptreact: 'jsx',
  json: 'json',
  jsonc: 'json',
  kotlin: 'kt',
  php: 'php',
  plaintext: 'txt',
  properties: 'properties',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  shellscript: 'sh',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  terraform: 'tf',
  typescript: 'ts',
  typescriptreact: 'tsx',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml',
};

/** @returns a name with an extension that tells the language; the name itself where it has one already */
export function namedByLanguage(name: string, languageId: string): string {
  const extension = Object.hasOwn(extensions, languageId) ? extensions[languageId] : undefined;
  if (extension === undefined || /\.[A-Za-z]\w*$/.test(name)) return name;
  return `${name}.${extension}`;
}
