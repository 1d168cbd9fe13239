import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fc from 'fast-check';
import type { Finding, Skip } from '../../../../src/engine/finding.ts';
import { relativeUri, type SarifInput, toSarif } from '../../../../src/service/reports/sarif.ts';

const require = createRequire(import.meta.url);
const schemaFile = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
/** The standard's schema is draft 4; but for its name and its way to identify itself it reads the same as draft 7. */
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormatsModule.default(ajv);
const validate = ajv.compile(schema);

const at = (file: string, startLine: number, snippet = 'code') => ({
  file,
  range: { startLine, startColumn: 3, endLine: startLine, endColumn: 9 },
  snippet,
});
const injection: Finding = {
  ...at('src/a b/ü#1.ts', 12, 'db.all(sql)'),
  ruleId: 'javascript/sql-injection',
  vulnClass: 'sql-injection',
  category: 'SAST',
  language: 'typescript',
  title: 'SQL injection',
  message: 'The query of GET /search reaches the database as text.',
  cwes: ['CWE-89'],
  score: 93,
  confidence: 96,
  sink: { kind: 'structure' },
  codeFlows: [
    {
      steps: [
        { ...at('src/routes.ts', 3), role: 'source', message: 'A client sends it.' },
        { ...at('src/a b/ü#1.ts', 10), role: 'propagator', message: 'It becomes part of sql.' },
        { ...at('src/a b/ü#1.ts', 12), role: 'sink', message: 'It is run as SQL.' },
      ],
    },
  ],
  fingerprint: '0123456789abcdef0123456789abcdef',
};
const secret: Finding = {
  ...injection,
  ...at('.env', 1),
  ruleId: 'text/hard-coded-secret/github-token',
  vulnClass: 'hard-coded-secret',
  category: 'SECRETS',
  cwes: ['CWE-798'],
  score: 45,
  sink: { kind: 'structure' },
  codeFlows: [],
  fingerprint: 'ff',
};
const skips: Skip[] = [
  { file: 'big file.sql', reason: 'too-large', detail: 'It has 9 MB.', partial: false },
  { file: 'deep.js', reason: 'too-deep', detail: 'Too deep.', partial: true },
  { file: '.', reason: 'memory-limit', detail: '3 files were left out.', partial: true },
];
const input: SarifInput = {
  findings: [secret, injection],
  skips,
  root: '/home/dev/my project/100% ünï',
  toolVersion: '1.2.3',
  startedAt: new Date('2026-01-02T03:04:05Z'),
  endedAt: new Date('2026-01-02T03:04:09Z'),
  commit: 'a'.repeat(40),
  branch: 'main',
};

const onlyRun = (log: ReturnType<typeof toSarif>) => {
  const [run] = log.runs;
  assert.ok(run);
  return run;
};

