import { folderChanges } from './files/changes.ts';
import { gitState } from './files/git.ts';
import { listFiles } from './files/listing.ts';
import type { ScanAssets } from './index.ts';
import { defaultScanLimits } from './limits.ts';
import type { ScanRunner } from './scan-runner.ts';
import { ScannerCache } from './scanner-cache.ts';
import { createRuleChecks } from './worker/rule-checks.ts';
import { createRuleTrials } from './worker/rule-trials.ts';

/** The runner that analyses in worker threads. `assets` says where the worker and the grammars lie. */
export function createScanRunner(assets?: ScanAssets): ScanRunner {
  const options = assets ? { assets } : {};
  const repositories = new ScannerCache({ ...options, withOutlook: true }, 'again');
  // Beside those of branches, so that a check does not wait for a long scan of the night.
  const pullRequests = new ScannerCache({ ...options, withOutlook: true }, 'again');
  // What is submitted was put there file by file: all of it is meant. Only the workers are of use for the next one.
  const submissions = new ScannerCache({ ...options, selection: 'everything', ownModels: false }, 'anew');
  return {
    checkedOut: (root) => gitState(root),
    listing: (root, signal) => listFiles(root, defaultScanLimits, signal),
    changes: (root, since, signal) => folderChanges(root, since, signal),
    scanFolder: ({ again, isOfPullRequest = false, ...request }) => {
      if (!again) return submissions.scan(request);
      return (isOfPullRequest ? pullRequests : repositories).scan(request);
    },
    ask: (question) => repositories.ask(question),
    tryRule: createRuleTrials(assets),
    checkRules: createRuleChecks(assets),
    close: async () => {
      await Promise.all([repositories, pullRequests, submissions].map((cache) => cache.forget()));
    },
  };
}
