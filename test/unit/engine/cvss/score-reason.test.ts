import assert from 'node:assert/strict';
import { assess, type Exposure } from '../../../../src/engine/cvss/index.ts';
import { threatModels, threats } from '../../../../src/engine/threat-models.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';
import { scoreFault } from '../../../support/score-fault.ts';

const guards = [undefined, [], ['requireAuth'], ['requireAuth', 'isAdmin']] as const;

describe('score and CVSS', () => {
  it('are of one severity or say truly why not, for every class and every way in', () => {
    for (const { id, score } of weaknesses) {
      for (const threatModel of [undefined, ...threatModels]) {
        for (const guarded of guards) {
          const exposure: Exposure = {
            ...(threatModel && { threatModel }),
            ...(guarded && { entryPoint: { methods: ['GET'], path: '/x', guards: guarded } }),
          };
          const { discount, atMost } = threats[threatModel ?? 'remote'];
          const own = Math.min(atMost, Math.max(10, score - discount));
          const fault = scoreFault({ vulnClass: id, score: own, ...exposure });
          assert.equal(fault, undefined, `${id} ${JSON.stringify(exposure)}: ${fault}`);
        }
      }
    }
  });

  it('say that the data is chosen by the user, where that is what lowered the score', () => {
    const { scoreReason = '' } = assess('command-injection', { threatModel: 'arguments' }, [], 66) ?? {};
    assert.match(scoreReason, /^Lower than CVSS suggests because the data comes from the command line/);
  });

  it('say nothing where they agree', () => {
    const open: Exposure = {
      threatModel: 'remote',
      entryPoint: { methods: ['GET'], path: '/x', guards: [] },
    };
    assert.equal(assess('sql-injection', open, [], 93)?.scoreReason, undefined);
  });
});
