import assert from 'node:assert/strict';
import { harmlessMarkdown, plain, plainLine } from '../../../../src/service/providers/reports/markdown.ts';

/** What a host would make a reference, a command or something loaded of. */
const hostile = [
  '@all',
  '&commat;all',
  '&#64;all',
  '#12',
  'group/project!7',
  '%"Milestone"',
  '/approve',
  '/merge @ada',
  '![x](https://evil.example/x.png)',
  '[x](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  'https://evil.example/a',
  'www.evil.example',
  '\u202egnp.exe',
];
const live = [
  /@\w/,
  /&(?:commat|#64);/,
  /(?<!\u200b)#\d/,
  /!\d/,
  /%"/,
  /^\/\w/m,
  /(?<!\\)!\[/,
  /\]\((?:https?|javascript):/,
  /<img/,
];

describe('text from code at a code host', () => {
  for (const text of hostile)
    it(`references, runs and loads nothing: ${JSON.stringify(text)}`, () => {
      for (const shown of [plain(text), harmlessMarkdown(text), harmlessMarkdown(`Use\n\n${text}\n`)])
        for (const pattern of live) assert.doesNotMatch(shown, pattern);
      assert.doesNotMatch(plain(text), /:\/\/|www\.|\u202e/);
    });

  it('keeps Markdown that formats', () => {
    const text = 'Pass **the list** to `exec`:\n\n```js\nexec("a");\n```';
    assert.equal(harmlessMarkdown(text), text);
  });

  it('makes lines of commits that end no issue and hold no pipeline up', () => {
    const line = plainLine('Fixes #12 [skip ci]\nfor @ada');
    assert.doesNotMatch(line, /#\d|\[|\n|@\w/);
    assert.match(line, /^Fixes #/);
  });
});
