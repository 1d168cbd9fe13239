/** Analyses projects of damaged files, one after the other, and says which it is at: the parent notices one that never ends. */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import type { SourceFile } from '../../src/engine/analysis.ts';
import { analyse } from '../support/engine.ts';
import { mutateText, pick, random } from './mutations.ts';

const { texts, from, to, filesEach } = z
  .object({
    texts: z.array(z.object({ path: z.string(), text: z.string() })),
    from: z.int(),
    to: z.int(),
    filesEach: z.int(),
  })
  .parse(workerData);

export type FromHostileWorker =
  | { readonly type: 'begun'; readonly project: number }
  | {
      readonly type: 'ended';
      readonly project: number;
      readonly findings: number;
      readonly skips: Readonly<Record<string, number>>;
      readonly cpuMs: number;
    }
  | { readonly type: 'failed'; readonly project: number; readonly error: string };

const tell = (message: FromHostileWorker): void => parentPort?.postMessage(message);

for (let project = from; project < to; project++) {
  const next = random(project + 1);
  const files = Array.from({ length: filesEach }, (_, index): SourceFile => {
    const { path, text } = pick(next, texts);
    return { path: `${index}/${path}`, text: mutateText(next, text, pick(next, texts).text) };
  });
  tell({ type: 'begun', project });
  const { user, system } = process.cpuUsage();
  try {
    const { findings, skips } = await analyse(files);
    const used = process.cpuUsage({ user, system });
    tell({
      type: 'ended',
      project,
      findings: findings.length,
      skips: Object.fromEntries(
        [...Map.groupBy(skips, ({ reason }) => reason)].map(([reason, those]) => [reason, those.length]),
      ),
      cpuMs: (used.user + used.system) / 1e3,
    });
  } catch (error) {
    tell({
      type: 'failed',
      project,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}
