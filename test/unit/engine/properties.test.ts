import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readProperties } from '../../../src/engine/resources.ts';
import { effortOf } from '../../support/effort.ts';
import { analyse } from '../../support/engine.ts';

const read = (text: string): Readonly<Record<string, string>> => Object.fromEntries(readProperties(text));

describe('.properties files', () => {
  it('separate keys from values by =, : or a space', () => {
    assert.deepEqual(read('a=1\nb:2\nc 3\nd = 4\ne : 5\n  f\t=\t6'), {
      a: '1',
      b: '2',
      c: '3',
      d: '4',
      e: '5',
      f: '6',
    });
  });

  it('keep further separators in the value', () => {
    assert.deepEqual(read('url=jdbc:h2:mem?a=b\nb == c'), { url: 'jdbc:h2:mem?a=b', b: '= c' });
  });

  it('have keys without a value', () => {
    assert.deepEqual(read('a\nb=\nc:'), { a: '', b: '', c: '' });
  });

  it('have comments and blank lines', () => {
    assert.deepEqual(read('# a=1\n! b=2\n\n   \n  # c=3\nd=4 # not one'), { d: '4 # not one' });
  });

  it('go on after a backslash at the end of a line, but not after an escaped one', () => {
    assert.deepEqual(read('a=1,\\\n   2,\\\r\n   3\nb=c:\\\\\nd=5'), { a: '1,2,3', b: 'c:\\', d: '5' });
  });

  it('do not take a comment for one that goes on', () => {
    assert.deepEqual(read('# a \\\nb=1'), { b: '1' });
  });

  it('have escapes', () => {
    assert.deepEqual(read('a\\:b\\=c\\ d=x\\ty\\u0041\\q'), { 'a:b=c d': 'x\tyAq' });
  });

  it('count the last value of a key', () => {
    assert.deepEqual(read('a=1\na=2'), { a: '2' });
  });

  it('have lines of any system', () => {
    assert.deepEqual(read('a=1\r\nb=2\rc=3'), { a: '1', b: '2', c: '3' });
  });

  it('give back any key and value that was written with escapes', () => {
    const written = (text: string): string =>
      text.replace(/[^A-Za-z0-9]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (key, value) => {
          assert.deepEqual([...readProperties(`${written(key)}=${written(value)}`)], [[key, value]]);
        },
      ),
    );
  });

  it('are read whatever is in them, in good time', () => {
    fc.assert(fc.property(fc.string(), (text) => readProperties(text).size >= 0));
    const effort = effortOf(() => {
      for (const part of [' ', '\\', '=', 'a', '\\\n', ' =', '# \\\n']) readProperties(part.repeat(200_000));
    });
    assert.ok(effort < 3_000, `${effort} ms`);
  });

  it('decide which algorithm a Java program uses', async () => {
    const program = {
      path: 'src/A.java',
      text: `import java.io.*;
import java.security.MessageDigest;
import java.util.Properties;
class A {
  byte[] f(byte[] b) throws Exception {
    Properties p = new Properties();
    p.load(A.class.getClassLoader().getResourceAsStream("app.properties"));
    return MessageDigest.getInstance(p.getProperty("hash", "SHA-256")).digest(b);
  }
}
`,
    };
    const found = async (text: string): Promise<readonly string[]> =>
      (await analyse([program, { path: 'res/app.properties', text }])).findings.map((f) => f.vulnClass);
    assert.deepEqual(await found('hash = MD5'), ['weak-hash']);
    assert.deepEqual(await found('hash = SHA-256'), []);
  });
});
