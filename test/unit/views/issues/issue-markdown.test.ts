import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Marked } from 'marked';
import { issuesMarkdown, mostWritten } from '../../../../src/views/issues/issue-markdown.ts';
import { makeKnown } from '../make-issue.ts';

describe('issues as Markdown', () => {
  it('say what, where, how bad, why and the code, by the path within the repository', () => {
    const text = issuesMarkdown([
      makeKnown({ file: 'routes/search.ts', startLine: 41, snippet: 'db.all(q)' }),
    ]);
    for (const part of ['### SQL injection', '`routes/search.ts:41`', 'High 70', 'CWE\\-89', 'GET /search']) {
      assert.ok(text.includes(part), part);
    }
    assert.ok(text.includes('```typescript\ndb.all(q)\n```'));
    assert.ok(!text.includes('project/'), 'nothing of where the folder lies');
  });

  it('cannot be broken out of by what a service or the code says', () => {
    const evil = fc.constantFrom(
      '```',
      '````\n# x',
      '<img src=x>',
      '[x](https://evil)',
      '`',
      '\n\n# h',
      'word',
    );
    fc.assert(
      fc.property(evil, evil, evil, evil, (title, description, snippet, language) => {
        const text = issuesMarkdown([makeKnown({ title, description, snippet, language })]);
        const types = new Marked()
          .lexer(text)
          .map(({ type }) => type)
          .filter((type) => type !== 'space');
        assert.equal(types[0], 'heading');
        assert.equal(types.filter((type) => type === 'heading').length, 1);
        assert.ok(!types.includes('html'));
        assert.equal(types.filter((type) => type === 'code').length, 1);
        assert.doesNotMatch(text.replace(/^(`{3,})[\s\S]*?^\1$/gm, ''), /(?<!\\)\]\(https/);
      }),
    );
  });

  it('end somewhere, and say how many there are more', () => {
    const text = issuesMarkdown(Array.from({ length: mostWritten + 5 }, () => makeKnown()));
    assert.equal(text.match(/^### /gm)?.length, mostWritten);
    assert.ok(text.endsWith('… and 5 more\n'));
  });
});
