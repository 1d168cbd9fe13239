import assert from 'node:assert/strict';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import type { DocxContent, DocxFinding } from '../../../../src/service/reports/docx/content.ts';
import { docxDocument } from '../../../../src/service/reports/docx/document.ts';
import { docxInThread } from '../../../../src/service/reports/docx/docx-thread.ts';
import { tries } from '../../../support/thorough.ts';

const none = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
const never = { resolutions: 0, meanSeconds: null };

const finding: DocxFinding = {
  title: 'SQL injection',
  description: 'The request parameter `name` becomes part of a query.',
  severity: 'CRITICAL',
  score: 95,
  confidence: 96,
  status: 'PENDING_REVIEW',
  cwes: ['CWE-89'],
  repositoryName: 'shop',
  scanTargetBranch: 'main',
  file: 'src/users.js',
  startLine: 13,
  snippet: 'db.all(sql)',
  firstSeenAt: '2026-10-04T10:00:00.000Z',
  vulnImpact: 'An attacker could read the database.',
  remediation: 'Use a parameterized query.',
  references: [{ title: 'Cheat sheet', url: 'https://example.com/sheet' }],
  url: 'https://parapet.example.com/dashboard/issues/1',
  steps: [
    { place: 'src/users.js:12', message: 'The parameter is read.', code: 'const name = req.query.name;' },
    { place: 'src/users.js:13', message: 'It is run as SQL.', code: 'db.all(sql)' },
  ],
  moreFlows: 1,
  cvss: { score: 9.3, severity: 'Critical', vector: 'CVSS:4.0/AV:N' },
  cvss3: undefined,
  howToFix: { before: 'db.all(sql)', after: 'db.all(sql, [name])' },
  patch: 'READY',
  decision: undefined,
};

function contentWith(change: Partial<DocxContent> = {}): DocxContent {
  return {
    language: 'en',
    title: 'Quarterly report',
    organization: 'ACME',
    madeBy: 'ada@example.com',
    madeAt: '2026-11-23T20:00:00.000Z',
    toolVersion: '1.0.0',
    scope: [],
    statistics: {
      issuesByStatus: {
        ...{ PENDING_REVIEW: 1, REVIEWING: 0, PATCHING: 0, RESOLVED: 0, BACKLOG: 0, INFORMATIONAL: 0 },
        ...{ NON_EXPLOITABLE: 0, FALSE_POSITIVE: 0, ACCEPTED_RISK: 0 },
      },
      issuesBySeverity: { ...none, CRITICAL: 1 },
      openIssues: 1,
      resolvedIssues: 0,
      reachableExploitableIssues: 0,
      issuesByApplication: [],
      topVulnClasses: [{ vulnClass: 'sql-injection', title: 'SQL injection', open: 1, resolved: 0 }],
      trend: ['2026-11-10', '2026-11-17'].map((date) => ({
        date,
        open: { ...none, CRITICAL: 1 },
        opened: none,
        resolved: none,
        dismissed: none,
      })),
      timeToRemediate: { CRITICAL: never, HIGH: never, MEDIUM: never, LOW: never, INFO: never },
      meanTimeToRemediate: never,
    },
    days: 91,
    scans: [{ repository: 'shop' }],
    total: 1,
    findings: [finding],
    further: [],
    ...change,
  };
}

interface Read {
  /** What a reader sees, without the headings' and the tables' form. */
  readonly text: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly instructions: readonly string[];
  /** Style ids of headings, in their order. */
  readonly headings: readonly string[];
}

/** Reads every part as XML: what is not well-formed throws. */
function read(bytes: Uint8Array): Read {
  const parts: Record<string, string> = {};
  for (const [name, data] of Object.entries(unzipSync(bytes))) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    const text = strFromU8(data);
    parts[name] = text;
    new SaxesParser().write(text).close();
  }
  const document = parts['word/document.xml'] ?? assert.fail('no document');
  let text = '';
  const instructions: string[] = [];
  const headings: string[] = [];
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name);
    if (name === 'w:fldSimple') instructions.push(String(attributes['w:instr']));
    if (name === 'w:pStyle' && /^Heading/.test(String(attributes['w:val'])))
      headings.push(String(attributes['w:val']));
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (piece) => {
    if (open.at(-1) === 'w:t') text += piece;
    if (open.at(-1) === 'w:instrText') instructions.push(piece);
  });
  parser.write(document).close();
  return { text, parts, instructions, headings };
}

