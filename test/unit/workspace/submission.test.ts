import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changeOf } from '../../../src/service/code-scans/change.ts';
import {
  bytesOf,
  type Candidate,
  isBinary,
  isKeyFile,
  isSendable,
  partsOf,
  submissionOf,
} from '../../../src/workspace/submission.ts';

const text = fc
  .array(
    fc.constantFrom('alpha', 'beta', '', '  gamma', '-minus', '+plus', '@@ -1 +1 @@', '--- x', 'delta\r'),
    {
      maxLength: 12,
    },
  )
  .map((lines) => lines.join('\n'));

describe('what is submitted', () => {
  it('is divided into parts within the limits, without loss or repetition', () => {
    const candidates = fc.uniqueArray(
      fc.record({ path: fc.stringMatching(/^[a-c]\/[a-z]{1,4}$/), size: fc.nat(40) }),
      { selector: ({ path }) => path, maxLength: 30 },
    );
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 6 }), (drafts, files) => {
        const all: Candidate[] = drafts.map(({ path, size }) => ({ path, content: 'x'.repeat(size) }));
        const limits = { files, bytes: 60 };
        const parts = partsOf(all, limits);
        assert.deepEqual(
          parts
            .flat()
            .map(({ path }) => path)
            .sort(),
          all.map(({ path }) => path).sort(),
        );
        for (const part of parts) {
          assert.ok(part.length > 0 && part.length <= files);
          assert.ok(part.reduce((sum, one) => sum + bytesOf(one), 0) <= 60);
        }
      }),
    );
  });

  it('of a selection is its whole file, and a diff of just its lines', () => {
    fc.assert(
      fc.property(text, fc.nat(11), fc.nat(11), (content, one, other) => {
        const count = content.split('\n').length;
        const first = Math.min(one, other, count - 1) + 1;
        const last = Math.min(Math.max(one, other), count - 1) + 1;
        const submission = submissionOf([{ path: 'src/a.js', content, lines: { first, last } }], 'files');
        assert.ok(submission.type === 'diff');
        assert.deepEqual(submission.files, [{ path: 'src/a.js', content }]);
        assert.equal(submission.before, undefined);
        const { added, renamedFrom } = changeOf(submission.diff);
        assert.equal(renamedFrom.size, 0);
        const lines = [...(added.get('src/a.js') ?? [])];
        assert.deepEqual(
          lines,
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        );
      }),
    );
  });

  it('of a change has every line that is not in the text before, and both names of a renamed file', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after && after !== '');
        const submission = submissionOf(
          [{ path: 'new.js', content: after, before: { path: 'old.js', content: before } }],
          'change',
        );
        assert.ok(submission.type === 'diff');
        assert.deepEqual(submission.before, [{ path: 'old.js', content: before }]);
        const { added, renamedFrom } = changeOf(submission.diff);
        assert.deepEqual([...renamedFrom], [['new.js', 'old.js']]);
        const known = new Set(before.split('\n'));
        const lines = after.split('\n');
        if (lines.at(-1) === '') lines.pop();
        for (const [index, line] of lines.entries()) {
          if (!known.has(line)) assert.ok(added.get('new.js')?.has(index + 1), `line ${index + 1}`);
        }
      }),
    );
  });

  it('of new files has all their lines', () => {
    const submission = submissionOf(
      [
        { path: 'a.js', content: 'one\ntwo\n' },
        { path: 'with space.js', content: 'one' },
      ],
      'change',
    );
    assert.ok(submission.type === 'diff');
    const { added } = changeOf(submission.diff);
    assert.deepEqual(
      [...added].map(([path, lines]) => [path, [...lines]]),
      [
        ['a.js', [1, 2]],
        ['with space.js', [1]],
      ],
    );
    assert.deepEqual(submission.before, []);
  });

  it('never is a file made to hold keys', () => {
    for (const name of [
      '.env',
      'config/.env.production',
      'certs/server.pem',
      'deploy/id_ed25519',
      '.npmrc',
      'infra/prod.tfvars',
      'credentials.json',
      'SERVER.KEY',
    ]) {
      assert.ok(isKeyFile(name), name);
    }
    for (const name of [
      '.env.example',
      'src/env.ts',
      'keyboard.js',
      'src/secrets.ts',
      'credentials.test.js',
    ]) {
      assert.ok(!isKeyFile(name), name);
    }
  });

  it('has paths that a service takes', () => {
    assert.ok(isSendable('src/a b.js'));
    for (const path of ['', '../a.js', 'a//b', 'a\nb', 'a\\b', `${'x'.repeat(256)}.js`]) {
      assert.ok(!isSendable(path), JSON.stringify(path));
    }
  });

  it('is text', () => {
    assert.ok(isBinary(Buffer.from('PNG\0\x01')));
    assert.ok(!isBinary(Buffer.from('text')));
    assert.ok(!isBinary(Buffer.from('\ufefftext', 'utf16le')));
  });
});
