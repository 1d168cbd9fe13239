/** Lock files of 50,000 packages: what reading, resolving and matching them costs, beside the least that any reader pays. */
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { openSnapshot } from '../../src/engine/dependencies/advisories/snapshot-reader.ts';
import { dependencyGraph } from '../../src/engine/dependencies/graph.ts';
import { readManifests } from '../../src/engine/dependencies/reading.ts';
import { vulnerabilitiesOf } from '../../src/engine/dependencies/vulnerabilities.ts';
import { type LargeLock, largeLocks } from '../support/large-locks.ts';

const packages = 50_000;
const runs = 5;

export async function bench({
  only,
}: {
  readonly only: string | undefined;
}): Promise<Record<string, unknown>> {
  const snapshot = await readFile('advisories/snapshot.br');
  const wanted = largeLocks(packages).filter(({ name }) => only === undefined || name === only);
  const rows = wanted.map((lock) => [lock.name, measured(lock, snapshot)] as const);
  for (const [name, { megabytes, floor, first, read, graph, match, total }] of rows)
    console.log(
      `${name.padEnd(18)} ${megabytes.toFixed(1)} MB  floor ${floor} ms  read ${read}  graph ${graph}  match ${match}  all ${total} ms (first ${first})`,
    );
  return { packages, locks: Object.fromEntries(rows) };
}

/** Milliseconds of processor time: the least of several runs, and the first one, which the compiler is part of. */
function measured({ files, floor }: LargeLock, snapshot: Uint8Array) {
  const all = Array.from({ length: runs }, () => {
    const decompress = (section: Uint8Array, limit: number) =>
      brotliDecompressSync(section, { maxOutputLength: limit });
    const source = openSnapshot(snapshot, 'snapshot', decompress);
    const project = { paths: Object.keys(files), read: (path: string) => files[path] };
    const [readings, read] = timed(() => readManifests(project));
    const [resolved, graph] = timed(() => dependencyGraph(readings));
    const [, match] = timed(() => vulnerabilitiesOf(resolved, [source], () => ''));
    if (resolved.length < packages) throw new Error(`Only ${resolved.length} packages were read.`);
    return { read, graph, match, total: read + graph + match };
  });
  const least = (of: (run: (typeof all)[number]) => number): number => Math.round(Math.min(...all.map(of)));
  const bytes = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  const floors = Array.from({ length: runs }, () => timed(() => floor(files))[1]);
  return {
    megabytes: bytes / 1e6,
    floor: Math.round(Math.min(...floors)),
    first: Math.round(all[0]?.total ?? 0),
    read: least((run) => run.read),
    graph: least((run) => run.graph),
    match: least((run) => run.match),
    total: least((run) => run.total),
  };
}

function timed<T>(work: () => T): readonly [T, number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1_000];
}
