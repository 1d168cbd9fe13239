/** `npm run bench -- <name> [--corpus dir] [--only prefix]`: runs one benchmark; its last line of output is one line of JSON. */
import { parseArgs } from 'node:util';
import type { RealOptions } from './real.ts';

interface Options extends RealOptions {
  readonly corpus: string | undefined;
  readonly heldOut: boolean;
}

interface Benchmark {
  bench(options: Options): Promise<Record<string, unknown>>;
}

const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  accuracy: () => import('./accuracy.ts'),
  scan: () => import('./scan.ts'),
  editor: () => import('./editor.ts'),
  'on-demand': () => import('./on-demand.ts'),
  details: () => import('./details-page.ts'),
  patches: () => import('./patches.ts'),
  agent: () => import('./agent.ts'),
  permissions: () => import('./permissions.ts'),
  issues: () => import('./issues.ts'),
  inventory: () => import('./inventory.ts'),
  rules: () => import('./rule-cost.ts'),
  reports: () => import('./reports.ts'),
  search: () => import('./search.ts'),
  hostile: () => import('./hostile.ts'),
  growth: () => import('./growth.ts'),
  lockfiles: () => import('./lockfiles.ts'),
  fuzz: () => import('./fuzz.ts'),
  real: () => import('./real.ts'),
  reachability: () => import('./reachability.ts'),
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    only: { type: 'string' },
    // Of `real` alone.
    labels: { type: 'string', multiple: true },
    judged: { type: 'string', multiple: true },
    mirror: { type: 'string' },
    language: { type: 'string' },
    cache: { type: 'string' },
    jobs: { type: 'string' },
    output: { type: 'string' },
    compare: { type: 'string' },
    unfixed: { type: 'boolean' },
    // Of `reachability` alone.
    'held-out': { type: 'boolean' },
  },
});
const [name] = positionals;
const load = name === undefined ? undefined : benchmarks[name];
if (!load) {
  console.error(
    `usage: npm run bench -- <${Object.keys(benchmarks).join('|')}> [--corpus dir] [--only prefix]`,
  );
  process.exit(2);
}
const result = await (await load()).bench({
  corpus: values.corpus,
  only: values.only,
  labels: values.labels ?? [],
  judged: values.judged ?? [],
  mirror: values.mirror,
  language: values.language,
  cache: values.cache,
  jobs: values.jobs,
  output: values.output,
  compare: values.compare,
  unfixed: values.unfixed ?? false,
  heldOut: values['held-out'] ?? false,
});
console.log(JSON.stringify({ benchmark: name, node: process.version, ...result }));
