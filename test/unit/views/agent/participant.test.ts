import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileLink, issueLink } from '../../../../src/agent/links.ts';
import { understand } from '../../../../src/service/agent/analyst/deterministic/understand.ts';
import { LinkWriter } from '../../../../src/views/agent/participant-markdown.ts';
import { decisionIn, nextAfter, promptOf } from '../../../../src/views/agent/participant-words.ts';

describe('the chat participant', () => {
  const id = '3f2a9c1e-1111-4222-8333-444455556666';
  const written = (pieces: readonly string[]): string => {
    const writer = new LinkWriter((link) =>
      link.kind === 'file' ? `file:///w/${link.path}#L${link.line ?? 1}` : `command:open?${link.issueId}`,
    );
    return pieces.map((piece) => writer.add(piece)).join('') + writer.end();
  };

  it('makes links to places into what the editor opens, however they are cut into pieces', () => {
    const text = `1. **High** ${issueLink(id, 'SQL [injection]')} in ${fileLink('src/a.ts', 3)}, array[0] (x)\n[not a place](other:x)`;
    const expected = `1. **High** [SQL \\[injection\\]](command:open?${id}) in [a.ts:3](file:///w/src/a.ts#L3), array[0] (x)\n[not a place](other:x)`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 8 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        assert.equal(written(pieces), expected);
      }),
    );
  });

  it('does not hold back what will be no link', () => {
    const writer = new LinkWriter(() => undefined);
    assert.equal(writer.add('plain words'), 'plain words');
    assert.equal(writer.add(' and [a'), ' and ');
    assert.equal(writer.add('](parapet:file?path=x)'), 'a');
  });

  for (const [command, said, intent] of [
    ['issues', '', 'list'],
    ['issues', 'critical in src/', 'list'],
    ['explain', '', 'explain'],
    ['explain', 'number 2', 'explain'],
    ['fix', '', 'fix'],
    ['fix', 'the second one', 'fix'],
    ['scan', '', 'scan'],
    ['scan', 'src/app.ts', 'scan'],
    ['changes', '', 'changes'],
    ['changes', 'yesterday', 'changes'],
    ['summary', '', 'summary'],
    [undefined, '', 'help'],
  ] as const) {
    it(`/${command ?? ''} ${said} is understood without a model`, () => {
      assert.equal(understand(promptOf(command, said)).intent, intent);
    });
  }

  it('proposes what is understood, and tells agreement from other words', () => {
    for (const name of ['list_issues', 'explain_issue', 'show_patch', 'apply_patch', 'statistics']) {
      for (const { prompt } of nextAfter([{ name, status: 'COMPLETED' }], undefined)) {
        assert.notEqual(understand(prompt).intent, 'unknown', prompt);
      }
    }
    const [yes, no] = nextAfter([], 'Apply Patch');
    assert.equal(yes?.label, 'Apply Patch');
    assert.deepEqual([decisionIn(yes?.prompt ?? ''), decisionIn(no?.prompt ?? '')], [true, false]);
    assert.equal(decisionIn('Yes.'), true);
    assert.equal(decisionIn('yes, but only the first'), undefined);
    assert.equal(decisionIn('no idea'), undefined);
  });
});
