import assert from 'node:assert/strict';
import { createFixer } from '../../../../src/engine/fixes/fixer.ts';
import { engineOptions } from '../../../support/engine.ts';
import { findings, rulesOf, ruleText } from '../custom-rules/support.ts';

/** What the fixer makes of a file in which a rule finds something; undefined where it has no change. */
async function fixed(text: string, more: string): Promise<string | undefined> {
  const rules = await rulesOf(ruleText('python', 'pattern: launch($X)', more));
  const [finding] = await findings(rules, 'a.py', text);
  assert.ok(finding);
  const fixer = await createFixer(engineOptions);
  const proposal = await fixer.propose(finding, () => text);
  return proposal.type === 'fixes' ? proposal.candidates[0]?.changes[0].after : undefined;
}

describe('fixes of custom rules', function () {
  this.timeout(60_000);

  it('are offered with what metavariables hold', async () => {
    const after = await fixed('a = 1\nlaunch(a + 1)\nland()\n', '    fix: start($X)\n');
    assert.equal(after, 'a = 1\nstart(a + 1)\nland()\n');
  });

  it('are offered where an expression says what is replaced', async () => {
    const more = '    fix-regex: { regex: "launch\\\\((.*)\\\\)", replacement: "start(\\\\1, safe=True)" }\n';
    assert.equal(await fixed('launch(a)\n', more), 'start(a, safe=True)\n');
  });

  it('are not offered where a rule proposes none', async () => {
    assert.equal(await fixed('launch(a)\n', ''), undefined);
  });
});
