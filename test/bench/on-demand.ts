import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { HOSTS, type HostVersion } from '../../scripts/host/install.ts';
import { runOnServer } from '../../scripts/host/run-on-server.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { OUT, ROOT } from '../../scripts/paths.ts';
import { run } from '../../scripts/processes.ts';

const Times = z.array(z.number());
const reportSchema = z.object({ selection: Times, changes: Times });

/**
 * On-demand scans in the newest VS Code, from the command to the problems, with warm workers: of 200 selected lines of
 * a file of 360, and of a change of 20 files of 150 lines each, which are analysed before and after it.
 */
export async function bench(): Promise<Record<string, unknown>> {
  await run(process.execPath, ['esbuild.mjs', '--tests'], { cwd: ROOT });
  const [version] = (Object.keys(HOSTS) as HostVersion[]).toSorted((a, b) =>
    HOSTS[b].vscode.localeCompare(HOSTS[a].vscode, 'en', { numeric: true }),
  );
  if (version === undefined) throw new Error('No VS Code is listed.');
  const folder = await temporaryFolder();
  try {
    const report = path.join(folder, 'report.json');
    const entry = path.join(OUT, 'bench', 'on-demand-scans.cjs');
    const code = await runOnServer(version, entry, { PARAPET_BENCH_REPORT: report });
    if (code !== 0) throw new Error(`The scans did not succeed: code ${code}.`);
    const { selection, changes } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
    return {
      host: `VS Code ${HOSTS[version].vscode}`,
      selectionMs: spread(selection),
      changesMs: spread(changes),
    };
  } finally {
    await removeFolder(folder);
  }
}

function spread(values: readonly number[]): Readonly<Record<'median' | 'fastest' | 'slowest', number>> {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => Math.round(sorted[index] ?? Number.NaN);
  return { median: at(Math.floor(sorted.length / 2)), fastest: at(0), slowest: at(sorted.length - 1) };
}
