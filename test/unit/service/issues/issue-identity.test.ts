import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { contract } from '../../../../src/api/contract/index.ts';
import { scanFolder } from '../../../../src/service/analysis/index.ts';
import { type Placed, pairMoves } from '../../../../src/service/issues/issue-moves.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const code = `const { exec } = require('node:child_process');
const app = require('express')();
app.get('/ping', (req, res) => {
  exec('ping -c 1 ' + req.query.host, (error, output) => res.json({ output }));
});
`;

describe('the identity of an issue, from file to store', () => {
  let service: Harness;
  let repositoryId: string;
  let root: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository();
    root = join(service.folder, 'work', 'project');
    service.runner.script = ({ root: folder, on, signal }) =>
      scanFolder({ assets: scanAssets, root: folder, on, signal, workers: 1 });
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }

  async function issueIn(file: string) {
    const found = (await service.issues()).filter((issue) => issue.file === file);
    assert.equal(found.length, 1, `${found.length} issues in ${file}`);
    return found[0] ?? assert.fail();
  }

  async function dismiss(file: string) {
    const before = await issueIn(file);
    await service.call(contract.issues.updateIssueStatuses, {
      issueIds: [before.id],
      status: 'FALSE_POSITIVE',
      reason: 'Only our own machines are asked.',
    });
    await service.call(contract.issues.updateIssueNote, { issueId: before.id, note: 'Asked Ana.' });
    return before;
  }

  const open = async () =>
    (await service.issues()).filter((issue) => issue.status === 'PENDING_REVIEW').map(({ file }) => file);

  it('is the file’s own: sixty equal files are sixty issues, dismissing one leaves fifty-nine', async function () {
    this.timeout(120_000);
    for (let index = 0; index < 60; index++) write(`src/${index}.js`, code);
    const scan = await service.scan(repositoryId);
    assert.equal(scan.newIssueCount, 60);
    assert.equal(new Set((await service.issues()).map(({ file }) => file)).size, 60);
    await dismiss('src/7.js');
    const again = await service.scan(repositoryId);
    assert.equal(again.newIssueCount, 0);
    assert.equal((await open()).length, 59);
    assert.ok(!(await open()).includes('src/7.js'));
  });

  it('survives a rename with status, note, history and first sighting, among equal files', async function () {
    this.timeout(120_000);
    for (const name of ['a', 'b', 'c']) write(`src/${name}.js`, code);
    await service.scan(repositoryId);
    const before = await dismiss('src/b.js');
    mkdirSync(join(root, 'lib/net'), { recursive: true });
    renameSync(join(root, 'src/b.js'), join(root, 'lib/net/reach.js'));
    const scan = await service.scan(repositoryId);
    const after = await issueIn('lib/net/reach.js');
    assert.equal(after.id, before.id);
    assert.equal(after.status, 'FALSE_POSITIVE');
    assert.equal(after.note, 'Asked Ana.');
    assert.equal(after.triage?.reason, 'Only our own machines are asked.');
    assert.equal(after.firstSeenAt, before.firstSeenAt);
    assert.equal(after.firstSeenScanId, before.firstSeenScanId);
    assert.equal(after.scanId, scan.id);
    assert.deepEqual((await open()).toSorted(), ['src/a.js', 'src/c.js']);
    assert.equal(scan.newIssueCount, 0);
    assert.equal(scan.resolvedIssueCount, 0);
    assert.equal((await service.issues()).length, 3, 'nothing is left at the old place');
    const { issues: ofScan } = await service.call(contract.issues.searchIssues, { scanId: scan.id });
    assert.equal(ofScan.length, 3, 'the scan saw it');
  });

  it('survives that its code becomes part of the product, which a scan says anew', async function () {
    this.timeout(120_000);
    write('tools/a.js', code);
    write('src/main.js', 'start();');
    await service.scan(repositoryId);
    const before = await issueIn('tools/a.js');
    assert.deepEqual([before.severity, before.codeRole], ['LOW', { role: 'tooling', evidence: 'tools' }]);
    write('src/main.js', "require('../tools/a.js');");
    await service.scan(repositoryId);
    const after = await issueIn('tools/a.js');
    assert.deepEqual([after.id, after.severity, after.codeRole], [before.id, 'CRITICAL', undefined]);
    const { issue } = await service.call(contract.issues.getIssue, { id: after.id });
    assert.equal(issue.codeRole, undefined);
  });

  it('survives shifted lines and other indentation', async function () {
    this.timeout(120_000);
    write('src/a.js', code);
    await service.scan(repositoryId);
    const before = await dismiss('src/a.js');
    write('src/a.js', `// One.\n\n// Two.\n${code.replaceAll('\n  ', '\n\t\t')}`);
    await service.scan(repositoryId);
    const after = await issueIn('src/a.js');
    assert.equal(after.id, before.id);
    assert.equal(after.status, 'FALSE_POSITIVE');
    assert.equal(after.startLine, before.startLine + 3);
  });

  it('is not handed to a copy: a copied file has a new, open issue', async function () {
    this.timeout(120_000);
    write('src/a.js', code);
    await service.scan(repositoryId);
    const before = await dismiss('src/a.js');
    copyFileSync(join(root, 'src/a.js'), join(root, 'src/copy.js'));
    assert.equal(readFileSync(join(root, 'src/copy.js'), 'utf8'), code);
    const scan = await service.scan(repositoryId);
    assert.equal(scan.newIssueCount, 1);
    const copy = await issueIn('src/copy.js');
    assert.notEqual(copy.id, before.id);
    assert.equal(copy.status, 'PENDING_REVIEW');
    assert.equal(copy.note, undefined);
    assert.equal((await issueIn('src/a.js')).status, 'FALSE_POSITIVE');
  });
});

