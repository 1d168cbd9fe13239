import { parseLibrary } from '../../src/engine/libraries/parse.ts';
import { type Library, type ModelLanguage, modelLanguages } from '../../src/engine/libraries/schema.ts';
import { weaknessFile } from '../../src/engine/weaknesses/schema.ts';
import { type InputFile, InvalidInput, readAll, type Table } from './table.ts';

const folder = 'src/engine/libraries';
const output = `${folder}/libraries.generated.ts`;

/**
 * `src/engine/libraries/<language>/<library>.yml` as one text of JSON a language: reading that at the first analysis takes
 * milliseconds, and the languages of which there is no file are not read at all.
 */
export const libraries: Table = {
  inputs: [`${folder}/*/*.yml`, 'src/engine/weaknesses/*/weakness.yml'],
  compilers: [
    'scripts/generate/libraries.ts',
    'src/engine/languages/registry.ts',
    ...[
      'access-paths',
      'container-operations',
      'parse',
      'problem',
      'rows',
      'schema',
      'traits',
      'validity',
    ].map((name) => `${folder}/${name}.ts`),
  ],
  outputs: [output],
  compile: (files) => {
    const ofWeaknesses = files.filter(({ path }) => path.endsWith('/weakness.yml'));
    const found = readAll(ofWeaknesses, weaknessFile);
    const kinds = new Map(
      ofWeaknesses.map(({ path }, i) => [path.split('/').at(-2) ?? '', found[i]?.found ?? 'both']),
    );
    const problems: string[] = [];
    const listed = files
      .filter((file) => !ofWeaknesses.includes(file))
      .flatMap((file) => {
        const library = read(file, kinds, problems);
        return library ? [library] : [];
      });
    if (problems.length > 0) throw new InvalidInput(problems);
    const texts = modelLanguages.map(
      (language) => `${language}: ${JSON.stringify(JSON.stringify(inOrder(listed, language)))},`,
    );
    return {
      [output]: [
        "import type { ModelLanguage } from './schema.ts';",
        'export const libraryText: Readonly<Record<ModelLanguage, string>> = {',
        ...texts,
        '};\n',
      ].join('\n'),
    };
  },
};

function read(
  { path, text }: InputFile,
  kinds: ReadonlyMap<string, 'flow' | 'place' | 'both'>,
  problems: string[],
): Library | undefined {
  const { library, problems: found } = parseLibrary(path, text, { kinds });
  problems.push(
    ...found.map(({ line, row, message }) => `${path}:${line}: ${row ? `${row}: ` : ''}${message}`),
  );
  if (library && path !== `${folder}/${library.library}.yml`)
    problems.push(`${path}:1: The file of library ${library.library} is called ${library.library}.yml.`);
  return library;
}

/** Higher precedence first, else by name. */
const inOrder = (all: readonly Library[], language: ModelLanguage): readonly Library[] =>
  all
    .filter(({ library }) => library.startsWith(`${language}/`))
    .toSorted((a, b) => (b.precedence ?? 0) - (a.precedence ?? 0) || (a.library < b.library ? -1 : 1));
