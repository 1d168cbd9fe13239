import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedLines, touches } from '../../../../src/views/review/changed-lines.ts';
import { isPatchReady, threadMarkdown } from '../../../../src/views/review/thread-text.ts';
import { makeKnown } from '../make-issue.ts';

const range = (startLine: number, endLine = startLine) => ({
  startLine,
  startColumn: 1,
  endLine,
  endColumn: 2,
});

describe('the lines of a change', () => {
  it('are those that were not there before', () => {
    const spans = changedLines('a\nb\nc\n', 'a\nx\ny\nc\nz\n');
    assert.deepEqual(spans, [
      { first: 2, last: 3 },
      { first: 5, last: 5 },
    ]);
    assert.ok(touches(spans, range(1, 2)));
    assert.ok(!touches(spans, range(4)));
  });

  it('are all of a new file, none of an unchanged one, and line ends are no change', () => {
    assert.ok(touches(changedLines(undefined, 'a\n'), range(77)));
    assert.deepEqual(changedLines('a\nb\n', 'a\r\nb\r\n'), []);
  });

  it('leave out every line that was kept in place', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, added) => {
        const spans = changedLines(`${before.join('\n')}\n`, `${[...before, ...added].join('\n')}\n`);
        const count = spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
        assert.ok(count <= added.length + 1);
      }),
    );
  });
});

describe('a review thread', () => {
  const commands = new Set([
    'parapet.applyPatch',
    'parapet.showPatch',
    'parapet.generatePatch',
    'parapet.showDetails',
  ]);
  const ready = makeKnown({ patch: { status: 'READY', validation: 'PASSED' } });

  it('says why and what to do, with nothing of the code read as Markdown', () => {
    const known = makeKnown({ description: 'reaches [x](command:evil) as text' });
    const text = threadMarkdown(known, { commands, remediation: 'Bind **parameters**.\n\nMore.' });
    assert.match(text, /Bind parameters/);
    assert.doesNotMatch(text, /More/);
    assert.doesNotMatch(text, /\]\(command:evil/);
  });

  it('offers the patch only where it is ready, and no command that is not there', () => {
    const none = makeKnown();
    assert.ok(isPatchReady(ready) && !isPatchReady(none));
    assert.match(threadMarkdown(ready, { commands, remediation: undefined }), /command:parapet\.applyPatch/);
    const open = threadMarkdown(none, { commands, remediation: undefined });
    assert.match(open, /command:parapet\.generatePatch/);
    assert.doesNotMatch(open, /applyPatch/);
    const bare = threadMarkdown(ready, { commands: new Set(), remediation: undefined });
    assert.doesNotMatch(bare, /command:/);
  });
});
