import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { exportLog } from '../../../../src/views/sarif/export-log.ts';
import { makeKnown } from '../make-issue.ts';

const require = createRequire(import.meta.url);
const schemaFile = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormatsModule.default(ajv);
const validate = ajv.compile(schema);

const [before, latest] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const old = makeKnown({ scanId: latest, firstSeenScanId: before, lastSeenAt: '2026-02-01T00:00:00.000Z' });
const fresh = makeKnown({ scanId: latest, firstSeenScanId: latest, lastSeenAt: '2026-02-01T00:00:00.000Z' });
const foreign = makeKnown({ scanKind: 'ON_DEMAND', ruleId: 'x/y' });
const theirs = {
  ...foreign,
  issue: {
    ...foreign.issue,
    reported: { tool: 'Other', report: 'file:///r.sarif', isConfidenceKnown: true },
  },
};

const log = (...known: ReturnType<typeof makeKnown>[]) =>
  exportLog(
    known.map((one) => ({ known: one, detail: undefined })),
    [old, fresh, theirs],
    '1.2.3',
  );

describe('issues exported as SARIF', () => {
  it('are valid by the standard’s schema', () => {
    const decided = makeKnown({
      status: 'ACCEPTED_RISK',
      triage: { at: '2026-02-01T00:00:00.000Z', reason: 'behind the VPN' },
    });
    assert.ok(validate(log(old, fresh, theirs, decided)), JSON.stringify(validate.errors));
    assert.ok(validate(log()));
  });

  it('carry the impact that the details of an issue have', () => {
    const whole = { codeFlows: [], preconditions: [], attackSteps: [], investigation: undefined };
    const detail = { ...old.issue, ...whole, vulnImpact: 'An attacker could read the accounts.' };
    const [result] = exportLog([{ known: old, detail }], [old], '1').runs[0]?.results ?? [];
    assert.equal(result?.properties?.['vulnImpact'], 'An attacker could read the accounts.');
  });

  it('say what is new since the scan before', () => {
    const results = log(old, fresh).runs[0]?.results ?? [];
    assert.deepEqual(results.map(({ baselineState }) => baselineState).sort(), ['new', 'unchanged']);
  });

  it('say nothing of a baseline where there was no earlier scan', () => {
    const alone = exportLog([{ known: fresh, detail: undefined }], [fresh], '1');
    assert.equal(alone.runs[0]?.results?.[0]?.baselineState, undefined);
  });

  it('carry who decided that nothing is done as a suppression, with the reason', () => {
    const decided = makeKnown({
      status: 'FALSE_POSITIVE',
      triage: { at: '2026-02-01T00:00:00.000Z', reason: 'a constant' },
    });
    assert.deepEqual(log(decided).runs[0]?.results?.[0]?.suppressions, [
      { kind: 'external', status: 'accepted', justification: 'a constant' },
    ]);
  });

  it('are where their code is today, and other tools’ stay theirs', () => {
    const moved = makeKnown(
      {},
      {
        kind: 'at',
        indent: 0,
        file: 'moved.ts',
        range: { startLine: 7, startColumn: 1, endLine: 7, endColumn: 4 },
      },
    );
    const { runs } = log(moved, theirs);
    assert.deepEqual(
      runs.map(({ tool }) => tool.driver.name),
      ['Parapet', 'Other'],
    );
    const place = runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation;
    assert.deepEqual([place?.artifactLocation?.uri, place?.region?.startLine], ['moved.ts', 7]);
    assert.doesNotMatch(JSON.stringify(runs), /file:/);
  });
});
