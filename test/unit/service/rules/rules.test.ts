import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getIssue, searchIssues } from '../../../../src/api/contract/issues.ts';
import { createRule, deleteRule, updateRule } from '../../../../src/api/contract/rules/rules.ts';
import { getScan } from '../../../../src/api/contract/scans/scans.ts';
import type { ScanRunner } from '../../../../src/service/analysis/scan-runner.ts';
import { ruleText } from '../../../conformance/suite/rules.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { Harness } from '../support/harness.ts';

describe('custom rules of an organization', () => {
  let service: Harness;
  let real: ScanRunner;
  let repositoryId: string;
  before(async () => {
    service = await Harness.start();
    real = createScanRunner();
    service.runner.script = (scan) => real.scanFolder({ ...scan, again: true });
    repositoryId = await service.addRepository('shop');
    write('src/app.js', 'legacyPay(1);\nconst a = 2;\nlegacyPay(a);\n');
  });
  after(async () => {
    await real.close();
    await service[Symbol.asyncDispose]();
  });
  const write = (name: string, text: string): void => {
    const path = join(service.folder, 'work', 'shop', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const open = async () =>
    (await service.call(searchIssues, { statuses: ['PENDING_REVIEW'] })).issues
      .map(({ file, startLine, title }) => `${file}:${startLine} ${title}`)
      .toSorted();

  it('find issues in each scan while they are on, and leave none behind', async () => {
    const { rule } = await service.call(createRule, {
      name: 'No legacy payments',
      content: ruleText('no-legacy-pay', 'legacyPay($X)'),
    });
    await service.scan(repositoryId);
    assert.deepEqual(await open(), ['src/app.js:1 no-legacy-pay', 'src/app.js:3 no-legacy-pay']);
    const { issues } = await service.call(searchIssues, {});
    const { issue } = await service.call(getIssue, { id: issues[0]?.id ?? '' });
    assert.equal(issue.ruleId, 'custom/no-legacy-pay');
    await service.call(updateRule, { id: rule.id, enabled: false });
    const without = await service.scan(repositoryId);
    assert.deepEqual([await open(), without.resolvedIssueCount], [[], 2]);
    await service.call(updateRule, { id: rule.id, enabled: true });
    const again = await service.scan(repositoryId);
    assert.deepEqual([(await open()).length, again.newIssueCount], [2, 0]);
    await service.call(deleteRule, { ruleId: rule.id });
    await service.scan(repositoryId);
    assert.deepEqual(await open(), []);
  });

  it('hold where they are for, before those of the repository, which the coverage tells', async () => {
    const other = await service.addRepository('other');
    const content = ruleText('no-legacy-pay', 'legacyPay($X)');
    const { rule } = await service.call(createRule, { name: 'Ours', content, repositoryIds: [other] });
    await service.scan(repositoryId);
    assert.deepEqual(await open(), []);
    await service.call(updateRule, { id: rule.id, repositoryIds: [repositoryId, other] });
    write('.parapet/rules/silence.yml', ruleText('no-legacy-pay', 'nothingAtAll($X)'));
    const scan = await service.scan(repositoryId);
    assert.equal((await open()).length, 2);
    const { scan: detail } = await service.call(getScan, { id: scan.id });
    assert.deepEqual(detail.coverage?.rules, [{ file: 'rule “Ours”', rules: 1 }]);
    assert.deepEqual(
      detail.coverage?.skips.map(({ file, reason }) => [file, reason]),
      [['.parapet/rules/silence.yml', 'invalid-rule']],
    );
  });

  it('that take too long are refused when they are saved', async () => {
    const slow = ruleText('slow', 'f(..., $A, ..., $B, ..., $C, ..., $D, ..., $E, ..., $A, $A)');
    const call = `f(${Array.from({ length: 90 }, (_, at) => `x${at}`).join(', ')});\n`;
    const refusal = await service.refusal(
      createRule,
      { content: slow, examples: [{ text: call.repeat(3), match: false }] },
      422,
    );
    assert.match(JSON.stringify(refusal), /took too many steps/);
  });
});
