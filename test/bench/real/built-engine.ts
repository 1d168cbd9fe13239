/** The analysis of this work tree, bundled as it is shipped, so that it can be told by its hash and run while files change. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import { defaultScanAssets } from '../../../src/service/analysis/assets.ts';

const top = path.join(import.meta.dirname, '../../..');
const needsRequire =
  "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);";
const timeLimitMs = 30 * 60_000;
const heapMb = 2_048;

const usageSchema = z.object({ cpuSeconds: z.number(), peakMb: z.number() });
export type Usage = z.infer<typeof usageSchema>;

export interface BuiltEngine extends AsyncDisposable {
  /** The same for the same analysis, wherever it is built. */
  readonly hash: string;
  /** Scans a folder as the command line does, and writes the SARIF log. @throws Error when it fails or takes too long */
  scan(folder: string, report: string): Promise<Usage>;
}

export async function buildEngine(): Promise<BuiltEngine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parapet-engine-'));
  await build({
    absWorkingDir: top,
    entryPoints: [
      { in: 'test/bench/real/scan-process.ts', out: 'scan' },
      { in: 'src/service/analysis/worker/entry.ts', out: 'worker' },
    ],
    outdir: folder,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: needsRequire },
    logLevel: 'warning',
  });
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await mkdir(path.join(folder, 'grammars'));
  for (const from of defaultScanAssets().grammars)
    for (const name of (await readdir(from)).filter((one) => one.endsWith('.wasm')))
      await copyFile(path.join(from, name), path.join(folder, 'grammars', name));
  return {
    hash: await hashOf(folder),
    scan: async (root, report) => await run(folder, root, report),
    [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true }),
  };
}

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:js|wasm)$/.test(name));
  for (const name of names.toSorted()) hash.update(name).update(await readFile(path.join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

async function run(folder: string, root: string, report: string): Promise<Usage> {
  return await new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapMb}`, path.join(folder, 'scan.js'), root, report],
      { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeLimitMs, killSignal: 'SIGKILL' },
    );
    let said = '';
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < 2_000) complaint += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(usageSchema.parse(JSON.parse(said)));
      else reject(new Error(`the scan ended by ${signal ?? `exit code ${code}`}: ${complaint.trim()}`));
    });
  });
}
