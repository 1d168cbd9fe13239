/** The report of a scan follows from the files alone: not from their order, nor from what else the machine does. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { render } from '../../../src/cli/report.ts';
import type { SourceFile } from '../../../src/engine/analysis.ts';
import { defaultThreatModels } from '../../../src/engine/threat-models.ts';
import { Collector, coverageOf } from '../../../src/service/analysis/collector.ts';
import { readCorpus } from '../../support/corpus.ts';
import { newAnalyzer } from '../../support/engine.ts';
import { isThorough } from '../../support/thorough.ts';

const corpora = join(import.meta.dirname, '../../corpora');

/** Rings of functions that take what comes from a request: more than there is a budget for. */
const rings = (file: number): SourceFile => ({
  path: `rings${file}.py`,
  text: `import os\nfrom flask import request\n${Array.from(
    { length: 200 },
    (_, i) =>
      `def f${i}(a):\n    x=a+request.args["k${i}"]\n    g${(i * 7) % 200}(x)\n    os.system(x)\n    return f${(i + 1) % 200}(x)\n` +
      `def g${i}(a):\n    eval(a)\n    return f${i}(a)\n`,
  ).join('')}`,
});

/** The same files in another order, by a generator of Lehmer's. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = [...items];
  let state = seed;
  for (let i = order.length - 1; i > 0; i--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (i + 1);
    [order[i], order[other]] = [order[other] as T, order[i] as T];
  }
  return order;
}

/** What `parapet scan --format json` and `--format sarif` write, with times of our own. */
async function reportOf(files: readonly SourceFile[]): Promise<string> {
  const analyzer = await newAnalyzer();
  const collector = new Collector();
  await analyzer.analyse({ files, fileCount: files.length }, (event) => collector.take(event));
  collector.settle();
  const scan = {
    findings: [...collector.findings],
    summary: {
      ...coverageOf([collector], [], 1_000),
      root: '/project',
      git: undefined,
      filesListed: files.length,
      bytesListed: 0,
      excluded: {},
      hidden: [],
      models: [],
      rules: [],
      threatModels: defaultThreatModels,
      advisories: [],
      findings: collector.findingCount,
      durationMs: 0,
    },
    startedAt: new Date(0),
    endedAt: new Date(0),
    version: '0',
  };
  return render(scan, 'json') + render(scan, 'sarif');
}

/** Has the clock go as on a machine that does other things in between. */
function fasterClock(factor: number): () => void {
  const now = performance.now.bind(performance);
  performance.now = () => now() * factor;
  return () => {
    performance.now = now;
  };
}

describe('the report of a scan', function () {
  this.timeout(600_000);

  for (const language of ['javascript', 'java', 'python']) {
    it(`is the same in any order of files, and beside other work: ${language}`, async () => {
      const files = (await readCorpus(corpora, language)).flatMap((test) =>
        test.files.map(({ path, text }) => ({ path: `${test.name}/${path}`, text })),
      );
      if (language === 'python') files.push(rings(1), rings(2));
      const once = await reportOf(shuffled(files, 1));
      const restore = fasterClock(20);
      const others = isThorough ? [0, 1].map(() => new Worker('for (;;);', { eval: true })) : [];
      try {
        const again = await reportOf(shuffled(files, 2));
        // Compared by lines: the difference of two long texts takes longer to show than to find.
        const [a, b] = [once.split('\n'), again.split('\n')];
        const at = a.findIndex((line, i) => line !== b[i]);
        assert.deepEqual(a.slice(at < 0 ? a.length : at, at + 5), b.slice(at < 0 ? a.length : at, at + 5));
        assert.equal(a.length, b.length);
      } finally {
        restore();
        await Promise.all(others.map((worker) => worker.terminate()));
      }
      if (language === 'python') assert.match(once, /"step-limit"/);
    });
  }
});
