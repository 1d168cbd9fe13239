import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ReportIssues } from '../../../../src/views/sarif/report-issues.ts';
import type { FoundFile } from '../../../../src/views/sarif/report-texts.ts';
import { factLines, summaryText } from '../../../../src/views/sarif/report-words.ts';
import { readLog } from '../../../../src/workspace/sarif/read-log.ts';

const folder = 'file:///project';
const source = { folders: [folder], report: `${folder}/r.sarif`, writtenAt: 10_000 };
const { signal } = new AbortController();

interface Disk {
  readonly text: string;
  readonly modifiedAt?: number;
  readonly committed?: string;
}

const filesOf = (disk: Readonly<Record<string, Disk>>) => ({
  find: async ([first]: readonly [
    FoundFile['folderPath'],
    ...FoundFile['folderPath'][],
  ]): Promise<FoundFile> => ({
    folder,
    file: first.file,
    folderPath: first,
    modifiedAt: disk[first.file] && (disk[first.file]?.modifiedAt ?? 0),
  }),
  read: async ({ file }: FoundFile) => {
    const found = disk[file];
    return found && { content: Buffer.from(found.text) };
  },
  committed: async ({ file }: FoundFile) => {
    const text = disk[file]?.committed;
    return text === undefined ? undefined : Buffer.from(text);
  },
});

async function read(run: object, disk: Readonly<Record<string, Disk>> = {}, limit = 100) {
  const log = await readLog([Buffer.from(JSON.stringify({ version: '2.1.0', runs: [run] }))], { limit });
  const report = new ReportIssues(log, source, filesOf(disk));
  const { byFolder, facts } = await report.all(signal);
  return { report, facts, issues: [...byFolder.values()].flat() };
}

const at = (uri: string, startLine: number, more: object = {}) => ({
  physicalLocation: { artifactLocation: { uri }, region: { startLine, ...more } },
});
const tool = { driver: { name: 'Other', rules: [{ id: 'r', help: { markdown: 'Do **this**.' } }] } };
const text = 'one\ntwo();\nthree\n';

describe('a report as issues', () => {
  it('takes the code from the file, as long as that is older than the report', async () => {
    const run = { tool, results: [{ ruleId: 'r', locations: [at('a.js', 2)] }] };
    const [same] = (await read(run, { 'a.js': { text, modifiedAt: 9_000 } })).issues;
    assert.equal(same?.snippet, 'two();');
    assert.ok(same?.blobId);
    const [newer] = (await read(run, { 'a.js': { text, modifiedAt: 99_000 } })).issues;
    assert.deepEqual([newer?.snippet, newer?.blobId], ['', undefined]);
  });

  it('goes by the hash, the commit and the embedded file where the report has them', async () => {
    const sha = createHash('sha256').update(text).digest('hex');
    const withHash = (hash: string) => ({
      tool,
      artifacts: [{ location: { uri: 'a.js' }, hashes: { 'sha-256': hash } }],
      results: [{ locations: [at('a.js', 2)] }],
    });
    const [hashed] = (await read(withHash(sha.toUpperCase()), { 'a.js': { text, modifiedAt: 99_000 } }))
      .issues;
    assert.equal(hashed?.snippet, 'two();');
    const [other] = (await read(withHash('00'), { 'a.js': { text, modifiedAt: 1 } })).issues;
    assert.equal(other?.snippet, '');
    const revisionId = 'a'.repeat(40);
    const committed = {
      tool,
      versionControlProvenance: [{ revisionId }],
      results: [{ locations: [at('a.js', 1)] }],
    };
    const [then] = (await read(committed, { 'a.js': { text, committed: 'then();\n' } })).issues;
    assert.deepEqual([then?.snippet, then?.commitSha], ['then();', revisionId]);
    const embedded = {
      tool,
      artifacts: [{ location: { uri: 'a.js' }, contents: { text: 'embedded();' } }],
      results: [{ locations: [at('a.js', 1)] }],
    };
    const [within] = (await read(embedded, { 'a.js': { text } })).issues;
    assert.equal(within?.snippet, 'embedded();');
  });

  it('has flows, steps by reference, and the rule’s help in full', async () => {
    const run = {
      tool,
      threadFlowLocations: [{ location: { ...at('a.js', 1), message: { text: 'comes in' } } }],
      results: [
        {
          ruleId: 'r',
          message: { text: 'bad' },
          locations: [at('a.js', 2)],
          codeFlows: [
            {
              threadFlows: [
                {
                  locations: [
                    { index: 0 },
                    { index: 77 },
                    { location: at('file:///elsewhere/b.js', 3) },
                    { location: at('a.js', 2) },
                  ],
                },
              ],
            },
          ],
        },
      ],
    };
    const { report, issues } = await read(run, { 'a.js': { text } });
    const [issue] = issues;
    assert.ok(issue);
    assert.deepEqual([issue.flow?.stepCount, issue.flow?.source.message], [2, 'comes in']);
    const detail = await report.detail(issue.id);
    assert.deepEqual(
      detail?.codeFlows[0]?.steps.map(({ role, snippet }) => [role, snippet]),
      [
        ['source', 'one'],
        ['sink', 'two();'],
      ],
    );
    assert.equal(detail?.remediation, 'Do **this**.');
    assert.match(detail?.description ?? '', /1 step of the flow is not shown/);
    assert.equal(await report.detail('sarif-other-0-0'), undefined);
  });

  it('says what is not shown', async () => {
    const run = {
      tool,
      results: [
        { locations: [at('a.js', 1)], baselineState: 'new' },
        { locations: [at('a.js', 1)], baselineState: 'absent' },
        { locations: [at('a.js', 1)], kind: 'pass' },
        { locations: [at('/etc/passwd', 1)] },
        { locations: [] },
        { locations: [at('a.js', 1)], suppressions: [{ justification: 'a test' }] },
        { locations: [at('a.js', 1)] },
      ],
    };
    const { facts, issues } = await read(run, { 'a.js': { text } }, 6);
    assert.deepEqual(
      [facts.shown, facts.overLimit, facts.absent, facts.passed, facts.outside, facts.nowhere],
      [4, 1, 1, 1, 1, 1],
    );
    assert.equal(issues[0]?.reported?.baseline, 'new');
    const suppressed = issues.filter(({ status }) => status === 'ACCEPTED_RISK');
    assert.deepEqual(
      suppressed.map(({ triage }) => triage?.reason),
      ['a test'],
    );
    assert.equal(summaryText(facts), 'Other · 4 of 7 results shown');
    assert.equal(factLines(facts).length, 5);
  });
});
