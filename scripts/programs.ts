import type { BuildOptions } from 'esbuild';

/** The programs that are shipped: where each is among the sources, and its name in `dist/`. */
export const PROGRAMS = [
  { in: 'src/service/main.ts', out: 'service' },
  { in: 'src/service/analysis/worker/entry.ts', out: 'worker' },
  { in: 'src/service/dependencies/sources/import-worker.ts', out: 'import-worker' },
  { in: 'src/service/reports/docx/docx-worker.ts', out: 'docx-worker' },
  { in: 'src/cli.ts', out: 'cli' },
  { in: 'src/cli/mcp-command.ts', out: 'mcp' },
];

/** ES modules that bundle CommonJS packages need a `require` for Node's own modules. */
const REQUIRE =
  "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);";

export const ON_NODE = {
  platform: 'node',
  target: 'node22',
  mainFields: ['module', 'main'],
} satisfies BuildOptions;

export const AS_MODULE = { ...ON_NODE, format: 'esm', banner: { js: REQUIRE } } satisfies BuildOptions;
