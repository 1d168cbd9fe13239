import { weaknessFile } from '../../src/engine/weaknesses/schema.ts';
import { InvalidInput, readAll, type Table } from './table.ts';

const folder = 'src/engine/weaknesses';
const tablePath = `${folder}/weaknesses.generated.ts`;
const namesPath = 'src/views/issues/weakness-names.generated.ts';

/** `src/engine/weaknesses/<id>/weakness.yml` as one table for the engine, and their names for the views. */
export const weaknesses: Table = {
  inputs: [`${folder}/*/weakness.yml`],
  compilers: ['scripts/generate/weaknesses.ts', `${folder}/schema.ts`],
  outputs: [tablePath, namesPath],
  compile: (files) => {
    const ids = files.map(({ path }) => path.split('/').at(-2) ?? '');
    const unnamed = ids.filter((id) => !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id));
    if (unnamed.length > 0)
      throw new InvalidInput(
        unnamed.map((id) => `${folder}/${id}: a weakness's id is words in lower case with - between`),
      );
    const table = readAll(files, weaknessFile).map((entry, i) => ({ id: ids[i] ?? '', ...entry }));
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
      [namesPath]: `export const weaknessNames: Readonly<Record<string, string>> = ${JSON.stringify(names)};\n`,
    };
  },
};
