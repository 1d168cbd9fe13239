import type { CheckedRules } from '../../../engine/custom-rules/check-rules.ts';
import { defaultScanAssets, type ScanAssets } from '../assets.ts';
import { ScanError } from '../errors.ts';
import { listFiles } from '../files/listing.ts';
import { defaultScanLimits } from '../limits.ts';
import type { RuleCheck } from '../scan-runner.ts';
import { createTurns } from '../turns.ts';
import { AnalysisWorker } from './analysis-worker.ts';

/** Milliseconds that a check has. */
const checkMs = 12_000;
/** Milliseconds more that it has to follow data: a scan follows it to the end. */
const followMs = 12_000;
/** Milliseconds for a step of the analysis, which is not cut short. */
const stepMs = 6_000;
/** Files that a check searches: somebody waits for it. */
const maximumFiles = 5_000;

/** Checks custom rules, which may be hostile, in a worker of their own, one after the other. */
export function createRuleChecks(
  assets: ScanAssets = defaultScanAssets(),
): (request: RuleCheck) => Promise<CheckedRules> {
  const turns = createTurns();
  return async ({ root: folder, content, examples, pathPrefix, maximumMatches, followData }) =>
    await turns(new AbortController().signal, async () => {
      const allowedMs = followData ? checkMs + followMs + stepMs : checkMs;
      const end = AbortSignal.timeout(allowedMs);
      const { root, files } = await listFiles(folder, defaultScanLimits, end);
      const wanted = files.map((file) => file.path).filter((path) => path.startsWith(pathPrefix));
      const worker = new AnalysisWorker(root, assets, defaultScanLimits);
      try {
        const file = { file: 'rules.yml', text: content };
        const paths = wanted.slice(0, maximumFiles);
        const outcome = await worker.ask(
          {
            kind: 'checkRules',
            file,
            examples,
            files: paths,
            maximumMatches,
            ...(followData && { followMs }),
          },
          end,
        );
        if (outcome.type === 'answered') {
          const { isWhole, ...checked } = outcome.answer;
          return { ...checked, isWhole: isWhole && paths.length === wanted.length };
        }
        if (outcome.type === 'unavailable') throw new ScanError('analyzer-unavailable', outcome.message);
        throw new ScanError(
          'not-analysed',
          outcome.type === 'cancelled'
            ? `The rules took more than ${allowedMs / 1_000} s.`
            : `The rules were stopped: ${outcome.message}`,
        );
      } finally {
        await worker.close();
      }
    });
}
