import type { FlowStep } from '../finding.ts';
import type { Effect } from './effect.ts';
import { type Exposure, routeName, sentence } from './exploitability.ts';

export interface Precondition {
  readonly text: string;
  /** Whether the code shows that it holds; null where that cannot be seen in the code. */
  readonly met: boolean | null;
}

export interface AttackStep {
  readonly order: number;
  readonly text: string;
  /** Index of the step of the flow that it is about. */
  readonly step?: number;
}

type Step = Pick<FlowStep, 'role' | 'message'>;

export function preconditionsOf(
  effect: Effect,
  exposure: Exposure,
  flow: readonly Step[],
): readonly Precondition[] {
  const { entryPoint, origin } = exposure;
  const preconditions: Precondition[] = [];
  const add = (text: string, met: boolean | null): void => {
    preconditions.push({ text, met });
  };
  if (entryPoint)
    add(`The attacker can send ${routeName(entryPoint)}.`, entryPoint.guards.length === 0 ? true : null);
  else if (origin) add(reach[origin], origin === 'remote' ? true : null);
  for (const guard of entryPoint?.guards ?? [])
    add(`The attacker gets past \`${guard}\`, as a user who may.`, null);
  if (flow.length > 0)
    add('Nothing between where the data comes in and where it is used makes it safe.', true);
  if (effect.requirement) add(sentence(effect.requirement), null);
  if (effect.position) add(sentence(effect.position.why), null);
  if (effect.complexity) add(sentence(effect.complexity), null);
  if (effect.interaction) add(sentence(effect.interaction.why), null);
  for (const unknown of effect.unknowns ?? []) add(unknown, null);
  return preconditions;
}

const reach = {
  remote: 'The attacker can send data to the program over the network.',
  local: 'The attacker chooses an argument, a variable of the environment, or a file that the program reads.',
  stored: 'The attacker can have data stored where the program reads it back.',
  library: 'A program that uses this code passes it data of the attacker.',
} as const;

export function attackStepsOf(
  effect: Effect,
  { entryPoint, origin }: Exposure,
  flow: readonly Step[],
): readonly AttackStep[] {
  const last = flow.length - 1;
  const where = entryPoint
    ? ` to ${routeName(entryPoint)}`
    : origin === 'stored'
      ? ' to where it is stored'
      : '';
  const steps: Omit<AttackStep, 'order'>[] = [
    { text: `The attacker sends ${effect.payload}${where}.`, ...(last > 0 ? { step: 0 } : {}) },
  ];
  const passed = flow.slice(1, -1).findLastIndex(({ role }) => role === 'propagator');
  if (passed >= 0) {
    const text =
      flow.length === 3
        ? 'The program passes it on unchanged.'
        : `The program passes it on unchanged, in ${flow.length - 2} steps.`;
    steps.push({ text, step: passed + 1 });
  }
  const sink = flow[last];
  if (sink && last > 0) steps.push({ text: sink.message, step: last });
  steps.push({ text: effect.outcome });
  return steps.map((step, index) => ({ order: index + 1, ...step }));
}
