import assert from 'node:assert/strict';
import { scanSecrets } from '../../../src/engine/secrets/index.ts';
import { growth, size } from '../../support/growth.ts';

const scan = (path: string, text: string) => scanSecrets({ path, text }).findings;

describe('credentials that tools keep', () => {
  for (const [path, unit] of [
    ['dump.sql', 'INSERT INTO t (password) VALUES ('],
    ['dump.sql', "INSERT INTO t (password) VALUES ('"],
    ['dump.sql', "CREATE TABLE t (`password` text); INSERT INTO t VALUES ('a"],
    ['dump.sql', 'CREATE TABLE t (password\n'],
    ['dump.sql', 'COPY t (password) FROM stdin;\n'],
    ['dump.sql', 'INSERT INTO t (a, '],
    ['data-sources.xml', '<data-sources <connection a="'],
    ['unattend.xml', '<Password>      '],
    ['sitemanager.xml', '<FileZilla3 <Pass encoding="base64">'],
    ['gpo.xml', '<Properties cpassword="a" <mrng:Connections <Node '],
    ['.idea/webServers.xml', '<fileTransfer '],
    ['conf/tomcat-users.xml', '<user '],
    ['.msmtprc', 'pass '],
    ['.netrc', 'login a '],
    ['.muttrc', 'imap_pass '],
    ['etc/shadow', 'a:$6$'],
    ['auth.json', '"bearer": "a.b.c.'],
    ['wp-config.php', "define('NONCE_KEY', '"],
    ['key.ppk', 'PuTTY-User-Key-File-2: a\nEncryption: none\n'],
    ['a.js', ".login('a', '"],
  ] as const) {
    it(`reads ${path} in about as many steps as it is long: ${unit.trim()}`, () => {
      const of = (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      assert.equal(
        growth((text) => scan(path, text), { name: unit, of }, 4 * size),
        undefined,
      );
    });
  }

  it('tells rows of a dump in one issue, and a password that is hardly one with less weight', () => {
    const rows = Array.from(
      { length: 30 },
      (_, i) => `(${i}, '$2y$12$Zk3mQv8rT1xN5pW9sB2eUOf7yHj4LcDa6gRiKtMn${i}')`,
    );
    const dumped = scan('dump.sql', `INSERT INTO users (id, password) VALUES\n${rows.join(',\n')};`);
    assert.deepEqual(
      dumped.map(({ ruleId, range }) => [ruleId, range.startLine]),
      [['text/hard-coded-secret/password-hash', 2]],
    );
    assert.match(dumped[0]?.message ?? '', /\(30 times\)/);
    const scoreOf = (password: string) => scan('.pgpass', `db1:5432:shop:shop:${password}\n`)[0]?.score ?? 0;
    assert.ok(scoreOf('password') > 0 && scoreOf('password') < scoreOf('kettleblue'));
  });
});
