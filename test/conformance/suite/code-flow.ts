import type { Issue } from '../../../src/api/contract/issue.ts';

/** Whether the issue's first flow begins at a source and ends at a sink, where the issue is. */
export function codeFlowEnds(issue: Issue): boolean {
  const steps = issue.codeFlows[0]?.steps ?? [];
  const [first, last] = [steps[0], steps.at(-1)];
  return first?.role === 'source' && last?.role === 'sink' && last.file === issue.file;
}
