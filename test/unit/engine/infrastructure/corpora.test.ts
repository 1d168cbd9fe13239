import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyEdits } from '../../../../src/engine/fixes/edits.ts';
import {
  examineInfrastructure,
  fixInfrastructure,
  isInfrastructure,
} from '../../../../src/engine/infrastructure/index.ts';
import { formats } from '../../../../src/engine/infrastructure/rule.ts';
import { infrastructureRules } from '../../../../src/engine/infrastructure/rules.ts';
import { weaknessOf } from '../../../../src/engine/weaknesses/index.ts';
import { projectOf, readInfrastructure } from '../../../support/infrastructure-corpus.ts';
import { scoreFault } from '../../../support/score-fault.ts';

const root = join(import.meta.dirname, '../../../corpora');
const used = formats.filter((format) => infrastructureRules.some(({ id }) => id.startsWith(`${format}/`)));
const cases = used.flatMap((format) => readInfrastructure(root, format));

const keyOf = (ruleId: string, file: string, line: number): string => `${file}:${line} ${ruleId}`;

describe('the corpora of infrastructure', () => {
  for (const { name, files, expectations } of cases) {
    const project = projectOf(files);
    const examined = files
      .filter(({ path }) => isInfrastructure(path))
      .map((file) => ({ file, ...examineInfrastructure(file, project) }));
    const findings = examined.flatMap((each) => each.findings);

    it(`are read exactly as they are annotated: ${name}`, () => {
      const found = findings.map(({ ruleId, file, range }) => keyOf(ruleId, file, range.startLine));
      const due = expectations.filter((each) => each.due);
      const expected = due.map(({ ruleId, file, line }) => keyOf(ruleId, file, line));
      assert.deepEqual([...new Set(found)].toSorted(), [...new Set(expected)].toSorted());
      assert.equal(new Set(findings.map((one) => `${one.file} ${one.fingerprint}`)).size, findings.length);
    });

    it(`have fixes that end the finding and begin none: ${name}`, () => {
      for (const { file, findings: own } of examined)
        for (const finding of own) {
          const fix = fixInfrastructure(finding, file, project);
          if (!fix) continue;
          const changed = { path: file.path, text: applyEdits(file.text, fix.edits) };
          const others = files.map((each) => (each.path === file.path ? changed : each));
          const after = examineInfrastructure(changed, projectOf(others));
          const count = (of: typeof own): number => of.filter((one) => one.ruleId === finding.ruleId).length;
          const where = `${finding.ruleId} at ${finding.range.startLine}:\n${changed.text}`;
          assert.equal(count(after.findings), count(own) - 1, where);
          assert.ok(after.findings.length < own.length, where);
          assert.deepEqual(after.skips, examineInfrastructure(file, project).skips, where);
        }
    });

    it(`have scores that agree with CVSS or say why not: ${name}`, () => {
      for (const finding of findings) assert.equal(scoreFault(finding), undefined, finding.ruleId);
    });
  }
});

describe('the rules about infrastructure', () => {
  it('are of weaknesses that are there, and named once', () => {
    for (const { id } of infrastructureRules) weaknessOf(id.split('/')[1] ?? '');
    assert.equal(new Set(infrastructureRules.map(({ id }) => id)).size, infrastructureRules.length);
  });

  it('have an example of what they find and one of what they leave alone', () => {
    const all = cases.flatMap(({ expectations }) => expectations);
    for (const due of [true, false]) {
      const shown = new Set(all.flatMap((each) => (each.due === due ? [each.ruleId] : [])));
      const lacking = infrastructureRules.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
      assert.deepEqual(lacking, [], due ? 'without `expect`' : 'without `ok`');
    }
  });

  it('are all that the corpora name', () => {
    const known = new Set<string>(infrastructureRules.map(({ id }) => id));
    const named = new Set(cases.flatMap(({ expectations }) => expectations.map(({ ruleId }) => ruleId)));
    assert.deepEqual(
      [...named].filter((id) => !known.has(id)),
      [],
    );
  });

  it('say in one sentence what to do', () => {
    for (const { id, remediation } of infrastructureRules) assert.match(remediation, /^[A-Z].*\.$/, id);
  });
});
