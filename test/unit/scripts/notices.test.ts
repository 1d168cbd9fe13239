import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder, temporaryFolder } from '../../../scripts/host/workspace.ts';
import { thirdPartyNotices } from '../../../scripts/notices.ts';

describe('the notices', () => {
  let root: string;

  beforeEach(async () => {
    root = await temporaryFolder();
  });

  afterEach(async () => {
    await removeFolder(root);
  });

  async function install(name: string, manifest: object, licence?: string): Promise<void> {
    const home = path.join(root, 'node_modules', name);
    await mkdir(home, { recursive: true });
    await writeFile(
      path.join(home, 'package.json'),
      JSON.stringify({ name: path.basename(name), ...manifest }),
    );
    if (licence !== undefined) await writeFile(path.join(home, 'LICENSE.md'), licence);
  }

  it('give every bundled package once, nested and scoped ones too, with its own text', async () => {
    await install('a', { version: '1.0.0', license: 'MIT' }, 'Text of a');
    await install('a/node_modules/@x/b', { version: '2.0.0', license: 'ISC' }, 'Text of b');
    const inputs = [
      'src/own.ts',
      'node_modules/a/one.js',
      'node_modules/a/two.js',
      'node_modules/a/node_modules/@x/b/i.js',
    ];
    const notices = await thirdPartyNotices(root, inputs, []);
    assert.equal(notices.split('Text of a').length, 2);
    assert.match(notices, /b 2\.0\.0 \(ISC\)\n\nText of b/);
    assert.doesNotMatch(notices, /own\.ts/);
  });

  it('name the holder where a package names the MIT licence without its text', async () => {
    await install('a', { version: '1.0.0', license: 'MIT', author: { name: 'Ada' } });
    assert.match(await thirdPartyNotices(root, [], ['a']), /Copyright \(c\) Ada/);
  });

  it('give the text of the Apache licence, which is our own, to a package that names it without its text', async () => {
    await writeFile(path.join(root, 'LICENSE'), '\n  Apache License\n  Version 2.0, January 2004\n');
    await install('a', { version: '1.0.0', license: 'Apache-2.0' });
    assert.match(await thirdPartyNotices(root, [], ['a']), /a 1\.0\.0 \(Apache-2\.0\)\n\nApache License/);
  });

  it('stop the build at a licence that is not permitted, and at one without a text', async () => {
    await install('a', { version: '1.0.0', license: 'GPL-3.0-only' }, 'Text');
    await assert.rejects(thirdPartyNotices(root, [], ['a']), /a 1\.0\.0 is licensed under "GPL-3\.0-only"/);
    await install('b', { version: '1.0.0', license: 'Apache-2.0' });
    await assert.rejects(
      thirdPartyNotices(root, ['node_modules/b/i.js'], []),
      /b 1\.0\.0 comes without a licence text/,
    );
  });
});
