import assert from 'node:assert/strict';
import { assess, type Exposure } from '../../../../src/engine/cvss/index.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';
import { scoreFault } from '../../../support/score-fault.ts';

const discount = { remote: 0, stored: 12, library: 15, local: 30 } as const;
const guards = [undefined, [], ['requireAuth'], ['requireAuth', 'isAdmin']] as const;

describe('score and CVSS', () => {
  it('are of one severity or say truly why not, for every class and every way in', () => {
    for (const { id, score } of weaknesses) {
      for (const origin of [undefined, 'remote', 'stored', 'library', 'local'] as const) {
        for (const guarded of guards) {
          const exposure: Exposure = {
            ...(origin && { origin }),
            ...(guarded && { entryPoint: { methods: ['GET'], path: '/x', guards: guarded } }),
          };
          const own = Math.max(10, score - (origin ? discount[origin] : 0));
          const fault = scoreFault({ vulnClass: id, score: own, ...exposure });
          assert.equal(fault, undefined, `${id} ${JSON.stringify(exposure)}: ${fault}`);
        }
      }
    }
  });

  it('say that the data is local, where that is what lowered the score', () => {
    const { scoreReason = '' } = assess('command-injection', { origin: 'local' }, [], 66) ?? {};
    assert.match(scoreReason, /^Lower than CVSS suggests because the data comes from the command line/);
  });

  it('say nothing where they agree', () => {
    const open: Exposure = { origin: 'remote', entryPoint: { methods: ['GET'], path: '/x', guards: [] } };
    assert.equal(assess('sql-injection', open, [], 93)?.scoreReason, undefined);
  });
});
