import assert from 'node:assert/strict';
import fc from 'fast-check';
import { marked, type Token, type Tokens } from 'marked';
import { readLink } from '../../../../../../src/agent/links.ts';
import { SafeOutput } from '../../../../../../src/service/agent/analyst/model/safe-output.ts';

/** Every address that a reader of the Markdown would make a link of, or load. */
function addresses(markdown: string): string[] {
  const found: string[] = [];
  const look = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'link' || token.type === 'image') found.push((token as Tokens.Link).href);
      if ('tokens' in token && token.tokens) look(token.tokens);
      if (token.type === 'list') for (const item of (token as Tokens.List).items) look(item.tokens);
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        for (const cell of [...header, ...rows.flat()]) look(cell.tokens);
      }
    }
  };
  look(marked.lexer(markdown));
  return found;
}

function through(pieces: readonly string[]): string {
  const output = new SafeOutput();
  return pieces.map((piece) => output.add(piece)).join('') + output.end();
}

describe('what a model says is shown without', () => {
  for (const [name, markdown] of [
    ['images', '![a](https://evil.example/x.png?d=1)'],
    ['links', '[a](https://evil.example/?d=1 "t")'],
    ['links in angle brackets', '[a](<https://evil.example/?d=1>)'],
    ['autolinks', '<https://evil.example/?d=1>'],
    ['bare addresses', 'see https://evil.example/?d=1 or www.evil.example/?d=1'],
    ['references', '[a][r] and ![b][r]\n\n[r]: https://evil.example/?d=1'],
    ['links over two lines', '[a\nb](https://evil.example/?d=1)'],
    ['images over two lines', '![a\nb](https://evil.example/?d=1)'],
    ['nested links', '[![a](https://evil.example/1)](https://evil.example/2)'],
    ['nested brackets', '[a [b]](https://evil.example/?d=1)'],
    ['commands', '[a](command:workbench.action.terminal.new) [b](vscode://x/y) [c](javascript:alert%281%29)'],
    ['data', '[a](data:text/html,x) [b](file:///etc/passwd)'],
    ['mail', '[a](mailto:a@evil.example?body=x) mailto:a@evil.example'],
    [
      'links in lists, quotes and tables',
      '> - [a](https://evil.example/1)\n\n| a |\n| - |\n| [b](https://evil.example/2) |',
    ],
    ['escaped ends', '[a\\](https://evil.example/1)](https://evil.example/2)'],
    ['places that are none', '[a](parapet:file?path=..%2Fx) [b](parapet:run?x=1)'],
  ] as const) {
    it(name, () => {
      for (const pieces of [[markdown], [...markdown]]) {
        const shown = through(pieces);
        const left = addresses(shown).filter((address) => readLink(address) === undefined && address !== '');
        assert.deepEqual(
          left.filter((address) => /^[a-z]+:|^\/\/|^www/i.test(address)),
          [],
          shown,
        );
        assert.doesNotMatch(shown.replace(/`[^`]*`/g, ''), /evil\.example\/\?d=1/);
      }
    });
  }

  it('HTML', () => {
    assert.doesNotMatch(
      through(['<img src="https://evil.example/x">', '<script>1</script>']),
      /<(?:img|script)/,
    );
  });

  it('anything else changed: words, code, lists and places stay', () => {
    const markdown =
      '# Title\n\n1. **a** [x.ts:3](parapet:file?path=x.ts&line=3) `if (a[0](b) < c)`\n\n```js\nconst a = b[c](d); // https://example.org?x=1 <b>\n```\n\nEnd, 1 < 2.';
    assert.equal(through([...markdown]), markdown);
  });

  it('addresses, however it is cut into pieces', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      '`',
      '\n',
      ' ',
      'a',
      '\\',
      ':',
      '"',
      '|',
      '- ',
      '> ',
      '```\n',
      'https://evil.example/',
      'www.evil.example',
      'parapet:file?path=a.ts',
      '[r]: ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (parts, size) => {
        const text = parts.join('');
        const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
        const shown = through(pieces);
        assert.equal(shown, through([text]), 'the same, however it comes');
        for (const address of addresses(shown)) {
          if (/evil/.test(address)) assert.doesNotMatch(address, /^(?:https?:|www|\/\/)/, shown);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
