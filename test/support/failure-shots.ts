import type { Context, RootHookObject } from 'mocha';
import { endOnSignals } from '../../scripts/processes.ts';
import { openSessions } from './session.ts';

endOnSignals();

/** What every open window shows when a test fails, in `out/shots/failed-<test>.png`. */
export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    const name = test.fullTitle().replaceAll(/\W+/g, '-').slice(0, 80);
    for (const session of openSessions) await session.shot(`failed-${name}`);
  },
};
