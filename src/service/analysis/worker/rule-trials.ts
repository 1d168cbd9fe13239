import { tmpdir } from 'node:os';
import type { TriedRule } from '../../../engine/custom-rules/try-rule.ts';
import { defaultScanAssets, type ScanAssets } from '../assets.ts';
import { ScanError } from '../errors.ts';
import { defaultScanLimits } from '../limits.ts';
import type { RuleTrial } from '../scan-runner.ts';
import { createTurns } from '../turns.ts';
import { AnalysisWorker } from './analysis-worker.ts';

/** Milliseconds that the examples of a rule have. */
const trialMs = 30_000;

/** Tries custom rules, which may be hostile, in a worker of their own, one after the other. */
export function createRuleTrials(
  assets: ScanAssets = defaultScanAssets(),
): (request: RuleTrial) => Promise<TriedRule> {
  const turns = createTurns();
  return async (request) =>
    await turns(new AbortController().signal, async () => {
      const worker = new AnalysisWorker(tmpdir(), assets, defaultScanLimits);
      const end = AbortSignal.timeout(trialMs);
      try {
        const outcome = await worker.ask({ kind: 'tryRule', ...request }, end);
        if (outcome.type === 'answered') return outcome.answer;
        if (outcome.type === 'unavailable') throw new ScanError('analyzer-unavailable', outcome.message);
        throw new ScanError(
          'not-analysed',
          outcome.type === 'cancelled'
            ? `The rule and its examples took more than ${trialMs / 1_000} s.`
            : outcome.message,
        );
      } finally {
        await worker.close();
      }
    });
}
