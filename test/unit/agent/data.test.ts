import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answer, maximumData, maximumPlaces, maximumText } from '../../../src/agent/answer.ts';
import { asData, code, fenced, prose, shorten, visible, visibleIn, words } from '../../../src/agent/data.ts';
import { withoutSecrets } from '../../../src/agent/secrets.ts';
import { assertInert } from './inert.ts';

/** Whatever a repository's author may have written, with what is meant to deceive more often than by chance. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '`',
        '```',
        '````\n',
        '</data>',
        '](https://evil.example/?',
        '![x](http://evil.example)',
        '<img src=x onerror=alert(1)>',
        '\u202e',
        '\u200b',
        '\u{e0041}',
        '\u0007',
        '\u001b[2J',
        '\ufe0f',
        '\r\n',
        '\n',
        '\t',
        'https://evil.example',
        'www.evil.example',
        '&#60;',
        '\\',
        '1. ',
        '- ',
        '# ',
        '|',
        'a | b\n---|---\n',
        '~~~\n',
        'mailto:a@evil.example',
        'a@evil.example',
        '[a]: https://evil.example',
        '\\`',
        '    ',
        '> ',
        '\n\n',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const seen = /^[\n\t\u0020-\u007e\p{L}\p{N}\p{P}\p{S}\p{M}\p{Zs}]*$/u;

describe('what comes from code is shown as it is and stands for nothing else', () => {
  it('hidden characters are seen as escapes, and only those change', () => {
    assert.equal(
      visible('pay\u202ecode\u200b \u{e0041} \u0007'),
      'pay\\u{202e}code\\u{200b} \\u{e0041} \\u{7}',
    );
    assert.equal(visible('naïve 日本語 عربى 😀\n\tend'), 'naïve 日本語 عربى 😀\n\tend');
    assert.equal(visible('one\r\ntwo\rthree'), 'one\ntwo\\u{d}three');
    fc.assert(
      fc.property(nasty, (text) => {
        assert.match(visible(text), seen);
        assert.equal(visible(visible(text)), visible(text));
      }),
    );
  });

  it('in data too, however deep', () => {
    fc.assert(
      fc.property(fc.jsonValue(), nasty, (value, text) => {
        const shown = JSON.stringify(visibleIn({ value, text, list: [{ [text]: text }] }));
        assert.doesNotMatch(shown, /[\u200b\u202e\u{e0041}]/u);
      }),
    );
  });

  it('words stay on one line, without links, pictures, code and HTML', () => {
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 300 }), (text, length) => {
        const shown = words(text, length);
        assert.doesNotMatch(shown, /\n/);
        assert.doesNotMatch(shown, /(?<!\\)(?:\\\\)*[[\]<>`*_]/);
        assert.doesNotMatch(shown, /https?:\/\//);
      }),
    );
    assert.equal(words('![a](https://evil.example/x)'), '!\\[a\\](https\\://evil.example/x)');
    assert.equal(words('# not a heading'), '\\# not a heading');
    assert.equal(words('1. not a list'), '\\1. not a list');
  });

  it('code cannot end its marks, in a line or as a block', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const span = code(text);
        const marks = /^`+/.exec(span)?.[0] ?? '';
        assert.ok(span.endsWith(marks) && span.length > 2 * marks.length);
        const inside = span.slice(marks.length, -marks.length);
        assert.ok(![...inside.matchAll(/`+/g)].some(([run]) => run === marks), span);
        assert.doesNotMatch(span, /\n/);

        const block = fenced(text, 'js').split('\n');
        const fence = block.at(-1) ?? '';
        assert.match(fence, /^`{3,}$/);
        assert.equal(block[0], `${fence}js`);
        for (const line of block.slice(1, -1)) assert.ok(!line.trim().startsWith(fence), line);
      }),
    );
    assert.equal(fenced('x', 'js" onload="'), '```\nx\n```');
  });

  it('prose keeps its code, and loses links and HTML', () => {
    assert.equal(
      prose('Use `a<b>` and [this](https://evil.example), <b>bold</b>.'),
      'Use `a<b>` and [this] (https\\://evil.example), &lt;b>bold&lt;/b>.',
    );
    // An underscore is no part of a word where an address begins.
    assertInert(prose('_www.evil.example'));
    assertInert(words('_www.evil.example'));
    fc.assert(
      fc.property(nasty, (text) => assertInert(prose(text))),
      { numRuns: 2_000 },
    );
  });

  it('leads nowhere in whatever order it is put together', () => {
    const piece = fc.oneof(
      nasty.map((text) => words(text)),
      nasty.map((text) => code(text)),
      nasty.map((text) => prose(text)),
      nasty.map((text) => `\n\n${fenced(text, 'js')}\n\n`),
      nasty.map((text) => `\n- ${words(text)}: ${prose(text)}`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => assertInert(pieces.join(' '))),
      { numRuns: 3_000 },
    );
  });

  it('is between marks that it cannot know, for a language model', () => {
    fc.assert(
      fc.property(nasty, nasty, (text, source) => {
        const shown = asData(text, source);
        const id = /^<data id="([0-9a-f]{8})" source="[\w./: -]*">\n/.exec(shown)?.[1] ?? assert.fail(shown);
        assert.equal(shown.split(`</data id="${id}">`).length, 2);
        assert.match(shown, seen);
      }),
    );
    assert.notEqual(asData('x', 'y'), asData('x', 'y'));
  });

  it('a text is shortened to its length without halves of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, length) => {
        const shown = shorten(text, length);
        assert.ok(shown.length <= Math.max(length, 1) && shown.isWellFormed());
      }),
    );
  });
});

describe('an answer of a tool', () => {
  it('is bounded whatever is put into it, with every block of code closed', () => {
    const long = fc.array(
      fc.oneof(
        nasty,
        fc.string({ minLength: 400, maxLength: 900 }).map((text) => fenced(text)),
      ),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(long, fc.jsonValue(), (parts, data) => {
        const places = parts.map((label) => ({ label, path: 'a.js' }));
        const result = answer(parts.join('\n'), { data }, [...places, ...places]);
        assert.ok(result.text.length <= maximumText, `${result.text.length}`);
        assert.ok(JSON.stringify(result.data ?? null).length <= maximumData);
        assert.ok(result.places.length <= maximumPlaces);
      }),
      { numRuns: 60 },
    );
    const block = fenced('x\n'.repeat(20_000), 'js');
    const { text } = answer(`Before\n${block}`, {});
    assert.equal(text.split('\n').filter((line) => line.startsWith('```')).length, 2);
    assert.match(text, /Cut here: \d+ more characters/);
  });

  it('says where its data is left out', () => {
    const { data, text } = answer('Short.', { text: 'x'.repeat(maximumData) });
    assert.equal(data, undefined);
    assert.match(text, /left out/);
  });
});

describe('code without its secrets', () => {
  const key = ['ghp', 'a8Fk29dLq0ZxPw37Yb5Nc1Vt6Rm4Sj8Ue2Hg'].join('_');

  it('blanks out what the scanner would report, and nothing else', () => {
    const text = `const a = 1;\nconst token = '${key}';\nuse(token);\n`;
    const shown = withoutSecrets('src/config.js', text);
    assert.ok(!shown.includes(key));
    assert.equal(shown.split('\n').length, text.split('\n').length);
    assert.ok(shown.startsWith('const a = 1;') && shown.includes('use(token);'));
    assert.equal(withoutSecrets('src/app.js', 'const sum = a + b;'), 'const sum = a + b;');
  });

  it('blanks out a part of a secret that goes beyond what is shown', () => {
    const lines = Array.from(
      { length: 6 },
      (_, index) => `MIIEowIBAAKCAQEA${'abcdefghijkl'[index]}3Vq8Zr1Kp7Tn5Wd0Xs2Yf6Hg9Jm4L`,
    );
    const begin = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ');
    const end = ['-----END RSA', 'PRIVATE KEY-----'].join(' ');
    const file = [begin, ...lines, end].join('\n');
    const part = lines.slice(2, 4).join('\n');
    const shown = withoutSecrets('deploy/key.pem', part, file);
    for (const line of lines.slice(2, 4)) assert.ok(!shown.includes(line), shown);
  });
});
