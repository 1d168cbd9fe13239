import type { Finding } from '../../../../src/engine/finding.ts';

export const remote = {
  threatModel: 'remote',
  api: undefined,
  what: 'a request parameter',
  names: [],
} as const;

/** A finding as the engine reports it; what a test does not care about is filled in. */
export function finding(change: Partial<Finding> & { readonly fingerprint: string }): Finding {
  const range = change.range ?? { startLine: 3, startColumn: 5, endLine: 3, endColumn: 20 };
  const file = change.file ?? 'src/app.js';
  const place = { file, range, snippet: 'db.query(sql)' };
  return {
    ...place,
    ruleId: 'javascript/sql-injection',
    vulnClass: 'sql-injection',
    category: 'SAST',
    language: 'javascript',
    title: 'SQL injection',
    message: 'The request parameter reaches the query.',
    cwes: ['CWE-89'],
    score: 93,
    confidence: 90,
    sink: { kind: 'structure' },
    codeFlows: [
      {
        steps: [
          { ...place, role: 'source', message: 'The request parameter is read.' },
          { ...place, role: 'sink', message: 'It is part of the statement.' },
        ],
      },
    ],
    ...change,
  };
}
