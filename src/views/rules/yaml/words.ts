import {
  analyzers,
  conditionKeys,
  confidences,
  languageTargets,
  modes,
  operatorKeys,
  partsOf,
  ruleKeys,
  severities,
  taintKeys,
  taintPartKeys,
} from '../../../engine/custom-rules/reading/keys.ts';

type KeysOf<T> = T extends readonly (infer K)[] ? K : never;
type Part = (typeof partsOf)[keyof typeof partsOf];

/** Every key of a rule file that is completed. */
export type RuleKey =
  | 'rules'
  | KeysOf<typeof ruleKeys>
  | KeysOf<typeof taintKeys>
  | KeysOf<typeof operatorKeys>
  | KeysOf<typeof conditionKeys>
  | KeysOf<typeof taintPartKeys>
  | KeysOf<Part>;

const formula = [...operatorKeys, ...conditionKeys] as const;
const rule = [...ruleKeys, ...operatorKeys, ...taintKeys] as const;

const parts: ReadonlyMap<string, readonly RuleKey[]> = new Map(Object.entries(partsOf));

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  names.some((one) => one === name);

/** The keys that the mapping below a path may have, as the engine reads them; none where a mapping is not expected. */
export function keysBelow(path: readonly string[]): readonly RuleKey[] {
  const last = path.at(-1);
  if (last === undefined) return ['rules'];
  if (path.length === 1) return last === 'rules' ? rule : [];
  if (last === 'metavariable-pattern') return [...partsOf[last], ...formula];
  const part = parts.get(last);
  if (part) return part;
  if (isOneOf(taintKeys, last)) return [...formula, ...taintPartKeys];
  if (isOneOf(operatorKeys, last) && !last.endsWith('regex')) return formula;
  return [];
}

const switches = ['true', 'false'];
const values: ReadonlyMap<string, readonly string[]> = new Map<RuleKey, readonly string[]>([
  ['severity', Object.keys(severities)],
  ['languages', Object.keys(languageTargets)],
  ['language', ['generic', 'regex']],
  ['enabled', switches],
  ['mode', modes],
  ['confidence', Object.keys(confidences)],
  ['analyzer', analyzers],
  ['by-side-effect', ['true', 'only']],
  ['constant_propagation', switches],
  ['symbolic_propagation', switches],
]);

/** The values that a key may have, where they can be listed. */
export const valuesOf = (key: string): readonly string[] => values.get(key) ?? [];

const lists: readonly RuleKey[] = ['rules', 'patterns', 'pattern-either', 'include', 'exclude', ...taintKeys];

/** What follows a key: a value in its line, a list, or a mapping. */
export function shapeOf(key: RuleKey): 'value' | 'list' | 'mapping' {
  if (lists.includes(key)) return 'list';
  return parts.has(key) ? 'mapping' : 'value';
}
