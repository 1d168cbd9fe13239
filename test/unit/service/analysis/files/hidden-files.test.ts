import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { render } from '../../../../../src/cli/report.ts';
import { listFiles } from '../../../../../src/service/analysis/files/listing.ts';
import { scanFolder } from '../../../../../src/service/analysis/index.ts';
import { defaultScanLimits } from '../../../../../src/service/analysis/limits.ts';
import { scanAssets } from '../../../../support/bundled-worker.ts';
import { Tree } from '../tree.ts';

async function list(root: string) {
  const { files, hidden, skips, excluded } = await listFiles(root, defaultScanLimits);
  const ignored = skips.filter(({ reason }) => reason === 'ignored');
  return { names: files.map((file) => file.path), hidden, ignored, excluded };
}

function repository(files: Readonly<Record<string, string>>): Tree {
  const tree = new Tree(files);
  tree.git('init', '-q');
  return tree;
}

describe('files that ignore rules hide', () => {
  let home: string | undefined;
  let empty: Tree;
  before(() => {
    home = process.env['HOME'];
    empty = new Tree();
    process.env['HOME'] = empty.root;
  });
  after(() => {
    process.env['HOME'] = home;
    empty[Symbol.dispose]();
  });

  it('are a warning, first, where .git/info/exclude hides everything', async () => {
    using tree = repository({ 'a.py': 'eval(input())\n', 'web/b.js': 'b', 'web/readme.md': 'text' });
    writeFileSync(tree.at('.git/info/exclude'), '*\n');
    const findings: never[] = [];
    const summary = await scanFolder({ assets: scanAssets, root: tree.root, on: () => {} });
    assert.equal(summary.filesListed, 0);
    assert.deepEqual(summary.hidden, [{ ruleFile: '.git/info/exclude', files: 3, code: 2 }]);
    const [first] = summary.skips;
    assert.equal(first?.reason, 'ignored');
    assert.equal(
      first?.detail,
      'Ignore rules hide nearly all of the code, which was not analysed: 3 files, 2 of them code (3 by .git/info/exclude).',
    );
    const at = new Date(0);
    const scan = { findings, summary, startedAt: at, endedAt: at, version: '0' };
    const begins = /^Incomplete analysis .*\n {2}Ignore rules hide nearly all of the code/;
    assert.match(render(scan, 'table'), begins);
    const json = JSON.parse(render(scan, 'json'));
    assert.deepEqual(json.scan.hidden, summary.hidden);
    const [run] = JSON.parse(render(scan, 'sarif')).runs;
    const [warning, note] = run.invocations[0].toolExecutionNotifications;
    assert.equal(warning.level, 'warning');
    assert.equal(note.level, 'note');
    assert.match(
      note.message.text,
      /3 files \(2 of them code\) not analysed: hidden by \.git\/info\/exclude/,
    );
    assert.equal(run.tool.driver.notifications[note.descriptor.index].id, note.descriptor.id);
  });

  it('are counted by rule file: of a folder, of the repository, of the user, of ours', async () => {
    using tree = repository({
      '.gitignore': '*.log\ngenerated/\n',
      'kept.js': 'x',
      'also.js': 'x',
      'tracked.js': 'x',
      'a.log': 'x',
      'generated/one.ts': 'x',
      'generated/deep/two.ts': 'x',
      'generated/node_modules/x/index.js': 'x',
      'generated/logo.png': 'x',
      'sub/.gitignore': 'local.js\n',
      'sub/local.js': 'x',
      'sub/.parapetignore': 'ours.js\n',
      'sub/ours.js': 'x',
      'node_modules/dep/index.js': 'x',
      'mine.js': 'x',
      'users.js': 'x',
    });
    writeFileSync(tree.at('.git/info/exclude'), 'mine.js\nnode_modules\ntracked.js\n');
    mkdirSync(path.join(empty.root, '.config/git'), { recursive: true });
    writeFileSync(path.join(empty.root, '.config/git/ignore'), 'users.js\n');
    tree.git('add', '--force', 'tracked.js');
    const { names, hidden, ignored } = await list(tree.root);
    assert.deepEqual(
      names.filter((name) => name.endsWith('.js')),
      ['also.js', 'kept.js', 'tracked.js'],
    );
    const byRule = Object.fromEntries(hidden.map(({ ruleFile, files, code }) => [ruleFile, [files, code]]));
    const users = Object.keys(byRule).find((name) => name.endsWith('git/ignore')) ?? '';
    assert.deepEqual(byRule, {
      '.gitignore': [3, 2],
      '.git/info/exclude': [1, 1],
      'sub/.gitignore': [1, 1],
      'sub/.parapetignore': [1, 1],
      [users]: [1, 1],
    });
    assert.deepEqual(ignored, [], 'no warning where much of the code is seen');
    const inSub = await list(tree.at('sub'));
    assert.ok(inSub.hidden.some(({ ruleFile, files }) => ruleFile === '.gitignore' && files === 1));
  });

  it('are counted where there is no git, too', async () => {
    using tree = new Tree({
      '.gitignore': 'secret/\nx.js\n',
      'secret/a.js': 'a',
      'secret/b/c.py': 'c',
      'x.js': 'x',
      'seen.js': 's',
    });
    const { names, hidden, excluded } = await list(tree.root);
    assert.deepEqual(names, ['seen.js', '.gitignore']);
    assert.deepEqual(hidden, [{ ruleFile: '.gitignore', files: 3, code: 3 }]);
    assert.equal(excluded.ignored, 2);
  });

  it('are none of the repository’s own configuration: what it excludes is read', async () => {
    using tree = repository({ 'a.js': 'a', 'list-of-excludes': '*\n' });
    tree.git('config', 'core.excludesFile', tree.at('list-of-excludes'));
    const { names, hidden } = await list(tree.root);
    assert.ok(names.includes('a.js'));
    assert.deepEqual(hidden, []);
  });

  it('are no reason to leave out what is committed in folders of dependencies and built output', async () => {
    using tree = repository({
      'package.json': '{}',
      '.gitignore': 'node_modules\ndist\n',
      'node_modules/patched/index.js': 'x',
      'node_modules/patched/lib.min.js': 'x',
      'node_modules/other/index.js': 'x',
      'dist/main.js': 'x',
      'dist/untracked.js': 'x',
      'packages/one/package.json': '{}',
      'packages/one/dist/built.js': 'x',
      '.yarn/releases/yarn.cjs': 'x',
    });
    tree.git('add', '--force', 'node_modules/patched', 'dist/main.js', '.yarn');
    const { names, hidden } = await list(tree.root);
    assert.deepEqual(
      names.filter((name) => /js$/.test(name)),
      ['dist/main.js', 'node_modules/patched/index.js'],
    );
    // `dist` is beside a manifest, so what is not committed there is built output, not hidden code.
    assert.deepEqual(hidden, []);
  });

  it('of folders of dependencies that are committed as a whole are read up to a number, which is said', async () => {
    using tree = repository({ 'a.js': 'a' });
    for (let n = 0; n < 2_010; n += 1) tree.write(`node_modules/p/${n}.js`, 'x');
    tree.git('add', '--force', '.');
    const { names, ignored, excluded } = await list(tree.root);
    assert.equal(names.length, 2_001);
    assert.equal(excluded.dependencies, 10);
    assert.match(ignored[0]?.detail ?? '', /2010 files in folders of dependencies.*first 2000/);
  });
});

describe('languages and templates that are not analysed', () => {
  it('are named with their number', async () => {
    using tree = new Tree({
      'a.js': 'x',
      'views/one.liquid': 'x',
      'views/two.liquid': 'x',
      'views/mail.cshtml': 'x',
      'views/page.ejs': 'x',
      'views/page.hbs': 'x',
      'App.vue': 'x',
      'main.go': 'x',
      'page.html': 'x',
    });
    const { skips } = await scanFolder({ assets: scanAssets, root: tree.root, on: () => {} });
    const told = skips.filter(({ reason }) => reason === 'unsupported-language').map(({ detail }) => detail);
    const counts = told.map((detail) => /^(\d+ .+?) (?:was|were) /.exec(detail)?.[1]).sort();
    assert.deepEqual(counts, ['1 Go file', '1 HTML file', '1 Razor template', '2 Liquid templates']);
  });
});
