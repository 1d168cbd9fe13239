// Writes the snapshot of advisories that is shipped: `node scripts/advisories.ts --from FOLDER … --output FILE`.
// Folders are copies of public databases (scripts/advisories/databases.ts), or hold records of OSV.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { mergeByAlias } from '../src/engine/dependencies/advisories/merge.ts';
import type { SnapshotSource } from '../src/engine/dependencies/advisories/snapshot-format.ts';
import { writeSnapshot } from '../src/engine/dependencies/advisories/snapshot-writer.ts';
import type { Advisory } from '../src/engine/dependencies/advisory.ts';
import { databaseIn, readDatabase } from './advisories/databases.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', multiple: true },
    output: { type: 'string' },
    verbose: { type: 'boolean' },
  },
});
const { from, output } = values;
if (!from || output === undefined)
  throw new Error('Usage: node scripts/advisories.ts --from FOLDER … --output FILE');

/** The day of a record, or its year where only its id has one. */
function dateOfRecord({ published, modified, id, aliases }: Advisory): string {
  const years = [id, ...aliases].flatMap((name) => /-(20\d\d)-/.exec(name)?.[1] ?? []);
  return [published?.slice(0, 10) ?? '', modified?.slice(0, 10) ?? '', ...years].sort().at(-1) ?? '';
}

const advisories: Advisory[] = [];
const sources: SnapshotSource[] = [];
for (const folder of from) {
  const database = databaseIn(folder);
  const taken: Advisory[] = [];
  let problems = 0;
  for await (const reading of readDatabase(folder, database)) {
    if (reading.advisory) taken.push(reading.advisory);
    if (reading.problems.length > 0) problems += 1;
    if (values.verbose) for (const problem of reading.problems) console.log(`  ${reading.file}: ${problem}`);
  }
  const newest = taken.map(dateOfRecord).sort().at(-1);
  const { name, licence } = database;
  sources.push({ name, licence, ...(newest && { newest }), records: taken.length });
  advisories.push(...taken);
  console.log(`${name}: ${taken.length} records, ${problems} with problems, newest ${newest || 'unknown'}`);
}

const merged = mergeByAlias(advisories);
const snapshot = writeSnapshot(merged, sources, (section) =>
  brotliCompressSync(section, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: section.length,
    },
  }),
);
await mkdir(path.dirname(output), { recursive: true });
await writeFile(output, snapshot);
console.log(`${merged.length} advisories, ${snapshot.length} bytes: ${output}`);
