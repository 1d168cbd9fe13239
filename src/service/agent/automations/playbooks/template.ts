import type {
  ParameterValue,
  PlaybookParameter,
  PlaybookStart,
  PlaybookTemplate,
} from '../../../../api/contract/agent/playbooks.ts';
import type { TriggerCondition } from '../../../../api/contract/agent/triggers.ts';
import type { Severity } from '../../../../api/contract/vocabulary.ts';

/** A template of the library with what it comes to once its parameters have values. */
export interface Template extends PlaybookTemplate {
  /** What the agent is asked; may have the placeholders of what fires it. */
  readonly promptOf: (values: Values) => string;
  /** When it fires; of templates that run by an event. */
  readonly conditionOf?: (values: Values) => TriggerCondition;
}

export type Values = Readonly<Record<string, ParameterValue>>;

type ValueOf<P extends PlaybookParameter> = P extends { type: 'number' }
  ? number
  : P extends { type: 'boolean' }
    ? boolean
    : P extends { type: 'select'; options: readonly { value: infer Value }[] }
      ? Value
      : string;
/** The values of a template's parameters, each of its parameter's type. */
type ValuesOf<P extends Readonly<Record<string, PlaybookParameter>>> = {
  readonly [Id in keyof P]: ValueOf<P[Id]>;
};

interface Draft<P extends Readonly<Record<string, PlaybookParameter>>> {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly start: PlaybookStart;
  readonly parameters: P;
  readonly prompt: (values: ValuesOf<P>) => readonly string[];
  readonly condition?: (values: ValuesOf<P>) => TriggerCondition;
}

/**
 * A template whose prompt and condition the compiler holds against its parameters. The prompt is given line by line:
 * first, in one sentence, what is asked, then how it is to be answered.
 */
export function template<const P extends Readonly<Record<string, PlaybookParameter>>>(
  draft: Draft<P>,
): Template {
  const { prompt, condition, parameters, ...described } = draft;
  // Values are checked against the parameters before they come here (`checkParameters`).
  const typed = (values: Values) => values as ValuesOf<P>;
  return {
    ...described,
    parameters: Object.values(parameters),
    promptOf: (values) => paragraphs(prompt(typed(values))),
    ...(condition && { conditionOf: (values: Values) => condition(typed(values)) }),
  };
}

function paragraphs([ask = '', ...how]: readonly string[]): string {
  const rest = how.filter((line) => line !== '').join('\n');
  return rest === '' ? ask : `${ask}\n\n${rest}`;
}

interface Described<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly description?: string;
}

export function text<Id extends string>(
  parameter: Described<Id> & { readonly default?: string; readonly maximumLength?: number },
) {
  const { default: usual = '', maximumLength = 200, ...described } = parameter;
  return { ...described, type: 'text', default: usual, minimumLength: 0, maximumLength } as const;
}

export function number<Id extends string>(
  parameter: Described<Id> & { readonly default: number; readonly minimum: number; readonly maximum: number },
) {
  return { ...parameter, type: 'number', integer: true } as const;
}

export function boolean<Id extends string>(parameter: Described<Id> & { readonly default: boolean }) {
  return { ...parameter, type: 'boolean' } as const;
}

export function select<Id extends string, const Value extends string>(
  parameter: Described<Id> & {
    readonly default: NoInfer<Value>;
    readonly options: { readonly value: Value; readonly label: string }[];
  },
) {
  return { ...parameter, type: 'select' } as const;
}

const severities = [
  { value: 'CRITICAL', label: 'Critical' },
  { value: 'HIGH', label: 'High or worse' },
  { value: 'MEDIUM', label: 'Medium or worse' },
  { value: 'LOW', label: 'Low or worse' },
] as const satisfies { value: Severity; label: string }[];

type Least = (typeof severities)[number]['value'];

/** From which severity on. */
export function leastSeverity(usual: Least) {
  return select({ id: 'leastSeverity', label: 'Severity', default: usual, options: [...severities] });
}

/** As people say it: `critical and high`. */
export function severityWords(least: Least): string {
  const names = severities
    .slice(0, severities.findIndex(({ value }) => value === least) + 1)
    .map(({ value }) => value.toLowerCase());
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
