import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding, Skip } from '../../../../src/engine/finding.ts';
import {
  ProjectScanner,
  ScanError,
  type ScanEvent,
  type ScanLimits,
  type ScanSummary,
  scanFolder,
} from '../../../../src/service/analysis/index.ts';
import { builtProgram } from '../../../support/built-programs.ts';
import { Tree } from './tree.ts';

const assets = { worker: pathToFileURL(builtProgram('fake-worker')), grammars: [], advisories: [] };

/** What a listener ends up with, keeping findings as it is told to: by file and fingerprint. */
class Listener {
  readonly events: ScanEvent[] = [];
  readonly on = (event: ScanEvent): void => void this.events.push(event);

  get places(): string[] {
    const kept = new Map<string, Finding>();
    for (const event of this.events) {
      if (event.type === 'finding')
        kept.set(`${event.finding.fingerprint} ${event.finding.file}`, event.finding);
    }
    return [...kept.values()].map(({ file, range }) => `${file}:${range.startLine}`).toSorted();
  }

  /** Files that the analyzer was given. */
  get read(): string[] {
    return this.#skips().flatMap((skip) => (skip.detail === 'read' ? [skip.file] : []));
  }

  get skips(): string[] {
    return this.#skips().flatMap((skip) => (skip.detail === 'read' ? [] : [`${skip.reason} ${skip.file}`]));
  }

  #skips(): Skip[] {
    return this.events.flatMap((event) => (event.type === 'skip' ? [event.skip] : []));
  }
}

async function scan(
  root: string,
  limits: Partial<ScanLimits> = {},
): Promise<{ summary: ScanSummary; heard: Listener }> {
  const heard = new Listener();
  const summary = await scanFolder({ root, on: heard.on, assets, limits, workers: 2 });
  return { summary, heard };
}

