import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { extensionsDir } from '../../scripts/host/server.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { type PackedExtension, packExtension } from '../../scripts/pack.ts';
import { activationBytes } from '../support/activation-bytes.ts';
import { openSession, type Session } from '../support/session.ts';

/** Everything that a package may contain. A file that matches none of these is one too many. */
const SHIPPED = [
  /^(package\.json|\.vsixmanifest|readme\.md|changelog\.md|LICENSE\.txt)$/i,
  /^package\.nls(\.[\w-]+)?\.json$/,
  /^l10n\/bundle\.l10n(\.[\w-]+)?\.json$/,
  /^media\/([\w-]+\/)*[\w-]+\.(svg|png|md|woff)$/,
  /^dist\/((extension|service|worker|import-worker|docx-worker|cli|mcp)\.js|extension\/[A-Z0-9]{8}\.js|chunk-[A-Z0-9]{8}\.js|THIRD-PARTY-NOTICES\.txt)$/,
  /^dist\/grammars\/(web-)?tree-sitter[\w-]*\.wasm$/,
  /^dist\/webviews\/[\w-]+\.(js|css|ttf)$/,
  /^dist\/dashboard\/dashboard\.(js|css)$/,
  /^dist\/advisories\/snapshot\.br$/,
];
const NEEDED = [
  'package.json',
  'package.nls.json',
  'readme.md',
  'changelog.md',
  'LICENSE.txt',
  'media/icon.png',
  'dist/extension.js',
  'dist/service.js',
  'dist/worker.js',
  'dist/docx-worker.js',
  'dist/import-worker.js',
  'dist/cli.js',
  'dist/mcp.js',
  'dist/THIRD-PARTY-NOTICES.txt',
  'dist/grammars/web-tree-sitter.wasm',
  'dist/advisories/snapshot.br',
  'dist/webviews/codicon.ttf',
  'dist/webviews/chat.js',
  'dist/dashboard/dashboard.js',
];
const LARGEST_PACKAGE_BYTES = 12_000_000;
const LARGEST_ACTIVATION_BYTES = 400_000;
const LARGEST_PAGE_BYTES = 250_000;

describe('the package', () => {
  let folder: string;
  let packed: PackedExtension;
  let session: Session;
  let installed: string[];
  let home: string;

  before(async () => {
    folder = await temporaryFolder();
    packed = await packExtension(folder);
    session = await openSession({ vsix: packed.file });
    const extensions = extensionsDir(session.dataDir);
    const [name] = globSync('parapet.parapet-*', { cwd: extensions });
    assert.ok(name, 'the extension is not installed');
    home = path.join(extensions, name);
    installed = globSync('**/*', { cwd: home, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  });

  after(async () => {
    await session?.close();
    await removeFolder(folder);
  });

  it('contains what is needed and nothing else', () => {
    assert.deepEqual(
      installed.filter((file) => !SHIPPED.some((pattern) => pattern.test(file))),
      [],
    );
    assert.deepEqual(
      NEEDED.filter((file) => !installed.includes(file)),
      [],
    );
  });

  it('is small: VS Code reads what the entry imports before the first use', async () => {
    const activation = await activationBytes(path.join(home, 'dist/extension.js'));
    assert.ok(activation <= LARGEST_ACTIVATION_BYTES, `an activation reads ${activation} bytes`);
    for (const page of ['dist/webviews/chat.js', 'dist/webviews/details.js']) {
      const { size } = await stat(path.join(home, page));
      assert.ok(size <= LARGEST_PAGE_BYTES, `${page} has ${size} bytes`);
    }
    assert.ok(packed.bytes <= LARGEST_PACKAGE_BYTES, `the package has ${packed.bytes} bytes`);
  });

  it('carries the licences of what is bundled', async () => {
    const notices = await readFile(path.join(home, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['undici', 'zod', 'hono', 'kysely', 'preact', 'web-tree-sitter', '@vscode/codicons']) {
      assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, 'm'));
    }
    assert.doesNotMatch(notices, /^(esbuild|mocha|typescript|playwright-core) \d/m);
  });

  it('mentions no folder of the machine that built it', async () => {
    const here = path.resolve(import.meta.dirname, '..', '..');
    for (const file of installed.filter((name) => /\.(js|css|json|txt)$/.test(name))) {
      const text = await readFile(path.join(home, file), 'utf8');
      assert.ok(!text.includes(here), `${file} contains ${here}`);
    }
  });

  it('is the same, byte for byte, when it is built again', async () => {
    const before = await digest(packed.file);
    assert.equal(await digest((await packExtension(folder)).file), before);
  });

  it('finds the issues of the sample in a VS Code that has none of our sources', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.treeRow('SQL injection').first().waitFor({ timeout: 60_000 });
    await workbench.treeRow('database.ts').first().waitFor();
    const total = workbench
      .statusBarItem(/^\s*\d+\s*$/)
      .filter({ has: workbench.page.locator('.codicon-shield') });
    await total.waitFor({ timeout: 60_000 });
    assert.ok(Number(await total.textContent()) >= 25, `${await total.textContent()} issues`);
    await session.shot('package-issues');
  });
});

async function digest(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
