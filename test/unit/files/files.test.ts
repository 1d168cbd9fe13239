import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decode } from '../../../src/engine/files/decode.ts';
import { extensionOf, isMedia } from '../../../src/engine/files/kinds.ts';
import { hasMinifiedName, looksMinified } from '../../../src/engine/files/minified.ts';
import { familyServed, fileLanguage } from '../../../src/engine/languages/registry.ts';

/** Text as people write it: no control characters but line ends and tabs. */
const prose = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019 ;{}()\n\t"é日😀ß'), minLength: 4, maxLength: 200 })
  .filter((text) => /[a-z]{2}/.test(text));

describe('decoding', () => {
  it('gives back UTF-8 as it was written, with or without a mark', () => {
    fc.assert(
      fc.property(prose, fc.boolean(), (text, mark) => {
        const decoded = decode(Buffer.from(mark ? `\ufeff${text}` : text));
        assert.deepEqual(decoded, { kind: 'text', text, encoding: 'utf-8', guessed: false });
      }),
    );
  });

  it('gives back UTF-16 with a mark in either order', () => {
    fc.assert(
      fc.property(prose, fc.boolean(), (text, bigEndian) => {
        const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
        const decoded = decode(bigEndian ? bytes.swap16() : bytes);
        const encoding = bigEndian ? 'utf-16be' : 'utf-16le';
        assert.deepEqual(decoded, { kind: 'text', text, encoding, guessed: false });
      }),
    );
  });

  it('recognises UTF-16 without a mark, and says that it guessed', () => {
    const text = 'public class A { String s = "x"; }\n'.repeat(3);
    const bytes = Buffer.from(text, 'utf16le');
    assert.deepEqual(decode(bytes), { kind: 'text', text, encoding: 'utf-16le', guessed: true });
    assert.deepEqual(decode(bytes.swap16()), { kind: 'text', text, encoding: 'utf-16be', guessed: true });
  });

  it('reads what is no UTF-8 as Windows-1252, and says that it guessed', () => {
    const decoded = decode(Buffer.from([...Buffer.from('String s = "caf'), 0xe9, 0x80, 0x22, 0x3b]));
    assert.deepEqual(decoded, {
      kind: 'text',
      text: 'String s = "café€";',
      encoding: 'windows-1252',
      guessed: true,
    });
  });

  it('says that UTF-16 is damaged rather than to fail', () => {
    const decoded = decode(
      Buffer.concat([Buffer.from('\ufeffab', 'utf16le'), Buffer.from([0x00, 0xd8, 0x61])]),
    );
    assert.equal(decoded.kind === 'text' && decoded.guessed, true);
  });

  it('takes files with zero bytes or many control characters for binary', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000', 'hex');
    const compiled = Buffer.from('cafebabe0000003d001d0a0006000f09', 'hex');
    const noise = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 37) % 31));
    for (const bytes of [png, compiled, noise]) assert.deepEqual(decode(bytes), { kind: 'binary' });
    const late = Buffer.concat([Buffer.alloc(20_000, 'a'), Buffer.from([0])]);
    assert.deepEqual(decode(late), { kind: 'binary' });
  });

  it('takes any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void decode(bytes)));
    assert.deepEqual(decode(new Uint8Array()), { kind: 'text', text: '', encoding: 'utf-8', guessed: false });
  });
});

describe('minified code', () => {
  const bundle = `!function(e,t){${'var n=e.x,r=t.y;if(n>r){return n(r)}else{t.z=n};'.repeat(200)}}(a,b);`;
  const normal = 'function add(first, second) {\n  return first + second;\n}\n'.repeat(100);

  it('is recognised by its shape', () => {
    assert.equal(looksMinified('a.js', bundle), true);
    assert.equal(looksMinified('a.js', `/* licence */\n${bundle}\n//# sourceMappingURL=a.js.map\n`), true);
    assert.equal(looksMinified('a.js', normal), false);
  });

  it('is not taken for it because of one long string, of long sentences, or in another language', () => {
    assert.equal(looksMinified('a.js', `${normal}const icon = "${'QUJD'.repeat(1_000)}";\n`), false);
    assert.equal(
      looksMinified('a.html', `<p>${'These are words that people read. '.repeat(200)}</p>`),
      false,
    );
    assert.equal(looksMinified('data.json', bundle), false);
    assert.equal(looksMinified('A.java', bundle), false);
  });

  it('is recognised by name', () => {
    for (const name of [
      'jquery.min.js',
      'lib/app-min.js',
      'a.min.css',
      'x.bundle.js',
      'app.js.map',
      'A.MIN.JS',
    ]) {
      assert.equal(hasMinifiedName(name), true, name);
    }
    for (const name of ['admin.js', 'min.js', 'src/minify.ts', 'bundle.js', 'a.min.java', 'map.js']) {
      assert.equal(hasMinifiedName(name), false, name);
    }
  });
});

describe('what a name says', () => {
  it('is the extension, in lower case, of the last part only', () => {
    assert.deepEqual(
      ['a/b.JS', '.env', 'x.tar.gz', 'dir.d/file', 'a.', 'x/.eslintrc.json'].map(extensionOf),
      ['js', '', 'gz', '', '', 'json'],
    );
  });

  it('puts languages that call each other together', () => {
    assert.deepEqual(
      ['a.ts', 'b.jsx', 'C.java', 'd.py', 'e.unknown', 'Dockerfile'].map(
        (path) => fileLanguage(path)?.family,
      ),
      ['javascript', 'javascript', 'java', 'python', undefined, undefined],
    );
  });

  it('of a script without an extension, its first line does', () => {
    const family = (text: string) => fileLanguage('bin/tool', text)?.family;
    assert.equal(family('#!/usr/bin/env node\n'), 'javascript');
    assert.equal(family('#!/usr/bin/python3\n'), 'python');
    assert.equal(family('#!/bin/sh\n'), undefined);
  });

  it('says which files serve the code of a language, whatever else they are called', () => {
    assert.deepEqual(['app/package.json', 'a.properties', 'dao/Statements.xml', 'a.json'].map(familyServed), [
      'javascript',
      'java',
      'java',
      undefined,
    ]);
  });

  it('knows media from code', () => {
    assert.deepEqual(['a.png', 'b.jar', 'c.woff2', 'd.js', 'e.svg', 'key.pem'].map(isMedia), [
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
