const severities = [
  [9, 'Critical'],
  [7, 'High'],
  [4, 'Medium'],
  [0.1, 'Low'],
] as const;

/** The qualitative scale, the same in CVSS 3.1 (§5) and 4.0 (§6). @param score 0–10 */
export const severityWord = (score: number): string =>
  severities.find(([least]) => score >= least)?.[1] ?? 'None';
