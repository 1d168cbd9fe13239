import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import {
  type Digest,
  digestOf,
  type Entry,
  line,
  plainText,
} from '../../../../../src/service/agent/channel/digest.ts';
import { slackBody } from '../../../../../src/service/agent/channel/slack.ts';
import { teamsBody } from '../../../../../src/service/agent/channel/teams.ts';

const page = 'https://parapet.example.com/dashboard/issues/1';

/** Texts as code, names of repositories and branches may hold them. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<!here>',
        '<!channel|x>',
        '<@U1>',
        '@channel',
        '@everyone',
        '&lt;',
        '*b*',
        '_i_',
        '~s~',
        '`c`',
      ),
      fc.constantFrom(
        '```',
        '\n',
        '\r\n* ',
        '> q',
        '|',
        '](',
        '[a](https://evil.example)',
        '<https://evil.example|x>',
      ),
      fc.constantFrom(
        'https://evil.example',
        'www.evil.example',
        ':smile:',
        '{{DATE(1)}}',
        '{',
        '<at>x</at>',
        '\u202e',
      ),
      fc.string({ maxLength: 5, unit: 'grapheme' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => line(parts.join(''), 200));

const entry: fc.Arbitrary<Entry> = fc.record({
  kind: fc.constant('newIssues' as const),
  severity: fc.constant('HIGH' as const),
  label: fc.constant('High'),
  title: text,
  repository: text,
  place: text.map((file) => `${file}:3`),
  detail: text,
  url: fc.constant(page),
});
const digest: fc.Arbitrary<Digest> = fc
  .array(entry, { minLength: 1, maxLength: 4 })
  .map((entries) => digestOf(entries, 0, page));

const SlackBody = z.object({ text: z.string(), link_names: z.literal(false), parse: z.literal('none') });
const TeamsBody = z.object({
  attachments: z.tuple([
    z.object({
      content: z.object({
        body: z.array(
          z.strictObject({
            type: z.literal('RichTextBlock'),
            inlines: z.array(
              z.strictObject({
                type: z.literal('TextRun'),
                text: z.string(),
                weight: z.string().optional(),
                color: z.string().optional(),
                selectAction: z
                  .strictObject({ type: z.literal('Action.OpenUrl'), url: z.literal(page) })
                  .optional(),
              }),
            ),
          }),
        ),
      }),
    }),
  ]),
});

describe('texts from code in a chat message', () => {
  it('are read as text by Slack: nothing is linked, called or formatted but by us', () => {
    fc.assert(
      fc.property(digest, (made) => {
        const { text: sent } = SlackBody.parse(JSON.parse(slackBody(made)));
        const count = made.entries.length;
        assert.equal(sent.split('\n').length, 1 + count);
        const links = sent.match(/<[^>]*>/g) ?? [];
        assert.equal(links.length, count);
        for (const link of links)
          assert.ok(link.startsWith(`<${page}|`) && link.split('|').length === 2, link);
        const rest = sent.replace(/<[^>]*>/g, '');
        assert.doesNotMatch(rest, /[<>]|&(?!amp;|lt;|gt;)/);
        const outsideCode = sent.replaceAll(page, '').replace(/`[^`]*`/g, '');
        assert.doesNotMatch(outsideCode, /@(?:channel|here|everyone)|:\/\/|www\./i);
        assert.equal(outsideCode.split('*').length - 1, 2 + 2 * count);
        assert.ok(!outsideCode.includes('~'));
        assert.equal(sent.split('`').length - 1, 2 * count);
      }),
    );
  });

  it('are runs of text in Teams, which knows no markup there', () => {
    fc.assert(
      fc.property(digest, (made) => {
        const { content } = TeamsBody.parse(JSON.parse(teamsBody(made))).attachments[0];
        assert.equal(content.body.length, 1 + made.entries.length);
        for (const { inlines } of content.body)
          for (const run of inlines) assert.doesNotMatch(run.text, /\{\{|[\n\u202e]/);
      }),
    );
  });

  it('are without secrets, in one line and not longer than they may be', () => {
    const key = ['ghp_', 'a8Kd02LmQ9xTzR4vB7nYcW1pJ6sH3fE5uG0o'].join('');
    const shown = line(`a\u202e\n${key} ${'b'.repeat(1_000)}`, 100);
    assert.ok(shown.length <= 102 && !shown.includes(key) && !/[\n\u202e]/.test(shown), shown);
  });

  it('name at least one of each kind, and count the others', () => {
    const issue = {
      kind: 'newIssues',
      severity: 'CRITICAL',
      label: 'Critical',
      title: 'SQL injection',
    } as const;
    const others = (['scanFailed', 'patchReady', 'automationFinished'] as const).map(
      (kind): Entry => ({ kind, label: kind, title: 'shop' }),
    );
    const made = digestOf([...Array.from({ length: 60 }, () => ({ ...issue })), ...others], 5, page);
    assert.deepEqual(
      [made.entries.length, made.more, made.entries.slice(-3).map(({ kind }) => kind)],
      [10, 58, ['scanFailed', 'patchReady', 'automationFinished']],
    );
    assert.match(
      plainText(made),
      /65 new critical or high issues, 1 failed scan, 1 patch ready, 1 automation ended/,
    );
  });
});
