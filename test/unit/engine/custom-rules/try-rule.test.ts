import assert from 'node:assert/strict';
import { type RuleExample, tryRule } from '../../../../src/engine/custom-rules/try-rule.ts';
import { engineOptions } from '../../../support/engine.ts';

const launched = `rules:
  - id: launched
    languages: [python]
    severity: ERROR
    message: Launched.
    mode: taint
    pattern-sources:
      - pattern: radio.receive(...)
    pattern-sinks:
      - pattern: rocket.launch(...)
`;
const called = `rules:
  - id: called
    languages: [python]
    severity: ERROR
    message: Called.
    pattern: rocket.launch(...)
`;

const wrongOf = async (text: string, ...examples: readonly RuleExample[]) =>
  (await tryRule({ file: 'rule.yml', text }, examples, engineOptions)).wrong;

describe('examples of a rule', () => {
  const flow = 'x = radio.receive()\nrocket.launch(x)\n';
  const noFlow = 'x = 1\nrocket.launch(x)\n';

  it('are followed where the rule is about data', async () => {
    const right: readonly RuleExample[] = [
      { text: flow, match: true },
      { text: flow, lines: [2] },
      { text: noFlow, match: false },
      {
        text: 'x = radio.receive()\n# ruleid: launched\nrocket.launch(x)\n# ok: launched\nrocket.launch(1)\n',
      },
    ];
    assert.deepEqual(await wrongOf(launched, ...right), []);
    assert.deepEqual(await wrongOf(launched, { text: flow, match: false }, { text: noFlow, match: true }), [
      { at: 0, message: 'The rule was expected not to match and matches line 2.', line: 2 },
      { at: 1, message: 'The rule was expected to match and does not.' },
    ]);
  });

  it('are searched each by itself', async () => {
    assert.deepEqual(
      await wrongOf(called, { text: noFlow, lines: [2] }, { text: 'land()\n', match: false }),
      [],
    );
    assert.deepEqual(await wrongOf(called, { text: noFlow, lines: [1] }), [
      {
        at: 0,
        line: 1,
        message:
          'The rule was expected to match line 1 and does not. The rule matches line 2, which was not expected.',
      },
    ]);
  });

  it('are refused in a language that rules are not supported for', async () => {
    const [wrong] = await wrongOf(called, { text: 'x', language: 'cobol', match: false });
    assert.match(wrong?.message ?? '', /^cobol is not a language/);
  });
});
