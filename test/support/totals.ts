/** What a run of tests came to. */
export interface TestTotals {
  passed: number;
  failed: number;
  skipped: number;
  readonly failures: { readonly title: string; readonly error: string }[];
}
