import { stringify } from 'yaml';
import { parseLibrary } from '../../src/engine/libraries/parse.ts';
import type { Library } from '../../src/engine/libraries/schema.ts';
import { rulePackFile, sinkPackFile, sourcePackFile } from '../../src/engine/packs/schema.ts';
import { weaknessFile } from '../../src/engine/weaknesses/schema.ts';
import { type InputFile, InvalidInput, readAll, type Table } from './table.ts';

const folder = 'src/engine/packs';
const output = `${folder}/packs.generated.ts`;

/** `src/engine/packs/<kind>/<pack>.yml` as three lists, each by title. */
export const packs: Table = {
  inputs: [`${folder}/*/*.yml`, 'src/engine/weaknesses/*/weakness.yml'],
  compilers: [
    'scripts/generate/packs.ts',
    `${folder}/schema.ts`,
    ...['access-paths', 'parse', 'rows', 'schema', 'traits', 'validity'].map(
      (name) => `src/engine/libraries/${name}.ts`,
    ),
  ],
  outputs: [output],
  compile: (files) => {
    const ofWeaknesses = files.filter(({ path }) => path.endsWith('/weakness.yml'));
    const found = readAll(ofWeaknesses, weaknessFile);
    const weaknesses = new Map(
      ofWeaknesses.map(({ path }, i) => [path.split('/').at(-2) ?? '', found[i]] as const),
    );
    const problems: string[] = [];
    const kinds = new Map([...weaknesses].map(([id, weakness]) => [id, weakness?.found ?? 'both']));
    const of = (kind: string): readonly InputFile[] =>
      files.filter(({ path }) => path.startsWith(`${folder}/${kind}/`));

    const packed = new Map<string, string>();
    const rulePacks = named(of('rules'), readAll(of('rules'), rulePackFile)).map(({ path, id, value }) => ({
      kind: 'rule',
      id,
      ...value,
      templates: value.templates.map((name) => {
        const weakness = weaknesses.get(name);
        if (!weakness) problems.push(`${path}: There is no weakness "${name}".`);
        if (packed.has(name)) problems.push(`${path}: "${name}" is in ${packed.get(name)}, too.`);
        packed.set(name, path);
        return { id: name, title: weakness?.title, description: weakness?.description };
      }),
    }));
    for (const name of weaknesses.keys())
      if (!packed.has(name)) problems.push(`${folder}/rules: No pack has the weakness "${name}".`);

    const sourcePacks = named(of('sources'), readAll(of('sources'), sourcePackFile)).map(({ id, value }) => ({
      kind: 'source',
      id,
      ...value,
    }));

    const sinkPacks = named(of('sinks'), readAll(of('sinks'), sinkPackFile)).map(({ path, id, value }) => ({
      kind: 'sink',
      id,
      ...value,
      templates: value.templates.map(({ models, ...template }) => ({
        ...template,
        libraries: models.flatMap((model): Library[] => {
          const read = parseLibrary(path, stringify(model), { kinds });
          problems.push(
            ...read.problems.map(
              ({ row, message }) => `${path}: ${template.id}, ${row ?? model.library}: ${message}`,
            ),
          );
          return read.library ? [read.library] : [];
        }),
      })),
    }));
    if (problems.length > 0) throw new InvalidInput(problems);
    return {
      [output]: [
        "import type { RulePack, SinkPack, SourcePack } from './schema.ts';",
        `export const rulePacks: readonly RulePack[] = ${JSON.stringify(rulePacks)};`,
        `export const sourcePacks: readonly SourcePack[] = ${JSON.stringify(sourcePacks)};`,
        `export const sinkPacks: readonly SinkPack[] = ${JSON.stringify(sinkPacks)};\n`,
      ].join('\n'),
    };
  },
};

/** The files with what they say, by title. */
const named = <T extends { readonly title: string }>(files: readonly InputFile[], values: readonly T[]) =>
  files
    .flatMap(({ path }, i) => {
      const value = values[i];
      return value ? [{ path, id: path.slice(path.lastIndexOf('/') + 1, -'.yml'.length), value }] : [];
    })
    .toSorted((a, b) => (a.value.title < b.value.title ? -1 : 1));
