/** `npm run bench -- <name> [--corpus dir] [--only prefix]`: runs one benchmark; its last line of output is one line of JSON. */
import { parseArgs } from 'node:util';

interface Benchmark {
  bench(options: {
    readonly corpus: string | undefined;
    readonly only: string | undefined;
  }): Promise<Record<string, unknown>>;
}

const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  accuracy: () => import('./accuracy.ts'),
  scan: () => import('./scan.ts'),
  editor: () => import('./editor.ts'),
  'on-demand': () => import('./on-demand.ts'),
  details: () => import('./details-page.ts'),
  patches: () => import('./patches.ts'),
  agent: () => import('./agent.ts'),
  inventory: () => import('./inventory.ts'),
  hostile: () => import('./hostile.ts'),
  growth: () => import('./growth.ts'),
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { corpus: { type: 'string' }, only: { type: 'string' } },
});
const [name] = positionals;
const load = name === undefined ? undefined : benchmarks[name];
if (!load) {
  console.error(
    `usage: npm run bench -- <${Object.keys(benchmarks).join('|')}> [--corpus dir] [--only prefix]`,
  );
  process.exit(2);
}
const result = await (await load()).bench({ corpus: values.corpus, only: values.only });
console.log(JSON.stringify({ benchmark: name, node: process.version, ...result }));
