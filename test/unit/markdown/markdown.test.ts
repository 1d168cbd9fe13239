import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { linkTo } from '../../../src/agent/links.ts';
import { grow, nothingYet } from '../../../src/markdown/growing.ts';
import { highlight } from '../../../src/markdown/highlight.ts';
import { linkTarget } from '../../../src/markdown/link-target.ts';
import { parseMarkdown, wordsOf } from '../../../src/markdown/parse.ts';
import type { Block, Inline } from '../../../src/markdown/tree.ts';
import { effortOf } from '../../support/effort.ts';

/** Pieces of Markdown and of what should not be in it, put together at random. */
const piece = fc.constantFrom(
  ...[
    '# ',
    '## ',
    '- ',
    '* ',
    '1. ',
    '2',
    '. ',
    '> ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '---\n',
    '```\n',
    '```ts\n',
    '~~~',
  ],
  ...[
    '`',
    '``',
    '**',
    '*',
    '_',
    '__',
    '~~',
    '[',
    ']',
    '](',
    ')',
    '![',
    '|',
    '|-|-|\n',
    '| a | b |\n',
    '- [x] ',
    '\\',
  ],
  ...[
    '<b>',
    '</b>',
    '<script>alert(1)</script>',
    '<!--',
    '-->',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:1">',
  ],
  ...[
    'javascript:alert(1)',
    'https://a.example/b',
    'data:text/html,x',
    'command:x',
    '&lt;',
    '&amp;',
    '&#106;',
    '[a]: http://x\n',
  ],
  ...[
    'word',
    'a b',
    'src/a.ts:12',
    'parapet:file?path=a.ts&line=3',
    '\u202E',
    '\u2066',
    '\r\n',
    'é',
    '😀',
    '\0',
  ],
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

function inlines(blocks: readonly Block[]): readonly Inline[] {
  return blocks.flatMap((block): readonly Inline[] => {
    switch (block.type) {
      case 'heading':
      case 'paragraph':
        return within(block.children);
      case 'quote':
        return inlines(block.children);
      case 'list':
        return block.items.flatMap(({ children }) => inlines(children));
      case 'table':
        return [...block.head, ...block.rows.flat()].flatMap(within);
      default:
        return [];
    }
  });
}

function within(parts: readonly Inline[]): readonly Inline[] {
  return parts.flatMap((part) => ('children' in part ? [part, ...within(part.children)] : [part]));
}

function words(source: string): string {
  return inlines(parseMarkdown(source))
    .map((part) => ('text' in part ? part.text : ''))
    .join('');
}

describe('Markdown of the chat', () => {
  it('of any text leads nowhere but to the web, to files below the root and to issues', () => {
    fc.assert(
      fc.property(text, (source) => {
        for (const part of inlines(parseMarkdown(source))) {
          if (part.type !== 'link') continue;
          const { target } = part;
          if (target.kind === 'web') assert.match(new URL(target.url).protocol, /^https?:$/);
          if (target.kind === 'file') {
            assert.ok(
              !target.path.startsWith('/') && !target.path.split(/[\\/]/).includes('..'),
              target.path,
            );
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('of any text hides no character that turns others round', () => {
    fc.assert(
      fc.property(text, (source) =>
        assert.doesNotMatch(JSON.stringify(parseMarkdown(source)), /[\u202A-\u202E\u2066-\u2069]/),
      ),
    );
  });

  it('is the same read as it grows and read at once', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (source, cuts) => {
        const ends = [...cuts.map((cut) => cut % (source.length + 1)), source.length].sort((a, b) => a - b);
        let state = nothingYet;
        for (const end of ends) state = grow(state, source.slice(0, end));
        assert.deepEqual(state.blocks, parseMarkdown(source));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is not read again from its beginning while it grows', () => {
    const source = Array.from(
      { length: 200 },
      (_, at) => `## Part ${at}\n\n- one\n- two\n\nSome words, and \`code\`.\n\n`,
    ).join('');
    let state = nothingYet;
    for (let end = 0; end <= source.length; end += 7) {
      state = grow(state, source.slice(0, end));
      assert.ok(end - state.settled.text.length < 200, `${state.settled.text.length} of ${end} are settled`);
    }
  });

  it('shows HTML as it is written', () => {
    assert.equal(words('a <b onclick="x()">b</b> <!-- c -->'), 'a <b onclick="x()">b</b> <!-- c -->');
    assert.equal(words('<script>alert(1)</script>'), '<script>alert(1)</script>');
    assert.equal(
      words('<details>\n<summary>x</summary>\n</details>'),
      '<details>\n<summary>x</summary>\n</details>',
    );
  });

  it('takes the words of a link that leads nowhere', () => {
    for (const address of [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'data:text/html,x',
      'command:a',
      'vscode:x',
      'file:///etc/passwd',
      '../a.ts',
      '/etc/passwd',
      '//evil.example/x',
      'C:/x.ts',
      'src/%2e%2e/a.ts',
      'https://a:b@evil.example/',
    ]) {
      const found = inlines(parseMarkdown(`[here](${address})`));
      assert.ok(!found.some(({ type }) => type === 'link'), address);
      assert.match(words(`[here](${address})`), /here/);
    }
  });

  it('names the host of a link whose words say another thing', () => {
    assert.deepEqual(linkTarget('https://evil.example/x', 'https://good.example/'), {
      kind: 'web',
      url: 'https://evil.example/x',
      host: 'evil.example',
    });
    assert.deepEqual(linkTarget('https://a.example/x', 'https://a.example/x'), {
      kind: 'web',
      url: 'https://a.example/x',
      host: '',
    });
    assert.equal(linkTarget('https://a.example.evil.example/', 'a.example')?.kind, 'web');
    assert.equal(
      wordsOf(inlines(parseMarkdown('see https://a.example/x.'))),
      'see https://a.example/xhttps://a.example/x.',
    );
  });

  it('reads the places that the agent and its models write', () => {
    const id = '6b1f9d1c-0000-4000-8000-000000000001';
    assert.deepEqual(linkTarget(linkTo({ kind: 'file', path: 'src/a (1).ts', line: 12 }), 'a'), {
      kind: 'file',
      path: 'src/a (1).ts',
      line: 12,
    });
    assert.deepEqual(linkTarget(linkTo({ kind: 'issue', issueId: id }), 'a'), { kind: 'issue', issueId: id });
    for (const address of ['src/a.ts:12', './src/a.ts#L12', 'src/a.ts#L12-L20', 'src/a.ts:12:4']) {
      assert.deepEqual(linkTarget(address, 'a'), { kind: 'file', path: 'src/a.ts', line: 12 }, address);
    }
    assert.deepEqual(linkTarget('src/my%20file.ts', 'a'), { kind: 'file', path: 'src/my file.ts' });
  });

  it('names images, and has no way to load them', () => {
    const [image] = inlines(parseMarkdown('![a](https://evil.example/p.png?secret)'));
    assert.deepEqual(image, { type: 'image', text: 'a', host: 'evil.example' });
  });

  it('shows unclosed fences and huge tables as far as they go', () => {
    assert.deepEqual(parseMarkdown('```py\nx = 1'), [{ type: 'code', language: 'py', text: 'x = 1' }]);
    const table = parseMarkdown(`|a|b|\n|-|-|\n${'|x|y|\n'.repeat(5_000)}`)[0];
    assert.ok(table?.type === 'table' && table.rows.length === 500 && table.more === 4_500);
  });

  it('is bounded: hostile texts take a second or two', function () {
    this.timeout(120_000);
    const big = 190_000;
    const hostile = {
      line: 'x'.repeat(1_000_000),
      words: 'word '.repeat(200_000),
      stars: '*a '.repeat(big / 3),
      bangs: 'a**b'.repeat(big / 4),
      brackets: '['.repeat(big),
      links: '[a]('.repeat(big / 4),
      quotes: '> '.repeat(3_000),
      numbers: '1. '.repeat(9_000),
      lists: Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
      ticks: Array.from({ length: 600 }, (_, length) => '`'.repeat(length + 1)).join(' '),
      emails: `${'a.'.repeat(big / 2)}@`,
      pipes: '|'.repeat(big),
      comments: '<!--'.repeat(big / 4),
      definitions: '[a]: x\n'.repeat(big / 7),
      schemes: 'https://'.repeat(big / 8),
    };
    for (const [name, source] of Object.entries(hostile)) {
      const took = effortOf(() => assert.ok(parseMarkdown(source).length > 0, name));
      assert.ok(took < 2_000, `${name} took ${Math.round(took)} ms`);
    }
  });

  it('tells how much of a long line is left out', () => {
    const [block] = parseMarkdown('x'.repeat(100_000));
    assert.ok(block?.type === 'paragraph');
    assert.deepEqual(block.children.at(-1), { type: 'more', characters: 80_000 });
  });

  it('reads task lists and tables with what stands in them', () => {
    const [list] = parseMarkdown('- [x] done\n- [ ] open');
    assert.ok(list?.type === 'list');
    assert.deepEqual(
      list.items.map(({ checked, children }) => [checked, wordsOf(inlines(children))]),
      [
        [true, 'done'],
        [false, 'open'],
      ],
    );
  });
});

describe('code in the chat', () => {
  it('is coloured in pieces that are the code', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.constantFrom('ts', 'python', 'java', 'html', 'sql', 'no-such', ''),
        (code, language) =>
          assert.equal(
            highlight(code, language)
              .map((one) => one.text)
              .join(''),
            code,
          ),
      ),
    );
  });

  it('knows the keywords of the usual languages', () => {
    const keywords = {
      ts: 'const',
      js: 'const',
      python: 'def',
      java: 'class',
      go: 'func',
      c: 'return',
      csharp: 'class',
      php: 'function',
      ruby: 'def',
      rust: 'fn',
      sql: 'SELECT',
      kotlin: 'fun',
      jsx: 'const',
    };
    for (const [language, keyword] of Object.entries(keywords)) {
      const found = highlight(`${keyword} x `, language).find(({ text: piece }) => piece.trim() === keyword);
      assert.match(found?.kind ?? '', /keyword|type/, language);
    }
  });

  it('is not coloured where it is too long to scroll past', () => {
    const long = `const a = "${'x'.repeat(30_000)}"`;
    assert.deepEqual(highlight(long, 'ts'), [{ kind: '', text: long }]);
  });
});
