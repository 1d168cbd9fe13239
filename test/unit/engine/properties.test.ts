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

  describe('are found where the program reads them', () => {
    const program = (reads: string, path = 'src/main/java/A.java') => ({
      path,
      text: `import java.io.*;
import java.security.MessageDigest;
import java.util.*;
import org.springframework.core.env.Environment;
class A {
  private static final String NAME = "crypto.properties";
  Environment env;
  byte[] f(byte[] b) throws Exception {
    ${reads}
    return MessageDigest.getInstance(p.getProperty("hash", "SHA-256")).digest(b);
  }
}
`,
    });
    const loads =
      'Properties p = new Properties(); p.load(A.class.getResourceAsStream("/crypto.properties"));';
    const isWeak = async (reads: string, files: Record<string, string>, path?: string): Promise<boolean> => {
      const resources = Object.entries(files).map(([name, text]) => ({ path: name, text }));
      const { findings } = await analyse([program(reads, path), ...resources]);
      return findings.some(({ vulnClass }) => vulnClass === 'weak-hash');
    };
    const weak = 'hash=MD5\n';
    const strong = 'hash=SHA-512\n';

    it('in the file that it names, however it opens it', async () => {
      for (const reads of [
        loads,
        'Properties p = new Properties(); try (InputStream in = A.class.getClassLoader().getResourceAsStream(NAME)) { p.load(in); }',
        'Properties p = new Properties(); p.load(new InputStreamReader(A.class.getResourceAsStream("crypto.properties")));',
      ])
        assert.ok(await isWeak(reads, { 'src/main/resources/crypto.properties': weak }), reads);
    });

    it('and in no other: that has nothing to say', async () => {
      assert.equal(await isWeak(loads, { 'src/main/resources/other.properties': weak }), false);
      const both = {
        'src/main/resources/crypto.properties': weak,
        'src/main/resources/other.properties': strong,
      };
      assert.ok(await isWeak(loads, both));
    });

    it('not among the resources of tests, unless a test reads them', async () => {
      assert.equal(await isWeak(loads, { 'src/test/resources/crypto.properties': weak }), false);
      const both = {
        'src/main/resources/crypto.properties': weak,
        'src/test/resources/crypto.properties': strong,
      };
      assert.ok(await isWeak(loads, both));
      assert.ok(
        await isWeak(loads, { 'src/test/resources/crypto.properties': weak }, 'src/test/java/A.java'),
      );
    });

    it('in its own part of the project; elsewhere, two that disagree are unknown', async () => {
      const both = {
        'a/src/main/resources/crypto.properties': weak,
        'b/src/main/resources/crypto.properties': strong,
      };
      assert.ok(await isWeak(loads, both, 'a/src/main/java/A.java'));
      assert.equal(await isWeak(loads, both, 'b/src/main/java/A.java'), false);
      assert.equal(await isWeak(loads, both, 'c/src/main/java/A.java'), false);
    });

    it('of Spring, in the places where it looks', async () => {
      const asks = 'Environment p = env;';
      assert.ok(await isWeak(asks, { 'src/main/resources/application.properties': weak }));
      assert.ok(await isWeak(asks, { 'src/main/resources/application-prod.properties': weak }));
      assert.equal(await isWeak(asks, { 'src/main/resources/messages.properties': weak }), false);
      assert.equal(await isWeak(asks, { 'src/test/resources/application.properties': weak }), false);
      const both = {
        'src/main/resources/application.properties': weak,
        'src/main/resources/application-prod.properties': strong,
      };
      assert.equal(await isWeak(asks, both), false);
    });

    it('by the name of a bundle', async () => {
      const reads =
        'ResourceBundle r = ResourceBundle.getBundle("conf.crypto"); Properties p = new Properties(); p.setProperty("hash", r.getString("hash"));';
      assert.ok(await isWeak(reads, { 'src/main/resources/conf/crypto.properties': weak }));
    });
  });
});
