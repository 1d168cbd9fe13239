import type { FlowStep } from './contract/issue.ts';

interface Flow {
  readonly steps: readonly FlowStep[];
}

/** Returns where else the value of an issue ends than where its first flow does, each with the first flow that leads there. */
export function otherSinks(
  codeFlows: readonly Flow[],
): readonly { readonly flow: number; readonly step: FlowStep }[] {
  const found = new Map<string, { readonly flow: number; readonly step: FlowStep }>();
  for (const [flow, { steps }] of codeFlows.entries()) {
    const step = steps.at(-1);
    if (!step) continue;
    const key = `${step.file} ${step.range.startLine} ${step.range.startColumn}`;
    if (!found.has(key)) found.set(key, { flow, step });
  }
  return [...found.values()].slice(1);
}
