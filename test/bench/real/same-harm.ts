/** When a finding is of the same harm as a label: people file one weakness under any of several numbers. */

const groups: readonly (readonly number[])[] = [
  [22, 23, 24, 29, 35, 36, 59, 73], // paths
  [77, 78, 88], // commands
  [79, 80, 87, 116], // pages
  [89, 564, 943], // queries
  [94, 95, 96, 470, 913, 917, 1336], // code
  [502], // objects made of bytes
  [601], // redirects
  [611, 776, 827], // XML
  [185, 400, 625, 730, 1333], // regular expressions
  [915, 1321], // properties
  [918], // requests
  [90], // directories
  [643], // XPath
];

/** The number of `CWE-89` and of `89`; NaN where there is none. */
export function cweNumber(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
}

/** Whether one of a finding's weaknesses is of the harm that a label's is. */
export function isSameHarm(cwe: string, found: readonly number[]): boolean {
  const wanted = cweNumber(cwe);
  const group = groups.find((numbers) => numbers.includes(wanted)) ?? [wanted];
  return found.some((number) => group.includes(number));
}
