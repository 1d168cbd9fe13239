import assert from 'node:assert/strict';
import { defaultScanLimits } from '../../../../src/service/analysis/limits.ts';
import { AnalysisWorker } from '../../../../src/service/analysis/worker/analysis-worker.ts';

/** A worker whose program is a few lines. */
function workerOf(program: string): AnalysisWorker {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    Atomics.store(new Int32Array(workerData.signals), 3, 1);
    parentPort.on('message', (question) => { ${program} });`;
  const worker = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  return new AnalysisWorker('/', { worker, grammars: [], advisories: [] }, defaultScanLimits);
}

const question = { kind: 'inspect', files: ['a.js'], file: 'a.js', fingerprint: 'f' } as const;

describe('what a scan asks its workers', () => {
  it('is asked as it is, and answered', async () => {
    const worker = workerOf(
      `parentPort.postMessage({ type: 'answer', answer: { inspection: { of: question.file } } });`,
    );
    const outcome = await worker.ask(question);
    assert.deepEqual(outcome, { type: 'answered', answer: { inspection: { of: 'a.js' } } });
    assert.ok(worker.usable);
    await worker.close();
  });

  it('counts as given up where the answer is another question’s, and the worker is not asked again', async () => {
    const worker = workerOf(`parentPort.postMessage({ type: 'answer', answer: null });`);
    const outcome = await worker.ask(question);
    assert.equal(outcome.type, 'gave-up');
    assert.ok(!worker.usable);
  });

  it('counts as given up where the worker says something else', async () => {
    const worker = workerOf(`parentPort.postMessage('hello');`);
    const outcome = await worker.ask(question);
    assert.equal(outcome.type, 'gave-up');
    assert.ok(!worker.usable);
  });
});
