import type { Runner } from 'mocha';
import { endOnSignals } from '../../scripts/processes.ts';
import { pictureFailure } from './failure-pictures.ts';

endOnSignals();

/** Pictures are begun at the failure itself: what a test does afterwards closes and changes what was to be seen. */
export function mochaGlobalSetup(this: Runner): void {
  this.on('fail', (test) => pictureFailure(test.fullTitle()));
}