describe('moved issues', () => {
  const placed = (seq: number, file: string, fingerprint = 'f'): Placed => ({
    seq,
    id: `${seq}`,
    file,
    fingerprint,
  });

  it('of a moved folder with equal files keep each their file', () => {
    const files = ['one/index.js', 'two/index.js', 'two/other.js'];
    const gone = files.map((file, index) => placed(index, `src/${file}`));
    const appeared = files.map((file, index) => placed(10 + index, `packages/app/${file}`)).reverse();
    assert.deepEqual(
      pairMoves(gone, appeared).map(({ from, to }) => [from.file, to.file]),
      files.map((file) => [`src/${file}`, `packages/app/${file}`]),
    );
  });

  it('that are ten thousand equal ones are paired', () => {
    const many = (prefix: string, from: number) =>
      Array.from({ length: 10_000 }, (_, index) =>
        placed(from + index, `${prefix}/${index % 100}/${index}.js`),
      );
    const moves = pairMoves(many('a', 0), many('b/c', 10_000));
    assert.ok(moves.length === 10_000 && moves.every(({ from, to }) => to.seq === from.seq + 10_000));
  });

  it('are paired once each, by fingerprint, whatever order they come in', () => {
    const places = fc.uniqueArray(
      fc.record({
        file: fc.stringMatching(/^[ab](?:\/[ab]){0,3}$/),
        fingerprint: fc.constantFrom('f', 'g', 'f:2'),
      }),
      { selector: ({ file, fingerprint }) => `${file} ${fingerprint}`, maxLength: 12 },
    );
    fc.assert(
      fc.property(places, places, fc.boolean(), (gone, appeared, reversed) => {
        const from = gone.map(({ file, fingerprint }, index) => placed(index, file, fingerprint));
        const to = appeared.map(({ file, fingerprint }, index) =>
          placed(100 + index, `moved/${file}`, fingerprint),
        );
        const moves = pairMoves(from, to);
        for (const fingerprint of ['f', 'g', 'f:2']) {
          const count = (list: readonly Placed[]) => list.filter((p) => p.fingerprint === fingerprint).length;
          assert.equal(count(moves.map((move) => move.from)), Math.min(count(from), count(to)));
        }
        assert.ok(moves.every((move) => move.from.fingerprint === move.to.fingerprint));
        assert.equal(new Set(moves.map((move) => move.from.seq)).size, moves.length);
        assert.equal(new Set(moves.map((move) => move.to.seq)).size, moves.length);
        if (reversed) assert.deepEqual(pairMoves(from.toReversed(), to.toReversed()), moves);
      }),
    );
  });

  for (const [leftOut, expected] of [
    [false, ['new.js ACCEPTED_RISK']],
    [true, ['new.js PENDING_REVIEW', 'old.js ACCEPTED_RISK']],
  ] as const) {
    const what = leftOut ? 'are not taken from files that were left out' : 'are known after a failed scan';
    it(what, async () => {
      await using service = await Harness.start();
      const repositoryId = await service.addRepository();
      const skip = { file: 'old.js', reason: 'time-limit', detail: 'Took 6 s.', partial: false } as const;
      const scanned = async (file: string, end: 'whole' | 'failing' | 'in part') => {
        service.runner.script = async ({ on }) => {
          on({ type: 'finding', finding: finding({ fingerprint: 'one', file }) });
          if (end === 'failing') throw new Error('The disk went away.');
          return end === 'in part' ? { skips: [skip] } : undefined;
        };
        await service.scan(repositoryId);
      };
      await scanned('old.js', 'whole');
      const [before] = await service.issues();
      const issueIds = [before?.id ?? ''];
      await service.call(contract.issues.updateIssueStatuses, { issueIds, status: 'ACCEPTED_RISK' });
      await scanned('new.js', 'failing');
      await scanned('new.js', leftOut ? 'in part' : 'whole');
      const after = (await service.issues()).map(({ file, status }) => `${file} ${status}`);
      assert.deepEqual(after.toSorted(), expected);
    });
  }

  it('are told to who follows the scan: the newcomer goes, the issue comes', async () => {
    await using service = await Harness.start();
    const repositoryId = await service.addRepository();
    const scanned = async (file: string) => {
      service.runner.script = async ({ on }) => {
        on({ type: 'finding', finding: finding({ fingerprint: 'one', file }) });
        return undefined;
      };
      return service.scan(repositoryId);
    };
    await scanned('old.js');
    const [before] = await service.issues();
    const scan = await scanned('new.js');
    const response = await service.send(contract.scanEvents.scanEvents as never, { id: scan.id } as never);
    const text = await response.text();
    const found = [...text.matchAll(/event: issue\.found\ndata: (.*)\n/g)].map(([, data]) =>
      JSON.parse(data ?? ''),
    );
    assert.deepEqual(
      found.map(({ issue, known }) => [issue.id, issue.file, known]),
      [[before?.id, 'new.js', true]],
    );
    const resolved = /event: issue\.resolved\ndata: (.*)\n/.exec(text)?.[1] ?? assert.fail('not told');
    assert.notEqual(JSON.parse(resolved).issueId, before?.id);
  });
});
