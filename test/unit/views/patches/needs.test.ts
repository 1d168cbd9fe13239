import assert from 'node:assert/strict';
import type { Patch } from '../../../../src/api/contract/patches.ts';
import { toPatchCard } from '../../../../src/views/chat/chat-words.ts';
import { PatchSection, toPatchView } from '../../../../src/views/details/patch-section.ts';
import { neededNames, needSentence, needViews } from '../../../../src/views/patches/needs.ts';
import { offeredState } from '../../../../src/views/patches/patch-words.ts';
import { makeIssue } from '../make-issue.ts';

const patch = (needs: Patch['needs']): Patch => ({
  ...{ issueId: 'i1', status: 'READY', validation: 'PASSED', files: [], diff: '', forced: false },
  ...(needs && { needs }),
});

const secret = patch([{ environment: 'JWT_SECRET', text: 'The new secret.' }]);

describe('what a patch needs', () => {
  it('is told with its name, whatever it is: a variable, a package, a setting', () => {
    const views = needViews(
      patch([
        { environment: 'JWT_SECRET', text: 'The new secret.' },
        { package: 'dompurify', text: 'It cleans markup.' },
        { setting: 'spring.devtools', text: 'It is off.' },
        { text: 'Nothing that has a name.' },
      ]),
    );
    assert.deepEqual(
      views.map(({ kind, name }) => [kind, name]),
      [
        ['environment', 'JWT_SECRET'],
        ['package', 'dompurify'],
        ['setting', 'spring.devtools'],
      ],
    );
    for (const { text, name } of views) assert.ok(text.includes(`\`${name}\``), text);
  });

  it('is told of several patches together, each name once', () => {
    const other = patch([
      { environment: 'DB_PASSWORD', text: 'The new one.' },
      { environment: 'JWT_SECRET', text: 'The new secret.' },
    ]);
    assert.deepEqual(neededNames([secret, other]), ['JWT_SECRET', 'DB_PASSWORD']);
    assert.equal(
      needSentence([secret, other]),
      'Together they need JWT_SECRET, DB_PASSWORD where the program runs.',
    );
    assert.equal(needSentence([secret, patch(undefined)]), 'It needs JWT_SECRET where the program runs.');
    assert.equal(needSentence([patch(undefined), patch([])]), '');
  });

  it('stands on the page and on the card of the chat, before and after it is applied', () => {
    assert.equal(toPatchView(secret, makeIssue({ patch: secret })).needs[0]?.name, 'JWT_SECRET');
    assert.equal(toPatchCard(secret).needs[0]?.name, 'JWT_SECRET');
    assert.equal(toPatchCard({ ...secret, approvedAt: '2026-01-01T00:00:00Z' }).needs[0]?.name, 'JWT_SECRET');
  });
});

describe('an issue that nobody can make a patch for', () => {
  const reason = 'Which fields a client may set is a decision.';
  const byHand = makeIssue({ id: 'i1', fixable: { by: 'NONE', reason } });
  const section = () =>
    new PatchSection(
      async (issueId): Promise<Patch> => ({
        ...{ issueId, status: 'NONE', validation: 'NOT_RUN' },
        ...{ files: [], diff: '', forced: false },
      }),
      (one) => one,
      async () => undefined,
    );
  const { signal } = new AbortController();

  it('is known before it is asked for; one that a model may know, or a service does not speak of, is asked for', () => {
    assert.equal(offeredState(byHand), 'unpatchable');
    assert.equal(offeredState(makeIssue({ fixable: { by: 'MODEL', reason } })), 'none');
    assert.equal(offeredState(makeIssue({ fixable: { by: 'MECHANICAL' } })), 'none');
    assert.equal(offeredState(makeIssue({})), 'none');
  });

  it('has a page that says why, and how to fix it in the names of the code', async () => {
    const howTo = {
      text: 'List the fields.',
      before: 'User.create(req.body)',
      after: 'User.create({ name })',
    };
    const view = await section().viewOf({ issue: byHand }, howTo, signal);
    assert.equal(view?.state, 'unpatchable');
    assert.equal(view.text, reason);
    assert.deepEqual(view.howTo, howTo);
    const other = await section().viewOf(
      { issue: makeIssue({ fixable: { by: 'MECHANICAL' } }) },
      howTo,
      signal,
    );
    assert.equal(other?.howTo, undefined);
  });
});
