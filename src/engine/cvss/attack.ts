import type { FlowStep } from '../finding.ts';
import type { ThreatModel } from '../threat-models.ts';
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
  const { entryPoint, threatModel } = exposure;
  const preconditions: Precondition[] = [];
  const add = (text: string, met: boolean | null): void => {
    preconditions.push({ text, met });
  };
  if (entryPoint)
    add(`The attacker can send ${routeName(entryPoint)}.`, entryPoint.guards.length === 0 ? true : null);
  else if (threatModel) add(reach[threatModel], threatModel === 'remote' ? true : null);
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
  library: 'A program that uses this code passes it data of the attacker.',
  response: 'The attacker controls a server that the program asks, or what it answers.',
  file: 'The attacker chooses a file or an archive that the program reads.',
  database: 'The attacker can have data stored where the program reads it back.',
  environment: 'The attacker chooses a variable of the environment, or a setting of the machine.',
  arguments: 'The attacker chooses an argument of the command line, or what is typed.',
  system: 'The attacker chooses what another program on the machine prints.',
} as const satisfies Record<ThreatModel, string>;

export function attackStepsOf(
  effect: Effect,
  { entryPoint, threatModel }: Exposure,
  flow: readonly Step[],
): readonly AttackStep[] {
  const last = flow.length - 1;
  const where = entryPoint
    ? ` to ${routeName(entryPoint)}`
    : threatModel === 'database'
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
