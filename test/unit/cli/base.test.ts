import assert from 'node:assert/strict';
import { Tree } from '../service/analysis/tree.ts';
import { parapet } from './run.ts';

const vulnerable = `const { exec } = require('node:child_process');
const express = require('express');
const app = express();
app.get('/', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});
`;

interface Report {
  readonly scan: {
    readonly root: string;
    readonly branch: string | null;
    readonly skips: { detail: string }[];
  };
  readonly findings: readonly { readonly file: string }[];
}

describe('parapet scan --base', () => {
  /** A branch `feature` that moves an issue of `main`, brings one of its own, and tries to hide it. */
  const project = (): Tree => {
    const tree = new Tree({ 'shop/old.js': vulnerable, 'README.md': '# Shop\n' });
    tree.git('init', '--quiet', '--initial-branch=main');
    tree.git('add', '--all');
    tree.git('commit', '--quiet', '--message=Begin');
    tree.git('checkout', '--quiet', '-b', 'feature');
    tree.git('mv', 'shop/old.js', 'shop/moved.js');
    tree.write('shop/fresh.js', vulnerable.replace('ls ', 'du '));
    tree.write('shop/.parapetignore', 'fresh.js\n');
    tree.git('add', '--all');
    tree.git('commit', '--quiet', '--message=Change');
    tree.write('shop/unsaved.js', vulnerable);
    return tree;
  };
  const filesOf = ({ findings }: Report): readonly string[] => [...new Set(findings.map(({ file }) => file))];

  it('reports what the commit brings, and fails by its severity', async () => {
    using tree = project();
    const shop = tree.at('shop');
    const [json, fails, table] = await Promise.all([
      parapet(['scan', shop, '--base', 'main', '--format', 'json']),
      parapet(['scan', shop, '--base', 'main', '--format', 'sarif', '--fail-on', 'high']),
      parapet(['scan', '.', '--base', 'main'], { cwd: shop }),
    ]);
    assert.deepEqual([json.code, fails.code, table.code], [0, 1, 0], json.stderr + table.stderr);
    const report: Report = JSON.parse(json.stdout);
    assert.deepEqual(filesOf(report), ['fresh.js']);
    assert.deepEqual([report.scan.root, report.scan.branch], [shop, 'feature']);
    assert.match(report.scan.skips[0]?.detail ?? '', /touches what is analysed.*: \.parapetignore\./);
    const sarif: { runs: { results: unknown[] }[] } = JSON.parse(fails.stdout);
    assert.equal(sarif.runs[0]?.results.length, report.findings.length);
    assert.match(table.stdout, /fresh\.js/);
    assert.doesNotMatch(table.stdout, /moved\.js|unsaved\.js|parapet-base-/);
  }).timeout(120_000);

  it('reports nothing of a commit that brings nothing, and says what is missing', async () => {
    using tree = project();
    using plain = new Tree({ 'a.js': vulnerable });
    const [same, unknown, none] = await Promise.all([
      parapet(['scan', tree.root, '--base', 'feature', '--format', 'json', '--fail-on', 'info']),
      parapet(['scan', tree.root, '--base', 'nowhere']),
      parapet(['scan', plain.root, '--base', 'main']),
    ]);
    assert.deepEqual([same.code, unknown.code, none.code], [0, 2, 2]);
    assert.deepEqual(filesOf(JSON.parse(same.stdout)), []);
    assert.match(unknown.stderr, /there is no branch nowhere.*git fetch origin nowhere/);
    assert.match(none.stderr, /has no commit that could be compared with main/);
  }).timeout(120_000);
});
