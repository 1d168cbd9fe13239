import { families } from '../../src/engine/languages/registry.ts';
import { type InputFile, InvalidInput, type Table } from './table.ts';

const languagesFolder = 'src/engine/languages';
const librariesFolder = 'src/engine/libraries';
const partsPath = `${languagesFolder}/parts.generated.ts`;
const hooksPath = `${librariesFolder}/hooked.generated.ts`;

/**
 * What the folders of languages hold, and the hooks in those of their libraries, by language: a new file counts without being named
 * anywhere.
 */
export const languages: Table = {
  inputs: [
    ...['index', 'routes', 'terms', 'rules/index'].map((name) => `${languagesFolder}/*/${name}.ts`),
    `${librariesFolder}/*/*.ts`,
  ],
  compilers: ['scripts/generate/languages.ts', `${languagesFolder}/registry.ts`],
  outputs: [partsPath, hooksPath],
  compile: (files) => {
    const problems = [...unregistered(files), ...lacking(files)];
    if (problems.length > 0) throw new InvalidInput(problems);
    return { [partsPath]: partsModule(files), [hooksPath]: hooksModule(files) };
  },
};

const known = new Set<string>(families);

/** The language of a path, which its folder is named after. */
const languageOf = (path: string): string => path.split('/')[3] ?? '';

const unregistered = (files: readonly InputFile[]): readonly string[] =>
  files
    .filter(({ path }) => !known.has(languageOf(path)))
    .map(({ path }) => `${path}: ${languagesFolder}/registry.ts has no language ${languageOf(path)}`);

const lacking = (files: readonly InputFile[]): readonly string[] =>
  families
    .map((family) => `${languagesFolder}/${family}/index.ts`)
    .filter((path) => !files.some((file) => file.path === path))
    .map((path) => `${path}: there is no such file`);

function partsModule(files: readonly InputFile[]): string {
  const imports: string[] = [];
  const rows = families.map((family, i) => {
    const part = (file: string, name: string): string | undefined => {
      if (!files.some(({ path }) => path === `${languagesFolder}/${family}/${file}.ts`)) return undefined;
      imports.push(`import { ${name} as ${name}${i} } from './${family}/${file}.ts';`);
      return `${name}${i}`;
    };
    const language = part('index', 'language');
    const rules = part('rules/index', 'rules') ?? '[]';
    const routes = part('routes', 'routes');
    const terms = part('terms', 'terms');
    return `${family}: { language: ${language}, rules: ${rules}, routes: ${routes}, terms: ${terms} },`;
  });
  return [
    "import type { LanguageParts } from './language.ts';",
    "import type { FamilyId } from './registry.ts';",
    ...imports,
    'export const languageParts: Readonly<Record<FamilyId, LanguageParts>> = {',
    ...rows,
    '};\n',
  ].join('\n');
}

function hooksModule(files: readonly InputFile[]): string {
  const hooked = files.filter(({ path }) => path.startsWith(`${librariesFolder}/`));
  const row = (family: string): string => {
    const own = hooked.flatMap(({ path }, i) => (languageOf(path) === family ? [`hooks${i}`] : []));
    return `${family}: hooksOf([${['attachments', 'avatars', ...own].join(', ')}]),`;
  };
  return [
    "import type { FamilyId } from '../languages/registry.ts';",
    "import { attachments } from './attachments.ts';",
    "import { avatars } from './avatars.ts';",
    "import { type Hooks, hooksOf } from './hooks.ts';",
    ...hooked.map(
      ({ path }, i) => `import { hooks as hooks${i} } from './${path.slice(librariesFolder.length + 1)}';`,
    ),
    '/** The hooks of the libraries that rows do not say all of. */',
    'export const libraryHooks: Readonly<Record<FamilyId, Hooks>> = {',
    ...families.map(row),
    '};\n',
  ].join('\n');
}
