import { type Weakness, weaknessFile } from '../../src/engine/weaknesses/schema.ts';
import { type InputFile, InvalidInput, readAll, type Table } from './table.ts';

const folder = 'src/engine/weaknesses';
const tablePath = `${folder}/weaknesses.generated.ts`;
const fixesPath = `${folder}/fixes.generated.ts`;
const examplesPath = `${folder}/by-hand.generated.ts`;
const namesPath = 'src/views/issues/weakness-names.generated.ts';

/**
 * The folders `src/engine/weaknesses/<id>/` as a table for the engine, the fixes and the examples, which scans do not load, and the
 * names for the views.
 */
export const weaknesses: Table = {
  inputs: ['weakness.yml', 'by-hand.ts', 'fix-*.ts'].map((name) => `${folder}/*/${name}`),
  compilers: ['scripts/generate/weaknesses.ts', `${folder}/schema.ts`],
  outputs: [tablePath, fixesPath, examplesPath, namesPath],
  compile: (files) => {
    const named = files.filter(({ path }) => path.endsWith('/weakness.yml'));
    const table = readAll(named, weaknessFile).map((entry, i) => ({ id: idOf(named[i]), ...entry }));
    const problems = [
      ...files
        .map(idOf)
        .filter((id) => !isId.test(id))
        .map(unnamed),
      ...unmatched(table, files),
    ];
    if (problems.length > 0) throw new InvalidInput(problems);
    const names = Object.fromEntries(
      table.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])),
    );
    return {
      [tablePath]: [
        "import type { Weakness } from './schema.ts';",
        'export const table: readonly Weakness[] = [',
        ...table.map((entry) => `${JSON.stringify(entry)},`),
        '];\n',
      ].join('\n'),
      [fixesPath]: fixesModule(table),
      [examplesPath]: examplesModule(table),
      [namesPath]: `export const weaknessNames: Readonly<Record<string, string>> = ${JSON.stringify(names)};\n`,
    };
  },
};

const isId = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const idOf = (file: InputFile | undefined): string => file?.path.split('/').at(-2) ?? '';

const unnamed = (id: string): string =>
  `${folder}/${id}: the name of a weakness is words in lower case, with - between them`;

/** What a folder lacks, or has without saying so. */
function unmatched(table: readonly Weakness[], files: readonly InputFile[]): readonly string[] {
  const told = new Set(
    table.flatMap(({ id, fixes = [] }) =>
      ['by-hand', ...fixes.map((name) => `fix-${name}`)].map((name) => pathOf(id, name)),
    ),
  );
  const there = new Set(files.map(({ path }) => path).filter((path) => path.endsWith('.ts')));
  const ids = new Set(table.map(({ id }) => id));
  return [
    ...[...told].filter((path) => !there.has(path)).map((path) => `${path}: there is no such file`),
    ...[...there]
      .filter((path) => !told.has(path))
      .map((path) =>
        ids.has(path.split('/').at(-2) ?? '')
          ? `${path}: its weakness.yml does not name it under fixes`
          : `${path}: there is no weakness.yml beside it`,
      ),
  ];
}

const pathOf = (id: string, name: string): string => `${folder}/${id}/${name}.ts`;

function fixesModule(table: readonly Weakness[]): string {
  const imports: string[] = [];
  const rows = table.flatMap(({ id, fixes = [] }) => {
    const all = fixes.map((name) => {
      const local = `fixes${imports.length}`;
      imports.push(`import { fixes as ${local} } from './${id}/fix-${name}.ts';`);
      return `...${local}`;
    });
    return all.length === 0 ? [] : [`[${JSON.stringify(id)}, [${all.join(', ')}]],`];
  });
  return [
    "import type { Strategy } from '../fixes/fix.ts';",
    ...imports,
    'export const fixes: ReadonlyMap<string, readonly Strategy[]> = new Map([',
    ...rows,
    ']);\n',
  ].join('\n');
}

const examplesModule = (table: readonly Weakness[]): string =>
  [
    "import type { Examples } from '../fixes/by-hand/guide.ts';",
    ...table.map(({ id }, i) => `import { examples as examples${i} } from './${id}/by-hand.ts';`),
    'export const examples: ReadonlyMap<string, Examples> = new Map([',
    ...table.map(({ id }, i) => `[${JSON.stringify(id)}, examples${i}],`),
    ']);\n',
  ].join('\n');
