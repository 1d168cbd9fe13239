import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../../src/api/api-error.ts';
import type { CodeScan, CodeScanIssue, Submission } from '../../../../src/api/contract/scans/code-scans.ts';
import type { Coverage } from '../../../../src/api/contract/scans/coverage.ts';
import type { CodeScanApi, CodeScanResults } from '../../../../src/connection/code-scan-api.ts';
import { Failure } from '../../../../src/connection/failure.ts';
import { IssueStore } from '../../../../src/views/issues/issue-store.ts';
import { OnDemandScans } from '../../../../src/views/scans/on-demand/on-demand-scans.ts';
import type { UseCodeScans } from '../../../../src/views/scans/on-demand/review.ts';
import { runFacts } from '../../../../src/views/scans/on-demand/run-nodes.ts';
import type { Gathered, Target } from '../../../../src/views/scans/on-demand/target.ts';
import { ScansUnderWay } from '../../../../src/views/scans/on-demand/under-way.ts';
import { type Upload, UploadConsent } from '../../../../src/views/scans/on-demand/upload-consent.ts';
import { endText, runText } from '../../../../src/views/scans/on-demand/words.ts';
import { folder, makeIssue } from '../make-issue.ts';

const noCounts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };

function scanOf(status: CodeScan['status'], more: Partial<CodeScan> = {}): CodeScan {
  const at = '2026-01-31T12:00:00.000Z';
  return {
    id: randomUUID(),
    organizationId: randomUUID(),
    type: 'files',
    status,
    issueCounts: noCounts,
    createdAt: at,
    finishedAt: null,
    expiresAt: at,
    ...more,
  };
}

function issueOf(given: Partial<CodeScanIssue> = {}): CodeScanIssue {
  const { patch: _, investigation: __, ...item } = makeIssue({ scanKind: 'ON_DEMAND' });
  return {
    ...item,
    codeFlows: [],
    preconditions: [],
    attackSteps: [],
    ...given,
  };
}

const coverage: Coverage = {
  filesAnalysed: 1,
  bytesAnalysed: 10,
  filesByLanguage: { javascript: 1 },
  filesSkipped: 0,
  filesPartial: 0,
  skips: [],
  skipsTruncated: false,
};

/** A service that answers what a test says, and remembers what it was sent. */
class FakeService {
  readonly limits = { files: 500, bytes: 10 * 1024 * 1024 };
  readonly submitted: Submission[] = [];
  readonly cancelled: string[] = [];
  statuses: (CodeScan['status'] | Error)[] = [];
  answers: (Partial<CodeScanResults> | Error)[] = [];
  submitError: Error | undefined;
  listed: readonly string[] | undefined;

  readonly use: UseCodeScans = (_signal, work) => work(this as unknown as CodeScanApi);

  async submit(submission: Submission): Promise<CodeScan> {
    if (this.submitError) throw this.submitError;
    this.submitted.push(submission);
    return scanOf('QUEUED');
  }

  async status(id: string): Promise<CodeScan> {
    const next = this.statuses.shift() ?? 'COMPLETED';
    if (next instanceof Error) throw next;
    return scanOf(next, { id, ...(next === 'FAILED' ? { errorMessage: 'The disk is full.' } : {}) });
  }

  async cancel(id: string): Promise<void> {
    this.cancelled.push(id);
  }

  async localFiles({ paths = [] }: { paths?: readonly string[] }) {
    const files = paths
      .filter((path) => this.listed?.includes(path) ?? true)
      .map((path) => ({ path, bytes: 1 }));
    return { files, totalFiles: files.length, totalBytes: files.length, excluded: {} };
  }

  async results(): Promise<CodeScanResults> {
    const next = this.answers.shift() ?? {};
    if (next instanceof Error) throw next;
    return { issues: [], coverage, ...next };
  }
}

const target = (key = 'file a.js'): Target => ({ kind: 'document', key, label: 'a.js' });
const gathered = (more: Partial<Gathered> = {}): Gathered => ({
  folder,
  root: '/project',
  repository: { key: folder, name: 'project' },
  form: 'files',
  isPresent: false,
  candidates: [{ path: 'a.js', content: 'eval(x)\n' }],
  leftOut: [],
  ...more,
});

