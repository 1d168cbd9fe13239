import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../src/api/api-error.ts';
import { CodeScanApi } from '../../../src/connection/code-scan-api.ts';
import { type ReviewRequest, review, type UseCodeScans } from '../../../src/views/scans/on-demand/review.ts';
import { json, LocalServer } from '../api/local-server.ts';

const at = '2026-01-31T12:00:00.000Z';
const id = randomUUID();
const codeScan = (status: string) => ({
  codeScan: {
    id,
    organizationId: id,
    type: 'files',
    status,
    issueCounts: { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 },
    createdAt: at,
    finishedAt: null,
    expiresAt: at,
  },
});

type Answer = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

/** What the wire may bring between a submission and its results. */
describe('an on-demand scan over the wire', () => {
  const { signal } = new AbortController();
  const request: ReviewRequest = {
    submission: { type: 'files', files: [{ path: 'a.js', content: 'x' }] },
    name: 'a.js',
    repositoryId: undefined,
    onStatus: () => undefined,
  };

  /** Answers each operation with the next of its answers; the last one again and again. */
  async function against(script: Readonly<Record<string, readonly Answer[]>>, work = review) {
    const asked: string[] = [];
    await using server = await LocalServer.start((incoming, response) => {
      const operation = incoming.url?.split('/').at(-1) ?? '';
      asked.push(operation);
      const answers = script[operation] ?? [];
      const count = asked.filter((one) => one === operation).length;
      const [status, body, headers] = answers[Math.min(count, answers.length) - 1] ?? [
        404,
        { error: 'none' },
      ];
      for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
      incoming.resume().on('end', () => json(response, status, body));
    });
    const api = new CodeScanApi(server.client());
    const use: UseCodeScans = (_signal, does) => does(api);
    const result = await work(use, request, signal).catch((error: unknown) => error);
    return { result, asked };
  }

  const submitted: Answer = [202, codeScan('QUEUED')];
  const done: Answer = [200, codeScan('COMPLETED')];
  const results: Answer = [200, { ...codeScan('COMPLETED'), issues: [] }];

  it('waits as long as the service says, and tries again', async () => {
    const { result, asked } = await against({
      submit: [[429, { error: '50 scans are waiting already.' }, { 'Retry-After': '0' }], submitted],
      status: [[200, codeScan('RUNNING')], [503, { error: 'busy' }, { 'Retry-After': '0' }], done],
      results: [results],
    });
    assert.ok(!(result instanceof Error), String(result));
    assert.deepEqual(asked, ['submit', 'submit', 'status', 'status', 'status', 'results']);
  });

  it('tells a submission that is too large, and sends it once', async () => {
    const { result, asked } = await against({ submit: [[413, { error: 'The body is over the limit.' }]] });
    assert.ok(result instanceof ApiError && result.kind === 'tooLarge', String(result));
    assert.deepEqual(asked, ['submit']);
  });

  it('outlives a failure of the service in the middle, and gives up when it lasts', async function () {
    this.timeout(120_000);
    const failed: Answer = [500, { error: 'The service failed.' }];
    const once = await against({ submit: [submitted], status: [failed, done], results: [results] });
    assert.ok(!(once.result instanceof Error), String(once.result));
    const always = await against({ submit: [submitted], status: [failed] });
    assert.ok(always.result instanceof ApiError && always.result.kind === 'server', String(always.result));
    assert.ok(!always.asked.includes('results'));
  });

  it('tells a scan that expired, and one that is not there any more', async () => {
    const expired = await against({ submit: [submitted], status: [[200, codeScan('EXPIRED')]] });
    assert.match(String(expired.result), /expire/);
    const gone = await against({ submit: [submitted], status: [[404, { error: 'No such scan.' }]] });
    assert.ok(gone.result instanceof ApiError && gone.result.kind === 'notFound');
  });

  it('tells what is not this interface', async () => {
    const { result } = await against({ submit: [[202, { hello: 'world' }]] });
    assert.ok(result instanceof ApiError && result.kind === 'notThisInterface', String(result));
  });
});