describe('scanning a folder', () => {
  it('analyses every language, streams findings, and sums up', async () => {
    using folder = new Tree({
      'a.js': 'find a',
      'b.py': 'find b\n\nfind c',
      'C.java': 'find d',
      '.env': 'find e',
    });
    const { summary, heard } = await scan(folder.root);
    assert.deepEqual(heard.places, ['.env:1', 'C.java:1', 'a.js:1', 'b.py:1', 'b.py:3']);
    assert.equal(summary.findings, 5);
    assert.equal(summary.filesAnalysed, 4);
    assert.equal(summary.filesListed, 4);
    assert.deepEqual(summary.filesByLanguage, { fake: 4 });
    assert.equal(heard.events.at(0)?.type, 'progress');
    const progress = heard.events.flatMap((event) =>
      event.type === 'progress' && event.phase === 'reading' ? [event] : [],
    );
    assert.deepEqual(progress.at(-1), { type: 'progress', phase: 'reading', done: 4, total: 4 });
    assert.ok(progress.every((event, i) => i === 0 || event.done >= (progress[i - 1]?.done ?? 0)));
  });

  it('says which languages were searched for secrets only', async () => {
    using folder = new Tree({ 'a.js': 'x', 'b.go': 'find b', 'c.go': 'x', 'd.rb': 'x', 'e.md': 'x' });
    const { summary, heard } = await scan(folder.root);
    assert.deepEqual(heard.places, ['b.go:1']);
    const details = summary.skips
      .filter((skip) => skip.reason === 'unsupported-language')
      .map((skip) => skip.detail);
    assert.equal(details.length, 2);
    assert.match(details.join(), /2 Go files were searched/);
    assert.match(details.join(), /1 Ruby file was searched/);
    assert.equal(summary.filesAnalysed, 5);
  });

  it('comes to an empty result for an empty folder', async () => {
    using folder = new Tree();
    const { summary } = await scan(folder.root);
    assert.deepEqual([summary.filesListed, summary.findings, summary.filesSkipped], [0, 0, 0]);
  });

  it('reads other encodings, and reports binary, minified and mis-encoded files', async () => {
    const utf16 = Buffer.from('\ufefffind é', 'utf16le');
    using folder = new Tree({
      'utf16.js': utf16,
      'bom.js': '\ufefffind é',
      'latin.js': Buffer.from('find é', 'latin1'),
      'binary.js': Buffer.from([1, 2, 0, 3, 4]),
      'minified.js': `var a=1;${'function(a,b){return a+b};'.repeat(2000)}`,
    });
    const { summary, heard } = await scan(folder.root);
    assert.deepEqual(heard.places, ['bom.js:1', 'latin.js:1', 'utf16.js:1']);
    assert.deepEqual(heard.skips.toSorted(), [
      'binary binary.js',
      'encoding latin.js',
      'minified minified.js',
    ]);
    assert.equal(summary.filesSkipped, 2);
    assert.equal(summary.skipCounts.encoding, 1);
  });

  it('numbers equal code in position order', async () => {
    using folder = new Tree({ 'a.js': 'find x\nfind x\nfind x', 'b.js': 'find x' });
    const { heard, summary } = await scan(folder.root);
    assert.deepEqual(heard.places, ['a.js:1', 'a.js:2', 'a.js:3', 'b.js:1']);
    assert.equal(summary.findings, 4);
  });

  it('lists skips up to its bound and counts all of them', async () => {
    using folder = new Tree(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}.js`, 'x'.repeat(100)])),
    );
    const { summary } = await scan(folder.root, { fileBytes: 50, listedSkips: 10 });
    assert.equal(summary.skips.length, 10);
    assert.equal(summary.skipsTruncated, true);
    assert.equal(summary.skipCounts['too-large'], 30);
    assert.equal(summary.filesSkipped, 30);
  });

  it('fails, with the reason, when the analyzer cannot be loaded: that is no clean scan of nothing', async () => {
    using folder = new Tree({ 'a.js': 'find a', 'b.py': 'find b' });
    using broken = new Tree({
      'syntax.ts': 'const = 1;',
      'throws.ts': 'throw new Error("the parser is missing");',
      'ends.ts': 'process.exit(4);',
    });
    const reasons: Readonly<Record<string, RegExp>> = {
      'missing.ts': /Cannot find module/,
      'syntax.ts': /could not be started: .*Expected/,
      'throws.ts': /could not be started: the parser is missing\. Nothing was analysed\./,
      'ends.ts': /ended with code 4/,
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const worker = pathToFileURL(path.join(broken.root, name));
      await assert.rejects(
        scanFolder({
          root: folder.root,
          on: () => undefined,
          assets: { worker, grammars: [], advisories: [] },
          workers: 2,
        }),
        (error: unknown) => {
          assert.ok(error instanceof ScanError, `${name}: ${String(error)}`);
          assert.equal(error.code, 'analyzer-unavailable');
          assert.match(error.message, reason);
          return true;
        },
      );
    }
  });
});

describe('a scan whose worker is lost', () => {
  for (const [instruction, reason] of [
    ['hang', 'internal-error'],
    ['exit', 'internal-error'],
    ['throw', 'internal-error'],
    ['eat-memory', 'memory-limit'],
  ] as const) {
    it(`leaves out the file that makes it ${instruction} and analyses the rest`, async () => {
      using folder = new Tree({ 'a.js': 'find a', 'm.js': instruction, 'z.js': 'find z', 'x.py': 'find x' });
      const { summary, heard } = await scan(folder.root, { fileStallMs: 1_000, workerHeapMb: 40 });
      assert.deepEqual(heard.places, ['a.js:1', 'x.py:1', 'z.js:1']);
      assert.deepEqual(heard.skips, [`${reason} m.js`]);
      assert.equal(summary.filesAnalysed, 3);
      assert.equal(summary.filesSkipped, 1);
    }).timeout(30_000);
  }

  it('leaves out no other file, however many lose it', async () => {
    using folder = new Tree({
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`bad${i}.js`, i % 6 === 5 ? 'hang' : 'throw']),
      ),
      'a.js': 'find a',
      'bad5a.js': 'find b',
      'z.js': 'find z',
      'good.py': 'find x',
    });
    const { summary, heard } = await scan(folder.root, { fileStallMs: 500 });
    assert.deepEqual(heard.places, ['a.js:1', 'bad5a.js:1', 'good.py:1', 'z.js:1']);
    assert.equal(heard.skips.length, 12);
    assert.ok(heard.skips.every((skip) => skip.startsWith('internal-error bad')));
    assert.equal(summary.filesAnalysed, 4);
    assert.equal(summary.incomplete.reasons['internal-error'], 12);
    assert.match(summary.skips[0]?.detail ?? '', /This is a bug in Parapet/);
  }).timeout(60_000);

  it('analyses a family in halves when it is too much at once', async () => {
    const files = Array.from({ length: 4 }, (_, i) => [`f${i}.js`, 'too-much-together\nfind it']);
    using folder = new Tree(Object.fromEntries(files));
    const { heard } = await scan(folder.root);
    assert.deepEqual(heard.places, ['f0.js:2', 'f1.js:2', 'f2.js:2', 'f3.js:2']);
    assert.ok(heard.skips.length > 0 && heard.skips.every((skip) => skip.startsWith('internal-error')));
  });

  it('ends when solving hangs, with what was found and a report', async () => {
    using folder = new Tree({ 'a.js': 'solve-forever', 'b.py': 'find b' });
    const { summary, heard } = await scan(folder.root, { solveStallMs: 1_000 });
    assert.deepEqual(heard.places, ['b.py:1']);
    assert.deepEqual(heard.skips, ['internal-error a.js']);
    assert.equal(summary.filesPartial > 0, true);
  });
});

describe('cancelling a scan', () => {
  for (const instruction of ['solve-forever', 'solve-politely', 'hang']) {
    it(`stops, also where the worker would not: ${instruction}`, async () => {
      using folder = new Tree({ 'a.js': instruction });
      const stop = new AbortController();
      setTimeout(() => stop.abort(new Error('enough')), 300);
      await assert.rejects(
        scanFolder({ root: folder.root, on: () => undefined, assets, signal: stop.signal }),
        /enough/,
      );
    });
  }

  it('does not begin when it is cancelled before', async () => {
    using folder = new Tree({ 'a.js': 'find a' });
    const heard = new Listener();
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(scanFolder({ root: folder.root, on: heard.on, assets, signal }), /enough|abort/i);
    assert.deepEqual(heard.places, []);
  });
});

describe('a folder that changes in mid-scan', () => {
  it('reports a file that disappears and goes on', async () => {
    using folder = new Tree({ 'a.js': 'find a', 'b.js': 'find b' });
    const heard = new Listener();
    const on = (event: ScanEvent): void => {
      heard.on(event);
      if (event.type === 'listed') rmSync(folder.at('b.js'));
    };
    const summary = await scanFolder({ root: folder.root, on, assets });
    assert.deepEqual(heard.places, ['a.js:1']);
    assert.deepEqual(heard.skips, ['unreadable b.js']);
    assert.match(summary.skips.find((skip) => skip.file === 'b.js')?.detail ?? '', /disappeared/);
  });

  it('fails, saying so, when the whole folder disappears', async () => {
    using folder = new Tree({ 'a.js': 'find a' });
    const on = (event: ScanEvent): void => {
      if (event.type === 'listed') rmSync(folder.root, { recursive: true });
    };
    await assert.rejects(scanFolder({ root: folder.root, on, assets }), { code: 'folder-gone' });
  });

  it('does not read a file that a folder took the place of', async () => {
    using folder = new Tree({ 'a.js': 'find a', 'b.js': 'find b' });
    const heard = new Listener();
    const on = (event: ScanEvent): void => {
      heard.on(event);
      if (event.type !== 'listed') return;
      rmSync(folder.at('b.js'));
      mkdirSync(folder.at('b.js'));
    };
    await scanFolder({ root: folder.root, on, assets });
    assert.deepEqual(heard.skips, ['unreadable b.js']);
  });
});

describe('scanning a project again', () => {
  it('reads only what changed, and reports every finding that holds', async () => {
    using folder = new Tree({ 'a.js': 'find a', 'b.js': 'find b', 'c.js': 'find c', 'd.py': 'find d' });
    await using project = new ProjectScanner(folder.root, { assets });
    await project.scan(new Listener().on);
    folder.write('a.js', '\n\nfind a, moved');
    folder.write('e.js', 'find e');
    rmSync(folder.at('b.js'));
    const heard = new Listener();
    const summary = await project.scan(heard.on);
    assert.deepEqual(heard.read.toSorted(), ['a.js', 'e.js']);
    assert.deepEqual(heard.places, ['a.js:3', 'c.js:1', 'd.py:1', 'e.js:1']);
    assert.equal(summary.filesAnalysed, 4);
    assert.equal(summary.findings, 4);
  });

  it('loses a family whose last file went', async () => {
    using folder = new Tree({ 'a.js': 'find a', 'd.py': 'find d' });
    await using project = new ProjectScanner(folder.root, { assets });
    await project.scan(new Listener().on);
    rmSync(folder.at('d.py'));
    const heard = new Listener();
    const summary = await project.scan(heard.on);
    assert.deepEqual(heard.places, ['a.js:1']);
    assert.equal(summary.filesAnalysed, 1);
  });

  it('does without the worker it had: everything is read again when a change kills it', async () => {
    using folder = new Tree({ 'a.js': 'find a', 'b.js': 'find b' });
    await using project = new ProjectScanner(folder.root, { assets });
    await project.scan(new Listener().on);
    folder.write('b.js', 'throw it over');
    const heard = new Listener();
    const summary = await project.scan(heard.on);
    assert.deepEqual(heard.places, ['a.js:1']);
    assert.deepEqual(heard.skips, ['internal-error b.js']);
    assert.equal(summary.filesAnalysed, 1);
  });

  it('is whole again after a cancelled scan', async () => {
    using folder = new Tree({ 'a.js': 'find a', 'b.js': 'solve-forever' });
    await using project = new ProjectScanner(folder.root, { assets });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await assert.rejects(project.scan(new Listener().on, stop.signal), /enough/);
    folder.write('b.js', 'find b');
    const heard = new Listener();
    await project.scan(heard.on);
    assert.deepEqual(heard.places, ['a.js:1', 'b.js:1']);
  });
});
