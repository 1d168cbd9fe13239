import type { Runner } from 'mocha';
import { endOnSignals } from '../../scripts/processes.ts';
import { pictureFailure } from './failure-pictures.ts';
import { distrustHosts, endKeptHosts, keepHosts } from './window-host.ts';

endOnSignals();

/**
 * Keeps hosts for the sessions to come, and none in which a test failed. Pictures are begun at the failure itself: what a
 * test does afterwards closes and changes what was to be seen.
 */
export function watchWindows(runner: Runner): void {
  keepHosts();
  runner.on('fail', (test) => {
    pictureFailure(test.fullTitle());
    distrustHosts();
  });
}

/** For `mocha --require`. */
export function mochaGlobalSetup(this: Runner): void {
  watchWindows(this);
}

export async function mochaGlobalTeardown(): Promise<void> {
  await endKeptHosts();
}
