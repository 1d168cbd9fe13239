import assert from 'node:assert/strict';
import {
  hoverMarkdown,
  issueDescription,
  issueSpoken,
  problemMessage,
  tooltipMarkdown,
} from '../../../../src/views/issues/issue-text.ts';
import { makeIssue, makeKnown } from '../make-issue.ts';

describe('how issues are put into words', () => {
  it('says in the tree where the issue is, unless its group says so', () => {
    const known = makeKnown({ file: 'routes/search.ts', startLine: 41 });
    assert.equal(issueDescription(known, 'severity', false), 'search.ts:41');
    assert.equal(issueDescription(known, 'file', false), 'line 41');
    assert.equal(issueDescription(known, 'class', true), 'search.ts:41 · new');
  });

  it('says in the tree when the code changed, with the line of the scan', () => {
    const known = makeKnown({ startLine: 41 }, { kind: 'changed' });
    assert.equal(issueDescription(known, 'severity', false), 'search.ts:41 · code changed since the scan');
  });

  it('tells a screen reader what icon and colour tell', () => {
    const known = makeKnown({ severity: 'CRITICAL', title: 'SQL injection', file: 'a/b.ts', startLine: 7 });
    assert.equal(issueSpoken(known), 'SQL injection, Critical, a/b.ts line 7, Open');
  });

  it('says in Problems what and why, once', () => {
    assert.equal(problemMessage(makeIssue({ title: 'XSS', description: 'It is sent.' })), 'XSS: It is sent.');
    assert.equal(
      problemMessage(makeIssue({ title: 'XSS', description: 'XSS in a page.' })),
      'XSS in a page.',
    );
    assert.equal(problemMessage(makeIssue({ title: 'XSS', description: '' })), 'XSS');
    assert.ok(problemMessage(makeIssue({ description: 'word '.repeat(500) })).length < 330);
  });

  it('lets no text of a service become a link, markup or an icon', () => {
    const evil = '[x](command:evil) ![](https://evil/) <img src=x> $(bug) **b** `c`\n# h';
    const known = makeKnown({ title: evil, description: evil, file: evil, cwes: [evil], severity: 'HIGH' });
    const hover = hoverMarkdown(known, { remediation: `${evil}\n\nmore`, verdict: evil });
    for (const text of [hover, tooltipMarkdown(known)]) {
      assert.doesNotMatch(text, /(?<!\\)\]\(command:evil/);
      assert.doesNotMatch(text, /<img/);
      assert.doesNotMatch(text, /(?<!\\)\$\(bug/);
      assert.doesNotMatch(text, /(?<!\\)!\[/);
    }
    const commands = [...hover.matchAll(/\(command:([\w.]+)\?/g)].map(([, id]) => id);
    assert.deepEqual(commands, [
      'parapet.showDetails',
      'parapet.generatePatch',
      'parapet.investigate',
      'parapet.markFalsePositive',
    ]);
  });

  it('says how far an investigation is, and what came out, in tree, hover and tooltip', () => {
    const running = makeKnown({ investigation: { status: 'RUNNING', stage: 'Reading' } });
    assert.match(issueDescription(running, 'severity', false), /· being investigated: Reading$/);
    assert.match(issueSpoken(running), /Being investigated: Reading/);
    assert.match(hoverMarkdown(running, {}), /being investigated\\: Reading/);
    assert.doesNotMatch(hoverMarkdown(running, {}), /parapet\.investigate/, 'it is not offered again');
    const done = makeKnown({ investigation: { status: 'COMPLETED', verdict: 'FALSE_POSITIVE' } });
    assert.match(
      hoverMarkdown(done, { verdict: 'It is checked' }),
      /Investigated\\: False positive\\. It is checked/,
    );
    assert.match(tooltipMarkdown(done), /Investigated\\: False positive/);
  });

  it('says how far the patch of an open issue is in the tree, and offers what can be done with it in the hover', () => {
    const ready = { status: 'READY', validation: 'PASSED' } as const;
    const known = makeKnown({ patch: ready });
    assert.match(issueDescription(known, 'severity', false), / · patch ready$/);
    assert.match(issueSpoken(known), /, Patch ready$/);
    assert.match(hoverMarkdown(known, {}), /command:parapet\.showPatch/);
    const aside = makeKnown({ patch: ready, status: 'ACCEPTED_RISK' });
    const edited = hoverMarkdown(makeKnown({ patch: ready }, { kind: 'changed' }), {});
    assert.match(edited, /command:parapet\.regeneratePatch/);
    assert.doesNotMatch(edited, /command:parapet\.showPatch/);
    assert.doesNotMatch(issueDescription(aside, 'severity', false), /patch/);
    assert.doesNotMatch(hoverMarkdown(aside, {}), /Patch/);
  });

  it('says how bad, how sure and what to do in the hover', () => {
    const known = makeKnown({ severity: 'CRITICAL', score: 93, confidence: 96, cwes: ['CWE-89'] });
    const hover = hoverMarkdown(known, { remediation: 'Bind the value.\n\nA second paragraph.' });
    assert.match(hover, /Critical 93 · 96 % sure · CWE\\-89/);
    assert.match(hover, /Bind the value/);
    assert.doesNotMatch(hover, /second paragraph/);
  });

  it('names the reason of a decision, and hides the address that stands for the only user of this machine', () => {
    const triage = { reason: 'Checked before.', at: '2026-01-31T12:00:00.000Z' };
    const local = makeKnown({
      status: 'FALSE_POSITIVE',
      triage: { ...triage, by: 'developer@localhost.localdomain' },
    });
    const remote = makeKnown({ status: 'FALSE_POSITIVE', triage: { ...triage, by: 'ann@example.com' } });
    assert.match(tooltipMarkdown(local), /False positive — Checked before\\\. — on this machine/);
    assert.match(tooltipMarkdown(remote), /ann\\@example\\\.com/);
  });
});
