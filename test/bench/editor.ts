import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { HOSTS, type HostVersion } from '../../scripts/host/install.ts';
import { runOnServer } from '../../scripts/host/run-on-server.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { OUT, ROOT } from '../../scripts/paths.ts';
import { run } from '../../scripts/processes.ts';
import { activationBytes } from '../support/activation-bytes.ts';
import { manyIssues } from './many-issues-run.ts';

const RUNS = 5;
const reportSchema = z.object({ loadMs: z.number(), activateMs: z.number() });
type Report = z.infer<typeof reportSchema>;

/**
 * What the extension costs an editor: the bytes that an activation reads and, for the oldest and the newest VS Code, loading it
 * and activating it, five times, each in a new extension host; and for the newest, 10,000 issues.
 */
export async function bench({
  only,
}: {
  readonly only: string | undefined;
}): Promise<Record<string, unknown>> {
  await run(process.execPath, ['esbuild.mjs', '--tests'], { cwd: ROOT });
  if (only === 'issues') return { manyIssues: await manyIssues() };
  const extensionBytes = await activationBytes(path.join(ROOT, 'dist', 'extension.js'));
  const hosts: Record<string, unknown> = {};
  for (const version of Object.keys(HOSTS) as HostVersion[]) {
    const reports: Report[] = [];
    for (let count = 0; count < RUNS; count += 1) reports.push(await activation(version));
    hosts[`VS Code ${HOSTS[version].vscode}`] = {
      loadMs: spread(reports.map(({ loadMs }) => loadMs)),
      activateMs: spread(reports.map(({ activateMs }) => activateMs)),
    };
  }
  return { extensionBytes, hosts, manyIssues: await manyIssues() };
}

async function activation(version: HostVersion): Promise<Report> {
  const folder = await temporaryFolder();
  try {
    const report = path.join(folder, 'report.json');
    const entry = path.join(OUT, 'bench', 'activation.cjs');
    const code = await runOnServer(version, entry, { PARAPET_BENCH_REPORT: report });
    if (code !== 0) throw new Error(`The extension could not be activated: code ${code}.`);
    return reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
  } finally {
    await removeFolder(folder);
  }
}

function spread(values: readonly number[]): { readonly median: number; readonly largest: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const rounded = (value: number | undefined) => Math.round((value ?? Number.NaN) * 10) / 10;
  return { median: rounded(sorted[Math.floor(sorted.length / 2)]), largest: rounded(sorted.at(-1)) };
}
