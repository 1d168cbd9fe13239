/**
 * Programs that tests start, bundled as those that are shipped: a process that reads a few files in place of hundreds
 * begins in half the time. They are kept in `out/programs/` until a source changes.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { OUT, ROOT } from '../../scripts/paths.ts';
import { AS_MODULE, PROGRAMS } from '../../scripts/programs.ts';

/** Programs of tests alone. */
const OURS = [
  { in: 'test/unit/service/support/scripted-service.ts', out: 'scripted-service' },
  { in: 'test/unit/service/support/port-service.ts', out: 'port-service' },
  { in: 'test/unit/service/agent/support/talking-service.ts', out: 'talking-service' },
  { in: 'test/unit/service/analysis/fake-worker.ts', out: 'fake-worker' },
];
const SOURCES = ['src/**/*.{ts,json}', 'test/unit/service/**/*.ts', 'scripts/programs.ts', 'package*.json'];
const KEPT_MS = 24 * 60 * 60 * 1_000;

const parent = path.join(OUT, 'programs');
const folder = path.join(parent, digestOf(SOURCES));
if (!existsSync(folder)) await bundle();

/** The file of a program, to be started with this Node.js. */
export const builtProgram = (
  name:
    | 'cli'
    | 'service'
    | 'worker'
    | 'scripted-service'
    | 'port-service'
    | 'talking-service'
    | 'fake-worker',
): string => path.join(folder, `${name}.js`);

/** Of names, times and sizes: reading everything would take longer. */
function digestOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync([...patterns], { cwd: ROOT }).toSorted()) {
    const { mtimeMs, size } = statSync(path.join(ROOT, file));
    hash.update(`${file}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function bundle(): Promise<void> {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const old = path.join(parent, name);
    // Younger ones may be in use by tests that run beside.
    if (Date.now() - statSync(old).mtimeMs > KEPT_MS) rmSync(old, { recursive: true, force: true });
  }
  const made = `${folder}.${process.pid}`;
  await build({
    ...AS_MODULE,
    ...{ absWorkingDir: ROOT, bundle: true, splitting: true, minify: true, logLevel: 'warning' },
    entryPoints: [...PROGRAMS, ...OURS],
    outdir: made,
  });
  const { grammars } = await import('../../src/engine/languages/registry.ts');
  const runtime = { package: 'web-tree-sitter', grammar: 'web-tree-sitter.wasm' };
  for (const file of [runtime, ...grammars])
    cpSync(
      path.join(ROOT, 'node_modules', file.package, file.grammar),
      path.join(made, 'grammars', file.grammar),
    );
  cpSync(path.join(ROOT, 'advisories'), path.join(made, 'advisories'), { recursive: true });
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true, force: true });
  }
}