describe('a SARIF log', () => {
  it('is valid by the schema of the standard, with findings and without', () => {
    assert.ok(validate(toSarif(input)), JSON.stringify(validate.errors));
    assert.ok(validate(toSarif({ ...input, findings: [], skips: [] })), JSON.stringify(validate.errors));
  });

  it('is judged by a schema that tells invalid logs', () => {
    const log = structuredClone(toSarif(input));
    const [result] = onlyRun(log).results ?? [];
    assert.ok(result);
    result.rank = 200;
    assert.equal(validate(log), false);
  });

  it('is valid whatever findings hold', () => {
    const text = fc.string({ unit: 'binary' });
    const line = fc.integer({ min: 1, max: 1e6 });
    const findings = fc.array(
      fc.record({ file: text, message: text, snippet: text, line, score: fc.nat({ max: 100 }) }),
    );
    fc.assert(
      fc.property(findings, (list) => {
        const log = toSarif({
          ...input,
          findings: list.map(({ line: startLine, ...each }) => ({
            ...injection,
            ...each,
            range: { startLine, startColumn: 1, endLine: startLine, endColumn: 2 },
          })),
        });
        assert.ok(validate(JSON.parse(JSON.stringify(log))), JSON.stringify(validate.errors));
      }),
    );
  });

  it('gives the worst first, each with its rule, fingerprint and severity', () => {
    const run = onlyRun(toSarif(input));
    const results = run.results ?? [];
    assert.deepEqual(
      results.map((result) => [result.ruleId, result.level, result.partialFingerprints?.['parapet/v1']]),
      [
        ['javascript/sql-injection', 'error', injection.fingerprint],
        ['text/hard-coded-secret/github-token', 'warning', 'ff'],
      ],
    );
    for (const result of results) {
      const rule = run.tool.driver.rules?.[result.ruleIndex ?? -1];
      assert.equal(rule?.id, result.ruleId);
      assert.ok((rule?.help?.text.length ?? 0) > 40);
    }
    const rule = run.tool.driver.rules?.find((each) => each.id === 'javascript/sql-injection');
    assert.equal(rule?.properties?.['security-severity'], '9.3');
    assert.deepEqual(rule?.properties?.tags, ['security', 'sql-injection', 'external/cwe/cwe-89']);
  });

  it('says of each what an attacker could do', () => {
    for (const result of onlyRun(toSarif(input)).results ?? [])
      assert.match(
        String(result.properties?.['vulnImpact']),
        /^An attacker who reaches this code could .{10}/,
      );
  });

  it('tells the flow step by step', () => {
    const [result] = onlyRun(toSarif(input)).results ?? [];
    const locations = result?.codeFlows?.[0]?.threadFlows[0]?.locations ?? [];
    assert.deepEqual(
      locations.map(({ kinds, location }) => [
        kinds?.[0],
        location?.physicalLocation?.artifactLocation?.uri,
        location?.physicalLocation?.region?.startLine,
        location?.message?.text,
      ]),
      [
        ['source', 'src/routes.ts', 3, 'A client sends it.'],
        ['pass-through', 'src/a%20b/%C3%BC%231.ts', 10, 'It becomes part of sql.'],
        ['sink', 'src/a%20b/%C3%BC%231.ts', 12, 'It is run as SQL.'],
      ],
    );
  });

  it('refers to CWE as a taxonomy that it brings along', () => {
    const run = onlyRun(toSarif(input));
    assert.deepEqual(
      run.taxonomies?.[0]?.taxa?.map((taxon) => taxon.id),
      ['89', '798'],
    );
    assert.equal(run.results?.[0]?.taxa?.[0]?.id, '89');
  });

  it('names files relative to a base that resolves to them', () => {
    const run = onlyRun(toSarif(input));
    const root = run.originalUriBaseIds?.['SRCROOT']?.uri ?? '';
    const uri = run.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '';
    assert.equal(decodeURIComponent(new URL(uri, root).pathname), `${input.root}/src/a b/ü#1.ts`);
    assert.equal(run.columnKind, 'utf16CodeUnits');
  });

  it('keeps any file name within its reference', () => {
    const name = fc
      .array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 })
      .map((parts) => parts.join('/'))
      .filter((path) => path.split('/').every((part) => !['', '.', '..'].includes(part)));
    fc.assert(
      fc.property(name, (path) => {
        const url = new URL(relativeUri(path), 'file:///project/');
        assert.equal(decodeURIComponent(url.pathname), `/project/${path}`);
        assert.equal(url.search + url.hash, '');
      }),
    );
  });

  it('reports what the scan left out', () => {
    const notifications = onlyRun(toSarif(input)).invocations?.[0]?.toolExecutionNotifications ?? [];
    assert.deepEqual(
      notifications.map((each) => [
        each.level,
        each.descriptor?.id,
        each.locations?.[0]?.physicalLocation?.artifactLocation?.uri,
      ]),
      [
        ['warning', 'skip/too-large', 'big%20file.sql'],
        ['warning', 'skip/too-deep', 'deep.js'],
        ['warning', 'skip/memory-limit', undefined],
      ],
    );
  });

  it('is a run without success where something was given up, and only there', () => {
    const succeeds = (...left: Skip[]) =>
      onlyRun(toSarif({ ...input, skips: left })).invocations?.[0]?.executionSuccessful;
    assert.equal(succeeds(), true);
    assert.equal(succeeds({ file: 'a.png', reason: 'binary', detail: '', partial: false }), true);
    assert.equal(succeeds({ file: 'data.json', reason: 'too-large', detail: '', partial: false }), true);
    assert.equal(succeeds({ file: 'a.js', reason: 'too-large', detail: '', partial: false }), false);
    assert.equal(succeeds({ file: 'a.js', reason: 'step-limit', detail: '', partial: true }), false);
    const failure: Skip = { file: 'a.js', reason: 'internal-error', detail: '', partial: false };
    assert.equal(succeeds(failure), false);
    const [first] = onlyRun(toSarif({ ...input, skips: [failure] })).invocations ?? [];
    assert.equal(first?.toolExecutionNotifications?.[0]?.level, 'error');
  });
});