describe('on-demand scans of a window', () => {
  let service: FakeService;
  let local: FakeService;
  let store: IssueStore;
  let scans: OnDemandScans;
  let remote: string | undefined;
  let uploads: Upload[];
  let answer: boolean;

  beforeEach(() => {
    service = new FakeService();
    local = new FakeService();
    store = new IssueStore();
    remote = undefined;
    uploads = [];
    answer = true;
    const memory = new Map<string, unknown>();
    const consent = new UploadConsent(
      {
        get: (key) => memory.get(key),
        update: async (key, value) => void memory.set(key, value),
      },
      async (upload) => {
        uploads.push(upload);
        return answer;
      },
    );
    scans = new OnDemandScans({
      store,
      use: service.use,
      useLocal: local.use,
      remote: () => remote,
      allowsUpload: (upload, signal) => consent.allows(upload, signal),
      repositoryOf: async () => undefined,
    });
  });
  afterEach(() => {
    scans.dispose();
    store.dispose();
  });

  const scan = (more: Partial<Gathered> = {}, key?: string) =>
    scans.scan(target(key), async () => gathered(more));
  const shown = () => [...store.all()].map(({ issue }) => issue.fingerprint).sort();
  const failure = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => assert.fail('it did not fail'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Failure, String(error));
    return error.sentence;
  };

  it('are not forgotten without a word when the window ends in the middle of them', async () => {
    const memory = new Map<string, unknown>();
    const open = () =>
      new OnDemandScans({
        store,
        use: service.use,
        useLocal: local.use,
        remote: () => undefined,
        allowsUpload: async () => true,
        repositoryOf: async () => undefined,
        underWay: new ScansUnderWay({
          get: (key: string) => memory.get(key) as undefined,
          update: async (key, value) => void memory.set(key, value),
        }),
      });
    const first = open();
    await first.scan(target('done'), async () => gathered());
    const never = new Promise<Gathered>(() => undefined);
    void first.scan(target('under way'), () => never);
    first.dispose();
    const second = open();
    assert.deepEqual(
      second.runs.map(({ target: { key }, state }) => [key, state.kind]),
      [['under way', 'failed']],
    );
    const [run] = second.runs;
    assert.ok(run);
    assert.deepEqual(
      runFacts(run).map(({ label }) => label),
      [
        'This scan ended when the window was closed or loaded anew; nothing of it is shown.',
        'Scan it again.',
      ],
    );
    assert.match(await failure(second.repeat(run.id)), /Start this scan from where/);
    // It was told once.
    second.dispose();
    const third = open();
    assert.equal(third.runs.length, 0);
    third.dispose();
  });

  it('show what was found, in place of what the scan before of the same thing found', async () => {
    service.answers = [
      { issues: [issueOf({ fingerprint: 'a' }), issueOf({ fingerprint: 'b' })] },
      { issues: [issueOf({ fingerprint: 'b' })] },
    ];
    await scan();
    assert.deepEqual(shown(), ['a', 'b']);
    await scan();
    assert.deepEqual(shown(), ['b']);
    assert.equal(scans.runs.length, 1);
    const [known] = store.all();
    assert.ok(known && scans.issue(known.issue.id)?.codeFlows);
    scans.clear();
    assert.deepEqual(shown(), []);
    assert.equal(scans.runs.length, 0);
  });

  it('never say that a file with a known issue has none', async () => {
    const known = makeIssue({ fingerprint: 'elsewhere', file: 'a.js' });
    store.upsert(folder, [known, makeIssue({ fingerprint: 'other file', file: 'b.js' })]);
    const alone = await scan();
    assert.equal(alone.outcome?.how, 'alone');
    assert.deepEqual(alone.outcome?.missed, [known.id]);
    assert.equal(
      endText(target(), alone.outcome).text,
      'No new issue in a.js analysed alone. 1 known issue in this file depends on other files and stays open.',
    );
    assert.ok(store.get(known.id), 'it is shown');
    const whole = new OnDemandScans({
      store,
      use: service.use,
      useLocal: local.use,
      remote: () => undefined,
      allowsUpload: async () => true,
      repositoryOf: async () => 'r1',
      knowsProject: (uri) => uri === folder,
    });
    service.answers = [{ issues: [issueOf({ fingerprint: 'elsewhere', file: 'a.js' })] }, { issues: [] }];
    const inProject = () => whole.scan(target(), async () => gathered({ isPresent: true }));
    const run = await inProject();
    assert.deepEqual([run.outcome?.how, run.outcome?.known, run.outcome?.missed], ['project', 1, []]);
    const sent = service.submitted.at(-1);
    assert.ok(sent?.type === 'files' && sent.inRepository);
    assert.ok(run.outcome);
    assert.equal(endText(target(), run.outcome).text, 'a.js: no new issue, 1 known already');
    const fixed = await inProject();
    assert.deepEqual(fixed.outcome?.missed, [known.id]);
    whole.dispose();
  });

  it('do not repeat what a full scan shows, whichever comes first', async () => {
    store.upsert(folder, [makeIssue({ fingerprint: 'known', file: 'a.js' })]);
    service.answers = [
      {
        issues: [
          issueOf({ fingerprint: 'known', file: 'a.js' }),
          issueOf({ fingerprint: 'new', file: 'a.js' }),
        ],
      },
    ];
    const run = await scan();
    assert.deepEqual(shown(), ['known', 'new']);
    assert.deepEqual([run.outcome?.found, run.outcome?.known], [1, 1]);
    store.replaceFolder(folder, [
      makeIssue({ fingerprint: 'known', file: 'a.js' }),
      makeIssue({ fingerprint: 'new', file: 'a.js' }),
    ]);
    store.flush();
    assert.deepEqual(shown(), ['known', 'new']);
    assert.equal(scans.issueCount, 0);
  });

  it('of two scans of the same code show what the later one says', async () => {
    service.answers = [
      { issues: [issueOf({ fingerprint: 'same', file: 'a.js' })] },
      { issues: [issueOf({ fingerprint: 'same', file: 'a.js' })] },
    ];
    await scan({}, 'selection');
    await scan({}, 'file');
    assert.deepEqual(shown(), ['same']);
  });

  it('report of a selection nothing outside of it, whatever the service says', async () => {
    service.answers = [
      {
        issues: [
          issueOf({ fingerprint: 'in', startLine: 5, endLine: 5 }),
          issueOf({ fingerprint: 'out', startLine: 9, endLine: 9 }),
        ],
      },
    ];
    await scan({ candidates: [{ path: 'a.js', content: 'x\n'.repeat(20), lines: { first: 4, last: 6 } }] });
    assert.deepEqual(shown(), ['in']);
    const [submission] = service.submitted;
    assert.ok(submission?.type === 'diff' && submission.files[0]?.content.length === 40);
  });

  it('let an issue go whose file is gone', async () => {
    service.answers = [{ issues: [issueOf({ fingerprint: 'a' })] }];
    await scan();
    const [known] = store.all();
    store.place(new Map([[known?.issue.id ?? '', { kind: 'gone' }]]));
    store.flush();
    assert.deepEqual(shown(), []);
  });

  it('are sent in parts when they are many, and keep what the parts before a failure found', async () => {
    const candidates = Array.from({ length: 1_000 }, (_, index) => ({
      path: `src/${String(index).padStart(4, '0')}.js`,
      content: 'x\n',
    }));
    service.answers = [
      { issues: [issueOf({ fingerprint: 'first' })] },
      { issues: [issueOf({ fingerprint: 'second' })] },
    ];
    const run = await scan({ candidates });
    assert.equal(service.submitted.length, 2);
    assert.deepEqual(shown(), ['first', 'second']);
    assert.equal(run.outcome?.filesSent, 1_000);
    assert.ok(runFacts(run).some(({ label }) => /2 parts/.test(label)));

    service.answers = [
      { issues: [issueOf({ fingerprint: 'again' })] },
      new ApiError('server', 'The service failed (500).', { status: 500 }),
    ];
    assert.match(await failure(scan({ candidates })), /500.*issues of 1 of 2 parts are kept/);
    assert.deepEqual(shown(), ['again']);
  });

  it('are refused when they are more than a scan on demand is for, with nothing sent', async () => {
    const candidates = Array.from({ length: 2_001 }, (_, index) => ({ path: `${index}.js`, content: 'x' }));
    assert.match(await failure(scan({ candidates })), /2001 files.*takes 2000.*Scan This Workspace/);
    assert.equal(service.submitted.length, 0);
  });

  it('tell why they failed and what was kept, and can be repeated', async () => {
    service.answers = [{ issues: [issueOf({ fingerprint: 'kept' })] }];
    await scan();
    const failures: [() => void, RegExp][] = [
      [
        () => (service.submitError = new ApiError('tooLarge', 'The submission is over a limit.')),
        /over a limit/,
      ],
      [
        () => (service.submitError = new ApiError('rateLimited', '50 scans are waiting already.')),
        /waiting already/,
      ],
      [() => (service.statuses = ['RUNNING', 'FAILED']), /disk is full/],
      [() => (service.statuses = ['RUNNING', 'EXPIRED']), /expire.*Scan again/],
      [() => (service.statuses = ['CANCELLED']), /Somebody else cancelled/],
    ];
    for (const [make, expected] of failures) {
      service.submitError = undefined;
      make();
      const sentence = await failure(scan());
      assert.match(sentence, expected);
      assert.match(sentence, /issues of the scan before are kept/);
      assert.deepEqual(shown(), ['kept']);
      const [run] = scans.runs;
      assert.ok(run?.state.kind === 'failed');
      assert.match(runText(run, 'just now'), /^failed/);
      assert.match(runFacts(run)[0]?.label ?? '', expected.source.includes('Scan') ? /expire/ : expected);
    }
    service.submitError = undefined;
    await scans.repeat(scans.runs[0]?.id ?? '');
    assert.equal(scans.runs[0]?.state.kind, 'done');
  });

  it('survive a service that fails for a moment while they run', async function () {
    this.timeout(120_000);
    const broken = new ApiError('server', 'The service failed (500).', { status: 500 });
    service.statuses = ['RUNNING', broken, 'RUNNING'];
    assert.equal((await scan()).state.kind, 'done');
  });

  it('can be cancelled, which the service is told; a new scan of the same thing cancels the one before', async () => {
    service.statuses = Array.from({ length: 100 }, () => 'RUNNING' as const);
    const first = scan();
    await until(() => scans.runs[0]?.state.kind === 'scanning');
    scans.cancel(scans.runs[0]?.id);
    assert.equal((await first).state.kind, 'cancelled');
    await until(() => service.cancelled.length === 1);

    const second = scan();
    await until(() => service.submitted.length === 2);
    service.statuses = [];
    const third = await scan();
    assert.equal((await second).state.kind, 'cancelled');
    assert.equal(third.state.kind, 'done');
    assert.equal(scans.runs.length, 1);
  });

  it('say what was left out, and that nothing was there to scan', async () => {
    const run = await scan({ candidates: [], leftOut: [{ path: 'movie.mp4', reason: 'binary' }] });
    assert.equal(service.submitted.length, 0);
    assert.equal(run.state.kind, 'done');
    const [node] = runFacts(run);
    assert.deepEqual([node?.label, node?.children[0]?.label], ['Binary', 'movie.mp4']);
    assert.match(runText(run, 'just now'), /0 files · 1 skipped/);
  });

  describe('with a service elsewhere', () => {
    beforeEach(() => {
      remote = 'https://scan.example.com';
    });

    it('send only what holds no secret, is no key file and is not ignored, and list the rest', async () => {
      local.listed = ['a.js', 'b.js', 'holds.js', 'minified.js', '.env'];
      const secret = issueOf({
        file: 'holds.js',
        category: 'SECRETS',
        title: 'AWS access key',
        startLine: 3,
      });
      local.answers = [
        {
          issues: [secret, issueOf({ file: 'a.js' })],
          coverage: {
            ...coverage,
            skips: [{ file: 'minified.js', reason: 'minified', detail: 'It is minified.', partial: false }],
          },
        },
      ];
      const names = ['a.js', 'b.js', 'holds.js', 'minified.js', '.env', 'ignored.js'];
      const run = await scan({ candidates: names.map((path) => ({ path, content: 'let x;\n' })) });
      const held = Object.fromEntries((run.outcome?.leftOut ?? []).map(({ path, reason }) => [path, reason]));
      assert.deepEqual(held, {
        '.env': 'keyFile',
        'ignored.js': 'ignored',
        'holds.js': 'secret',
        'minified.js': 'unchecked',
      });
      const [upload] = uploads;
      assert.deepEqual(
        upload?.files,
        ['a.js', 'b.js'].map((path) => ({ path, bytes: 7 })),
      );
      assert.equal(upload?.held.length, 4);
      const [sent] = service.submitted;
      assert.ok(sent?.type === 'files');
      assert.deepEqual(
        sent.files.map(({ path }) => path),
        ['a.js', 'b.js'],
      );
    });

    it('hold a changed file back when it held a secret before', async () => {
      const secret = issueOf({ file: 'old.js', category: 'SECRETS' });
      local.answers = [{}, { issues: [secret] }];
      await scan({
        form: 'change',
        candidates: [{ path: 'new.js', content: 'x\n', before: { path: 'old.js', content: 'key\n' } }],
      });
      assert.equal(service.submitted.length, 0);
      assert.equal(uploads.length, 0);
    });

    it('ask once a repository, and not again until that is taken back', async () => {
      await scan();
      await scan();
      assert.equal(uploads.length, 1);
      await scan({ repository: { key: 'file:///other', name: 'other' } });
      assert.equal(uploads.length, 2);
      remote = 'https://elsewhere.example.com';
      await scan();
      assert.equal(uploads.length, 3);
      assert.equal(uploads[2]?.service, remote);
    });

    it('send nothing after a no, and ask again the next time', async () => {
      answer = false;
      assert.equal((await scan()).state.kind, 'cancelled');
      await scan();
      assert.equal(service.submitted.length, 0);
      assert.equal(uploads.length, 2);
    });

    it('send nothing when nobody can look for secrets', async () => {
      local.submitError = new Error('The service could not be started.');
      assert.match(await failure(scan()), /nothing was sent.*could not be started/);
      assert.equal(service.submitted.length, 0);
      assert.equal(uploads.length, 0);
    });
  });
});

async function until(look: () => boolean): Promise<void> {
  for (const end = performance.now() + 15_000; !look(); ) {
    assert.ok(performance.now() < end, 'it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
