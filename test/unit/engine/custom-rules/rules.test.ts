import assert from 'node:assert/strict';
import { annotationsOf, disagreements } from '../../../../src/engine/custom-rules/annotations.ts';
import { findings, lines, problemsOf, rulesOf, ruleText } from './support.ts';

const code =
  'launch(1)\nlaunch("a")\ndef f():\n    launch(x)\n    # nosemgrep: rule\n    launch(y)\nlaunch(z)  # nosemgrep: other\n';

describe('custom rules', function () {
  this.timeout(30_000);

  it('combine patterns', async () => {
    const formula =
      'patterns:\n  - pattern: launch($X)\n  - pattern-not: launch("...")\n  - pattern-not-inside: |\n      def $F(...):\n        ...';
    assert.deepEqual(await lines('python', formula, code), [1, 7]);
    const either =
      'pattern-either:\n  - pattern: launch(1)\n  - patterns:\n      - pattern: launch($X)\n      - pattern-inside: "def $F(...): ..."';
    assert.deepEqual(await lines('python', either, code), [1, 4]);
  });

  it('ask what metavariables hold', async () => {
    const with_ = (condition: string): string => `patterns:\n  - pattern: f($X)\n  - ${condition}`;
    const text = 'f(1)\nf(20)\nf("abc")\nf(g(secret))\n';
    const regex = 'metavariable-regex: { metavariable: $X, regex: ".*b" }';
    assert.deepEqual(await lines('python', with_(regex), text), [3]);
    const comparison = 'metavariable-comparison: { metavariable: $X, comparison: "$X > 10 and $X % 2 == 0" }';
    assert.deepEqual(await lines('python', with_(comparison), text), [2]);
    const pattern = 'metavariable-pattern: { metavariable: $X, pattern: "g($Y)" }';
    assert.deepEqual(await lines('python', with_(pattern), text), [4]);
  });

  it('find texts by regular expressions, and leave out what another one overlaps', async () => {
    const formula = 'patterns:\n  - pattern-regex: (?i)key=(\\w+)\n  - pattern-not-regex: key=test';
    assert.deepEqual(await lines('regex', formula, 'KEY=abc\nkey=test\nnokey\n'), [1]);
  });

  it('say what they found, with a change', async () => {
    const rules = await rulesOf(
      ruleText('python', 'pattern: launch($X)', '    fix: start($X)\n').replace('found', 'Start $X instead'),
    );
    const [found] = await findings(rules, 'a.py', 'launch(1 + 2)\n');
    assert.equal(found?.ruleId, 'custom/rule');
    assert.equal(found?.message, 'Start 1 + 2 instead');
    assert.equal(found?.ruleFix?.text, 'start(1 + 2)');
  });

  it('are not told where a comment names them, and only there', async () => {
    assert.deepEqual(await lines('python', 'pattern: launch($X)', code), [1, 2, 4, 7]);
  });

  it('say where and why they are refused', async () => {
    const refused = async (formula: string, more = ''): Promise<string> => {
      const [problem] = await problemsOf(ruleText('python', formula, more));
      return `${problem?.line}:${problem?.column} ${problem?.message}`;
    };
    assert.match(await refused('pattern: "f(("'), /^6:14 The pattern does not follow the grammar of python/);
    assert.match(await refused('pattern: f()\njoin: {}'), /^7:5 "join" is not supported/);
    assert.match(await refused('pattern: f()', '    mode: join\n'), /"mode: join" is not supported/);
    assert.match(await refused('pattern-regex: (a+)+$'), /exponential time/);
    assert.match(await refused('patterns:\n  - pattern-not: f()'), /At least one pattern/);
    assert.match(await refused('pattern: f()', '    options: { magic: true }\n'), /The option "magic"/);
    assert.match(
      await refused('pattern: f()', '    options: { ac_matching: false }\n'),
      /The option "ac_matching" cannot be switched off/,
    );
    const condition = (text: string): string => `patterns:\n  - pattern: f($X)\n  - ${text}`;
    assert.match(
      await refused(
        condition('metavariable-comparison: { metavariable: $X, comparison: $X > 1, strip: true }'),
      ),
      /^8:\d+ "strip" is not supported/,
    );
    assert.match(
      await refused(
        condition('metavariable-regex: { metavariable: $X, regex: a, constant-propagation: true }'),
      ),
      /"constant-propagation" is not supported/,
    );
  });

  it('take bounded steps, however hostile they are', async () => {
    const many = `f(${Array.from({ length: 400 }, (_, i) => `a${i}`).join(', ')})\n`;
    const nested = 'pattern: f(..., $A, ..., $B, ..., $C, ..., $D, ..., $E, ...)';
    const rules = await rulesOf(ruleText('python', nested));
    assert.deepEqual(await findings(rules, 'a.py', many), []);
    const all = await rulesOf(ruleText('python', 'pattern: $X'));
    assert.ok((await findings(all, 'a.py', many)).length > 100);
  });

  it('agree with the comments of a test', () => {
    const text = '# ruleid: a\nx\n# ok: a\ny\n# todoruleid: a\nz\n# ruleid: a-b\nw\n';
    assert.deepEqual(disagreements(annotationsOf(text, 'a'), [2, 4]), [{ line: 4, kind: 'unexpected' }]);
    assert.deepEqual(disagreements(annotationsOf(text, 'a'), [6]), [{ line: 2, kind: 'missing' }]);
  });
});
