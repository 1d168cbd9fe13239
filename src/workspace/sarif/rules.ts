import { type Severity, severityFloor, severityOf } from '../../api/contract/vocabulary.ts';
import type { Message, Result, Rule } from './log-schema.ts';
import type { Component, Run } from './read-log.ts';

/** What a run says of a result by way of its rule: text, severity, weaknesses. */

const noRule: Rule = {
  id: undefined,
  name: undefined,
  shortDescription: undefined,
  fullDescription: undefined,
  help: undefined,
  helpUri: undefined,
  messageStrings: undefined,
  defaultConfiguration: undefined,
  relationships: [],
  properties: undefined,
};

/** The rules of a run, found as SARIF refers to them: by index, by id, or by the beginning of a hierarchical id. */
export class Rules {
  readonly #run: Pick<Run, 'driver' | 'extensions'>;
  readonly #byId = new Map<string, Rule>();

  constructor(run: Pick<Run, 'driver' | 'extensions'>) {
    this.#run = run;
    for (const { rules } of [...run.extensions, run.driver])
      for (const rule of rules) if (rule.id !== undefined) this.#byId.set(rule.id, rule);
  }

  /** @returns an empty rule where the run has none, or its reference is broken */
  of(result: Pick<Result, 'ruleId' | 'ruleIndex' | 'rule'>): Rule {
    const id = idOf(result);
    const index = result.rule?.index ?? result.ruleIndex;
    const indexed =
      index === undefined ? undefined : this.#component(result.rule?.toolComponent)?.rules[index];
    if (indexed && (id === undefined || indexed.id === undefined || isOfRule(id, indexed.id))) return indexed;
    return (id === undefined ? undefined : this.#named(id)) ?? noRule;
  }

  #component(
    reference: { readonly index?: number | undefined; readonly name?: string | undefined } | undefined,
  ): Component | undefined {
    const { driver, extensions } = this.#run;
    if (reference?.index !== undefined) return extensions[reference.index];
    if (reference?.name === undefined) return driver;
    return [driver, ...extensions].find(({ name }) => name === reference.name);
  }

  #named(id: string): Rule | undefined {
    for (let part = id; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/')))) {
      const rule = this.#byId.get(part);
      if (rule) return rule;
    }
    return undefined;
  }
}

function isOfRule(id: string, ruleId: string): boolean {
  return id === ruleId || id.startsWith(`${ruleId}/`);
}

function idOf({ ruleId, rule }: Pick<Result, 'ruleId' | 'rule'>): string | undefined {
  return ruleId ?? rule?.id;
}

/** The id that a result names its rule by; empty where it names none. */
export function ruleIdOf(result: Result, rule: Rule): string {
  return idOf(result) ?? rule.id ?? '';
}

/** Characters of all arguments of a message; of further ones there is an ellipsis. */
const longestFilled = 20_000;

/** A message in plain words: looked up in the rule where it is only named, its arguments put in, links without theirs. */
export function messageText(message: Message | undefined, rule: Rule): string {
  const named = message?.id === undefined ? undefined : rule.messageStrings?.get(message.id);
  const given = message?.text ?? message?.markdown ?? named?.text ?? named?.markdown ?? '';
  let left = longestFilled;
  const filled = given.replace(/\{(\d{1,3})\}/g, (whole, index) => {
    const argument = message?.arguments[Number(index)] ?? whole;
    left -= argument.length;
    return left >= 0 ? argument : '…';
  });
  // Placeholders stand in double braces where braces are meant.
  return filled
    .replaceAll('{{', '{')
    .replaceAll('}}', '}')
    .replace(/\[([^[\]]{1,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .trim();
}

/** One line that names what a rule is about. */
export function titleOf(rule: Rule, id: string, message: string): string {
  const short = rule.shortDescription?.text ?? '';
  const [sentence = ''] = message.split(/(?<=[.!?])\s|\n/);
  const title = [short, rule.name ?? '', id, sentence].find((text) => text.trim() !== '') ?? '';
  const line = title.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

export interface Grade {
  readonly severity: Severity;
  /** 0–100 */
  readonly score: number;
  /** 0–100; undefined where the report does not say. */
  readonly confidence: number | undefined;
}

/** By `security-severity` where the report has it, else by the level of result or rule; `warning` where nobody says. */
export function gradeOf(result: Result, rule: Rule): Grade {
  const security =
    scoreOf(result.properties?.['security-severity']) ?? scoreOf(rule.properties?.['security-severity']);
  const score = security ?? levelScore(result, rule);
  const rank = result.rank ?? rule.defaultConfiguration?.rank;
  const confidence =
    rank !== undefined && rank >= 0 && rank <= 100
      ? Math.round(rank)
      : precisions.get(result.properties?.precision ?? rule.properties?.precision ?? '');
  return { severity: severityOf(score), score, confidence };
}

const precisions: ReadonlyMap<string, number> = new Map([
  ['very-high', 95],
  ['high', 80],
  ['medium', 60],
  ['low', 30],
]);

/** From 0–10 as CVSS counts; anything above 0 is at least low. */
function scoreOf(value: string | number | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const score = Number(value);
  if (!Number.isFinite(score) || score < 0 || score > 10) return undefined;
  return score === 0 ? 0 : Math.max(severityFloor.LOW, Math.round(score * 10));
}

function levelScore(result: Result, rule: Rule): number {
  // Of any other kind than a failure, the level says nothing (SARIF 2.1.0, 3.27.10).
  if (result.kind === 'informational') return severityFloor.INFO;
  switch (result.level ?? rule.defaultConfiguration?.level) {
    case 'error':
      return severityFloor.HIGH;
    case 'note':
      return severityFloor.LOW;
    case 'none':
      return severityFloor.INFO;
    default:
      return severityFloor.MEDIUM;
  }
}

/** `CWE-89` of tags such as `external/cwe/cwe-089` and `CWE-89: SQL injection`, and of references into the taxonomy. */
export function weaknessesOf(result: Result, rule: Rule): string[] {
  const tags = [...(rule.properties?.tags ?? []), ...(result.properties?.tags ?? [])];
  const tagged = tags.flatMap((tag) => /\bcwe-0*(\d{1,5})\b/i.exec(tag ?? '')?.[1] ?? []);
  const referred = [...result.taxa, ...rule.relationships.map(({ target }) => target)].flatMap((one) =>
    one?.toolComponent?.name?.toUpperCase() === 'CWE'
      ? (/^(?:CWE-)?0*(\d{1,5})$/i.exec(one.id ?? '')?.[1] ?? [])
      : [],
  );
  return [...new Set([...tagged, ...referred])].slice(0, 20).map((number) => `CWE-${number}`);
}

/**
 * Whether it was suppressed, and why: by one that is accepted, unless another one is rejected or not decided yet
 * (SARIF 2.1.0, 3.27.23).
 */
export function suppressionOf({ suppressions }: Result): { readonly reason: string } | undefined {
  const isAccepted =
    suppressions.length > 0 && suppressions.every(({ status = 'accepted' }) => status === 'accepted');
  if (!isAccepted) return undefined;
  return {
    reason: suppressions.map(({ justification = '' }) => justification).find((text) => text !== '') ?? '',
  };
}

export type Baseline = 'new' | 'unchanged' | 'updated' | 'absent';

export function baselineOf({ baselineState }: Result): Baseline | undefined {
  return (['new', 'unchanged', 'updated', 'absent'] as const).find((state) => state === baselineState);
}

/** Whether it says that something is wrong: some tools also list what they found to be right. */
export function isFinding({ kind }: Result): boolean {
  return kind !== 'pass' && kind !== 'notApplicable';
}
