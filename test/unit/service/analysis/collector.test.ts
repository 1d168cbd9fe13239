import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/engine/finding.ts';
import { Collector } from '../../../../src/service/analysis/collector.ts';

const secret = (
  ruleId: string,
  startColumn: number,
  endColumn: number,
  changes: Partial<Finding> = {},
): Finding => ({
  file: 'a.js',
  range: { startLine: 2, startColumn, endLine: 2, endColumn },
  snippet: `jwt.sign(claims, "correct horse", 'HS256')`,
  ruleId,
  vulnClass: 'hard-coded-secret',
  category: 'SAST',
  language: 'javascript',
  title: 'Hard-coded secret',
  message: 'A secret.',
  cwes: ['CWE-798'],
  score: 75,
  confidence: 80,
  sink: { kind: 'structure' },
  codeFlows: [],
  fingerprint: ruleId,
  ...changes,
});
const taken = (findings: readonly Finding[]): Finding[] => {
  const collector = new Collector();
  return findings.flatMap((finding) => {
    const event = collector.take({ type: 'finding', finding });
    return event?.type === 'finding' ? [event.finding] : [];
  });
};

describe('secrets that text and structure both show', () => {
  it('are one issue where they overlap, and two where they do not', () => {
    const rules = (...findings: Finding[]) => taken(findings).map((finding) => finding.ruleId);
    assert.deepEqual(rules(secret('text', 18, 31), secret('tree', 1, 40)), ['text']);
    assert.deepEqual(rules(secret('text', 18, 31), secret('tree', 31, 40)), ['text', 'tree']);
    assert.deepEqual(rules(secret('text', 18, 31), secret('tree', 1, 40, { file: 'b.js' })), [
      'text',
      'tree',
    ]);
    assert.deepEqual(rules(secret('text', 18, 31), secret('tree', 1, 40, { vulnClass: 'jwt-misuse' })), [
      'text',
      'tree',
    ]);
  });

  it('keep their literals to themselves', () => {
    const [finding] = taken([
      secret('tree', 1, 40, {
        codeFlows: [
          {
            steps: [
              { ...secret('x', 1, 2), snippet: 'const k = `correct horse`;', role: 'source', message: '' },
              { ...secret('x', 1, 2), role: 'sink', message: '' },
            ],
          },
        ],
      }),
    ]);
    assert.ok(finding);
    assert.equal(finding.snippet, `jwt.sign(claims, "cor…", 'H…')`);
    assert.ok(!JSON.stringify(finding).includes('correct horse'));
  });
});
