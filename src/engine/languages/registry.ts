import { buildFiles } from './java/artefacts.ts';
import { semantics as java } from './java/semantics.ts';
import { semantics as javascript } from './javascript/semantics.ts';
import { distributionFiles } from './python/distributions.ts';
import { semantics as python } from './python/semantics.ts';
import type { Semantics } from './semantics.ts';

/** How files of a language are written: most have one way, JavaScript has it with types and with markup. */
interface Dialect {
  readonly id: string;
  /** The package of the grammar, and the name of its file there. */
  readonly package: string;
  readonly grammar: string;
  readonly extensions: readonly string[];
  /** Programs that run a file of it, where its first line names one. */
  readonly programs?: RegExp;
  readonly embeds?: true;
}

interface Entry {
  readonly semantics: Semantics;
  readonly dialects: readonly Dialect[];
  /** Files that hold none of its code but say what that means: values by key. */
  readonly served: RegExp | undefined;
  /** Further ones that say what imports mean, and which of them others make: entry points, aliases of paths, builds. */
  readonly configures: RegExp | undefined;
}

const component = <const Id extends string>(id: Id) =>
  [
    {
      id,
      package: 'tree-sitter-typescript',
      grammar: 'tree-sitter-tsx.wasm',
      extensions: [`.${id}`],
      embeds: true,
    },
  ] as const;

/** Every language, by the family of files that are analysed together because calls go between them. */
const languages = {
  javascript: {
    semantics: javascript,
    served: undefined,
    configures: /(?:^|\/)(?:(?:package|lerna|[jt]sconfig(?:\.[\w.-]+)?)\.json|pnpm-workspace\.yaml)$/,
    dialects: [
      {
        id: 'javascript',
        package: 'tree-sitter-javascript',
        grammar: 'tree-sitter-javascript.wasm',
        extensions: ['.js', '.jsx', '.mjs', '.cjs'],
        programs: /^(?:nodejs|node|bun)$/,
      },
      {
        id: 'typescript',
        package: 'tree-sitter-typescript',
        grammar: 'tree-sitter-typescript.wasm',
        extensions: ['.ts', '.mts', '.cts'],
        programs: /^(?:deno|tsx|ts-node)$/,
      },
      {
        id: 'typescript',
        package: 'tree-sitter-typescript',
        grammar: 'tree-sitter-tsx.wasm',
        extensions: ['.tsx'],
      },
      // Components: their scripts, and what their markup stands for, are read as TypeScript with markup.
      ...component('vue'),
      ...component('svelte'),
      ...component('astro'),
    ],
  },
  java: {
    semantics: java,
    served: /[^/]\.(?:properties|xml)$/i,
    configures: buildFiles,
    dialects: [
      {
        id: 'java',
        package: 'tree-sitter-java',
        grammar: 'tree-sitter-java.wasm',
        extensions: ['.java'],
      },
      // Pages: the class that a server makes of each.
      {
        id: 'jsp',
        package: 'tree-sitter-java',
        grammar: 'tree-sitter-java.wasm',
        extensions: ['.jsp', '.jspf', '.jspx', '.tag', '.tagx'],
        embeds: true,
      },
    ],
  },
  python: {
    semantics: python,
    served: undefined,
    configures: distributionFiles,
    dialects: [
      {
        id: 'python',
        package: 'tree-sitter-python',
        grammar: 'tree-sitter-python.wasm',
        extensions: ['.py', '.pyw'],
        programs: /^(?:python|pypy)[\d.]*$/,
      },
    ],
  },
} as const satisfies Readonly<Record<string, Entry>>;

/** Languages that are analysed together because calls go between them, and apart from all others. */
export type FamilyId = keyof typeof languages;

export type LanguageId = (typeof languages)[FamilyId]['dialects'][number]['id'];

export interface FileLanguage {
  readonly id: LanguageId;
  readonly family: FamilyId;
  /** The file name of the grammar. */
  readonly grammar: string;
  /** Whether its code stands within markup, in parts that are read one by one. */
  readonly embeds?: true;
}

export const families = Object.keys(languages) as readonly FamilyId[];

const dialects: readonly (FileLanguage & Dialect)[] = families.flatMap((family) =>
  languages[family].dialects.map((dialect) => ({ ...dialect, family })),
);

/** The packages of the grammars, with the files of each that are read, each once: several dialects may share one. */
export const grammars: readonly Pick<Dialect, 'package' | 'grammar'>[] = [
  ...new Map(dialects.map((dialect) => [dialect.grammar, dialect])).values(),
];

const byExtension: ReadonlyMap<string, FileLanguage> = new Map(
  dialects.flatMap((dialect) => dialect.extensions.map((extension) => [extension, dialect] as const)),
);

const familyById = new Map(dialects.map(({ id, family }) => [id, family] as const));

/** The family of a language. */
export const familyOf = (id: LanguageId): FamilyId => familyById.get(id) as FamilyId;

/** Whether files of a language are markup, in which code stands in parts. */
export const isMarkup = (id: LanguageId): boolean =>
  dialects.some((dialect) => dialect.id === id && dialect.embeds);

/** What the solver has to know of a language. */
export const semanticsOf = (id: LanguageId): Semantics => languages[familyOf(id)].semantics;

/** The family that a file says something about whose code it does not hold. */
export const familyServed = (path: string): FamilyId | undefined =>
  families.find((family) => languages[family].served?.test(path) || languages[family].configures?.test(path));

/** Whether a file says what imports of a language mean. */
export const configuresImports = (path: string): boolean =>
  families.some((family) => languages[family].configures?.test(path));

/** Characters of a file's first line that may name the program it is for. */
export const firstLineLength = 200;

/**
 * The language a file is written in, by the extension of its name, or, where that has none, by the program that the first line
 * of its text asks for (`#!/usr/bin/env node`); undefined for one that the engine does not parse.
 */
export function fileLanguage(path: string, text = ''): FileLanguage | undefined {
  if (hasExtension(path)) return byExtension.get(path.slice(path.lastIndexOf('.')).toLowerCase());
  const program = programOf(text);
  return program === undefined ? undefined : dialects.find(({ programs }) => programs?.test(program));
}

/** Whether a file's name alone says which language it has, if any. */
export const hasExtension = (path: string): boolean => path.lastIndexOf('.') > path.lastIndexOf('/');

/** The program of a script's first line, `node` of `#!/usr/bin/env -S node --no-warnings`. */
function programOf(text: string): string | undefined {
  if (!text.startsWith('#!')) return undefined;
  const [path = '', ...args] = (/^.*/.exec(text.slice(2, firstLineLength))?.[0] ?? '').trim().split(/\s+/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === 'env' ? args.find((arg) => !arg.startsWith('-') && !arg.includes('=')) : name;
}