describe('a report as a document', () => {
  it('has a cover, contents, a summary with native charts, coverage, and each finding in full', async () => {
    const { text, parts, headings } = read(await docxDocument(contentWith()));
    for (const said of [
      'Quarterly report',
      'ACME',
      '1 issue is open. 1 of them is critical or high',
      'No scan has been completed.',
      '1. SQL injection',
      'An attacker could read the database.',
      'src/users.js:12',
      'const name = req.query.name;',
      '9.3 Critical · CVSS:4.0/AV:N',
      'Use a parameterized query.',
      'db.all(sql, [name])',
      'Ready to be reviewed',
      '1 more flow leads there.',
    ])
      assert.ok(text.includes(said), said);
    assert.ok(parts['word/charts/chart1.xml'] && parts['word/charts/chart2.xml'], 'two charts');
    assert.match(parts['word/document.xml'] ?? '', /descr="Critical: 1, High: 0/);
    assert.match(parts['word/document.xml'] ?? '', /<w:tblHeader/);
    assert.match(parts['word/_rels/document.xml.rels'] ?? '', /https:\/\/example\.com\/sheet/);
    const levels = headings.map((style) => Number(style.replace('Heading', '')));
    assert.ok(
      levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
      headings.join(' '),
    );
  });

  it('speaks German', async () => {
    const { text, parts } = read(await docxDocument(contentWith({ language: 'de' })));
    assert.match(text, /1 Problem ist offen/);
    assert.match(parts['word/styles.xml'] ?? '', /w:lang w:val="de-DE"/);
  });

  it('says how many findings it leaves out', async () => {
    const further = [
      { severity: 'LOW' as const, title: 'Weak hash', place: 'shop · a.js:1', status: 'Open' },
    ];
    const { text } = read(await docxDocument(contentWith({ total: 12, further })));
    assert.ok(text.includes('Weak hash'));
    assert.match(text, /10 more are not listed/);
    const { text: empty } = read(await docxDocument(contentWith({ total: 0, findings: [] })));
    assert.match(empty, /No issue matches/);
  });

  it('is harmless and whole whatever texts hold', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '</w:t></w:r><w:fldSimple w:instr="DDEAUTO c:\\\\cmd">',
        '{ DDEAUTO c:\\windows\\system32\\cmd.exe }',
        ']]><!--&x;<script>',
        '\u0000\u0007\u001b\ufffe\uffff',
        '\u202e\u2066\u200b\ufeff',
        '\ud800',
        '`code` ``',
        'javascript:alert(1)',
        'file:///etc/passwd',
        '\n\n\n\t\r\n',
      ),
    );
    const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const texts = fc.record({
      ...{ title: text, description: text, snippet: text, vulnImpact: text, remediation: text },
      ...{ repositoryName: text, scanTargetBranch: text, file: text, decision: text },
    });
    await fc.assert(
      fc.asyncProperty(texts, text, async (change, hostile) => {
        const hostileFinding = {
          ...finding,
          ...change,
          references: [{ title: hostile, url: hostile }],
          url: hostile,
          cwes: [hostile],
          steps: [{ place: hostile, message: hostile, code: hostile }],
        };
        const content = contentWith({
          ...{ title: hostile, organization: hostile, madeBy: hostile, scope: [[hostile, hostile]] },
          findings: [hostileFinding],
        });
        const { instructions, parts } = read(await docxDocument(content));
        assert.ok(
          instructions.every((one) => /^ ?(TOC|PAGEREF|HYPERLINK|PAGE|NUMPAGES)\b/.test(one.trim())),
          instructions.join('; '),
        );
        const links = parts['word/_rels/document.xml.rels'] ?? '';
        for (const [, target = ''] of links.matchAll(/Target="([^"]*)" TargetMode="External"/g))
          assert.match(target, /^https?:/);
        assert.doesNotMatch(parts['word/document.xml'] ?? '', /[\u202a-\u202e\u2066-\u2069]/);
      }),
      tries(100),
    );
  });

  it('is bounded where one text has a megabyte', async () => {
    const long = 'a\u202e`'.repeat(350_000);
    const huge = { ...finding, description: long, snippet: long, remediation: long, title: long };
    const bytes = await docxDocument(contentWith({ findings: [huge, huge] }));
    assert.ok(bytes.byteLength < 200_000, `${bytes.byteLength} bytes`);
    read(bytes);
  });

  it('is made in a thread, which ends when it is not wanted any more', async () => {
    const { text } = read(await docxInThread(contentWith(), new AbortController().signal));
    assert.ok(text.includes('Quarterly report'));
    const stop = new AbortController();
    const stopped = docxInThread(contentWith(), stop.signal);
    stop.abort(new Error('no longer wanted'));
    await assert.rejects(stopped, /no longer wanted/);
  });
});
