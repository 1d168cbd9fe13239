import assert from 'node:assert/strict';
import { applyPatch } from 'diff';
import type { SourceFile } from '../../../../src/engine/analysis.ts';
import { createFixer } from '../../../../src/engine/fixes/fixer.ts';
import { type Outcome, prove } from '../../../../src/engine/fixes/prove.ts';
import { unifiedDiff } from '../../../../src/engine/fixes/unified-diff.ts';
import { analyse, engineOptions } from '../../../support/engine.ts';

/** Finds the first issue of a class in the first file, and has it fixed and proven as the service does. */
export async function fix(files: readonly SourceFile[], vulnClass: string): Promise<Outcome> {
  const { findings } = await analyse(files);
  const [main] = files;
  const target = findings.find(
    (one) => one.vulnClass === vulnClass && one.file === main?.path && one.category === 'SAST',
  );
  assert.ok(
    target,
    `no ${vulnClass} is found in ${findings.map((one) => one.vulnClass).join(', ') || 'anything'}`,
  );
  const fixer = await createFixer(engineOptions);
  const proposal = await fixer.propose(target, (path) => files.find((file) => file.path === path)?.text);
  return prove(
    target,
    findings,
    proposal,
    async (texts) =>
      (await analyse(files.map(({ path, text }) => ({ path, text: texts[path] ?? text })))).findings,
    ({ file, before, after }) => applyPatch(before, unifiedDiff(file, before, after)) === after,
  );
}

/** The text with the proven fix. */
export async function fixed(
  path: string,
  text: string,
  vulnClass: string,
  others: readonly SourceFile[] = [],
): Promise<string> {
  const outcome = await fix([{ path, text }, ...others], vulnClass);
  assert.equal(
    outcome.type,
    'proven',
    outcome.type === 'none' ? outcome.reason : JSON.stringify(outcome, undefined, 1),
  );
  return outcome.type === 'proven' ? outcome.candidate.changes[0].after : '';
}

/** Why there is no fix. */
export async function obstacle(path: string, text: string, vulnClass: string): Promise<string> {
  const outcome = await fix([{ path, text }], vulnClass);
  assert.equal(outcome.type, 'none', outcome.type === 'none' ? '' : outcome.candidate.changes[0].after);
  return outcome.type === 'none' ? outcome.reason : '';
}
