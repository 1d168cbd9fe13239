import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FinishedScan, formats, render } from '../../../src/cli/report.ts';
import { coloured, harmless, paintFor, plain } from '../../../src/cli/terminal.ts';
import type { Finding } from '../../../src/engine/finding.ts';
import { defaultThreatModels } from '../../../src/engine/threat-models.ts';

const at = (file: string, startLine: number, snippet: string) => ({
  file,
  range: { startLine, startColumn: 5, endLine: startLine, endColumn: 9 },
  snippet,
});
const finding = (score: number, file: string): Finding => ({
  ...at(file, 41, 'db.all(sql)'),
  ruleId: 'javascript/sql-injection',
  vulnClass: 'sql-injection',
  category: 'SAST',
  language: 'javascript',
  title: 'SQL injection',
  message: 'It reaches the database.',
  cwes: ['CWE-89'],
  score,
  confidence: 90,
  sink: { kind: 'structure' },
  codeFlows: [
    {
      steps: [
        { ...at('routes/search.js', 12, 'const q = req.query.q'), role: 'source', message: '' },
        { ...at(file, 30, 'sql += q'), role: 'propagator', message: '' },
        { ...at(file, 41, 'db.all(sql)'), role: 'sink', message: '' },
      ],
    },
  ],
  fingerprint: `${score}`,
});
const scan = (...findings: Finding[]): FinishedScan => ({
  findings,
  summary: {
    root: '/p',
    git: undefined,
    advisories: [],
    filesListed: 3,
    bytesListed: 30,
    filesAnalysed: 2,
    bytesAnalysed: 20,
    filesByLanguage: { javascript: 2 },
    filesSkipped: 1,
    filesPartial: 0,
    incomplete: { files: 0, functions: 0, reasons: {} },
    skips: [{ file: 'x.js', reason: 'binary', detail: 'It is binary.', partial: false }],
    skipCounts: { binary: 1 },
    skipsTruncated: false,
    excluded: { dependencies: 2, media: 7 },
    hidden: [],
    models: [],
    rules: [],
    threatModels: defaultThreatModels,
    findings: findings.length,
    durationMs: 1234,
  },
  startedAt: new Date(0),
  endedAt: new Date(1234),
  version: '1.0.0',
});

describe('the table of a scan', () => {
  it('names the other places of a secret, and keeps what tells it again to itself', () => {
    const place = (file: string): Finding => ({
      ...finding(70, file),
      codeFlows: [],
      secret: 'digest of it',
    });
    const folded = scan({ ...place('a.yml'), others: [place('b.yml')] });
    const json = render(folded, 'json');
    assert.match(json, /It is also in b\.yml:41\./);
    const [related] = JSON.parse(render(folded, 'sarif')).runs[0].results[0].relatedLocations;
    assert.equal(related.physicalLocation.artifactLocation.uri, 'b.yml');
    for (const format of formats) assert.ok(!render(folded, format).includes('digest of it'), format);
  });

  it('has the worst first, and the flow in one line', () => {
    const lines = render(scan(finding(50, 'a.js'), finding(95, 'b.js'), finding(75, 'c.js')), 'table').split(
      '\n',
    );
    assert.deepEqual(
      lines.slice(1, 4).map((line) => line.split(/ {2,}/).slice(0, 3)),
      [
        ['CRITICAL', 'SQL injection', 'b.js:41:5'],
        ['HIGH', 'SQL injection', 'c.js:41:5'],
        ['MEDIUM', 'SQL injection', 'a.js:41:5'],
      ],
    );
    assert.ok(lines[1]?.endsWith('routes/search.js:12 const q = req.query.q → 1 more → :41 db.all(sql)'));
  });

  it('says what was scanned, what was left out and why', () => {
    const text = render(scan(finding(95, 'b.js')), 'table');
    assert.match(text, /1 issue \(1 critical\) in 2 files analysed in 1\.2 s\./);
    assert.match(text, /1 left out, 0 analysed in part:\n {2}x\.js: It is binary\./);
    assert.match(text, /2 dependencies, 7 media/);
  });

  it('fits a terminal: the flow is cut, or takes a line of its own where there is little room', () => {
    const long = scan(finding(95, 'src/some/folder/file.js'), finding(75, 'a.js'));
    const lines = (width: number) => render(long, 'table', { paint: plain, width }).split('\n');
    assert.ok(
      lines(110)
        .slice(0, 3)
        .every((line) => line.length <= 110),
    );
    assert.match(lines(110)[1] ?? '', /src\/some\/folder\/file\.js:41:5 +routes\/search\.js:12 const q.*…$/);
    const narrow = lines(70);
    assert.match(narrow[1] ?? '', /^CRITICAL +SQL injection +src\/some\/folder\/file\.js:41:5$/);
    assert.match(narrow[2] ?? '', /^ {10}routes\/search\.js:12 const q = req\.query\.q → 1 more.*…$/);
    assert.match(narrow[3] ?? '', /^HIGH +SQL injection +a\.js:41:5$/);
    assert.ok(narrow.slice(0, 5).every((line) => line.length <= 70));
  });

  it('is coloured only when asked', () => {
    assert.ok(
      render(scan(finding(95, 'b.js')), 'table', { paint: coloured, width: 200 }).includes('\u001b[35mCRIT'),
    );
    assert.ok(!render(scan(finding(95, 'b.js')), 'table').includes('\u001b'));
  });
});

describe('colours', () => {
  it('follow NO_COLOR, FORCE_COLOR and what the output is', () => {
    const terminal = { isTTY: true };
    const painted = (stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean =>
      paintFor(stream, environment) === coloured;
    assert.equal(painted(terminal, {}), true);
    assert.equal(painted(terminal, { NO_COLOR: '1' }), false);
    assert.equal(painted(terminal, { TERM: 'dumb' }), false);
    assert.equal(painted({}, {}), false);
    assert.equal(painted({}, { FORCE_COLOR: '1' }), true);
    assert.equal(painted({}, { FORCE_COLOR: '1', NO_COLOR: '1' }), false);
  });
});

describe('text of a scanned project', () => {
  it('reaches the terminal without control characters, and otherwise as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = harmless(text);
        assert.ok(!/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(shown));
      }),
    );
    assert.equal(harmless('src/ünï 日本.ts'), 'src/ünï 日本.ts');
  });
});
