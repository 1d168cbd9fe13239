import calculator from 'ae-cvss-calculator';
import type { Effect, Level, Loss, Losses } from './effect.ts';
import { type Exploitability, type Reasoned, sentence } from './exploitability.ts';
import { severityWord } from './severity-word.ts';

export interface Metric {
  /** The metric's name as the standard writes it: `Attack Vector (AV)`. */
  readonly metric: string;
  readonly value: string;
  readonly reasoning: string;
}

export interface Score {
  readonly vector: string;
  /** 0–10 */
  readonly score: number;
  /** `Critical`, `High`, `Medium`, `Low` or `None`: the qualitative scale, the same in both versions. */
  readonly severity: string;
  readonly metrics: readonly Metric[];
}

interface Component {
  readonly name: string;
  readonly letters: string;
  readonly value: string;
  readonly why: string;
}

/** CVSS 4.0 base metrics (specification §2). The score is the library's. */
export function cvss4(how: Exploitability, effect: Effect): Score {
  const components: Component[] = [
    component('Attack Vector', 'AV', how.vector),
    component('Attack Complexity', 'AC', how.complexity),
    component('Attack Requirements', 'AT', how.requirements),
    component('Privileges Required', 'PR', how.privileges),
    component('User Interaction', 'UI', how.interaction),
    ...impacts('Vulnerable System', 'V', effect.inside, 'in the program itself'),
    ...impacts('Subsequent System', 'S', effect.beyond ?? {}, 'in other systems'),
  ];
  const vector = vectorOf('4.0', components);
  return scored(vector, overallOf(vector), components, valueNames);
}

/** CVSS 3.1 base metrics (specification §2). What version 4.0 says of other systems is a changed scope here. */
export function cvss31(how: Exploitability, effect: Effect): Score {
  const { requirements, complexity, interaction, vector } = how;
  const isHard = complexity.value === 'H' || requirements.value === 'P';
  const components: Component[] = [
    component('Attack Vector', 'AV', vector),
    component('Attack Complexity', 'AC', {
      value: isHard ? 'H' : 'L',
      why: complexity.value === 'L' && requirements.value === 'P' ? requirements.why : complexity.why,
    }),
    component('Privileges Required', 'PR', how.privileges),
    component('User Interaction', 'UI', {
      value: interaction.value === 'N' ? 'N' : 'R',
      why: interaction.why,
    }),
    component('Scope', 'S', {
      value: effect.beyond ? 'C' : 'U',
      why: effect.beyond
        ? 'Systems beyond the program are affected, each under its own authority.'
        : 'Only the program and what it may do itself are affected.',
    }),
    ...impacts('', '', worse(effect.inside, effect.beyond ?? {}), 'by this'),
  ];
  const text = vectorOf('3.1', components);
  return scored(text, overallOf(text), components, {
    ...valueNames,
    ...valueNames31,
  });
}

const overall = new Map<string, number>();

/** The library's score of a vector. Each is calculated once: there are no more than weaknesses and ways to them. */
function overallOf(vector: string): number {
  let score = overall.get(vector);
  if (score === undefined) {
    const Version = vector.startsWith('CVSS:4.0/') ? calculator.Cvss4P0 : calculator.Cvss3P1;
    score = new Version(vector).calculateScores().overall;
    overall.set(vector, score);
  }
  return score;
}

const component = (name: string, letters: string, { value, why }: Reasoned<string>): Component => ({
  name,
  letters,
  value,
  why,
});

const properties = [
  ['Confidentiality', 'C', 'confidentiality'],
  ['Integrity', 'I', 'integrity'],
  ['Availability', 'A', 'availability'],
] as const;

function impacts(system: string, letter: string, losses: Losses, where: string): readonly Component[] {
  return properties.map(([name, initial, key]) => {
    const loss = losses[key];
    return {
      name: system === '' ? name : `${system} ${name}`,
      letters: `${letter}${initial}`,
      value: loss?.[0] ?? 'N',
      why: loss ? sentence(loss[1]) : `No loss of ${key} follows ${where}.`,
    };
  });
}

/** Of two losses of the same property the greater. */
function worse(a: Losses, b: Losses): Losses {
  const result: Partial<Record<keyof Losses, Loss>> = {};
  for (const [, , key] of properties) {
    const [one, other] = [a[key], b[key]];
    const greater = rank(other?.[0]) > rank(one?.[0]) ? other : one;
    if (greater) result[key] = greater;
  }
  return result;
}

const rank = (level: Level | undefined): number => (level === 'H' ? 2 : level === 'L' ? 1 : 0);

const vectorOf = (version: string, components: readonly Component[]): string =>
  [`CVSS:${version}`, ...components.map(({ letters, value }) => `${letters}:${value}`)].join('/');

function scored(
  vector: string,
  score: number,
  components: readonly Component[],
  names: Readonly<Record<string, string>>,
): Score {
  return {
    vector,
    score,
    severity: severityWord(score),
    metrics: components.map(({ name, letters, value, why }) => ({
      metric: `${name} (${letters})`,
      value: names[`${letters}:${value}`] ?? names[value] ?? value,
      reasoning: why,
    })),
  };
}

const valueNames: Readonly<Record<string, string>> = {
  'AV:N': 'Network',
  'AV:A': 'Adjacent',
  'AV:L': 'Local',
  'AT:P': 'Present',
  'UI:P': 'Passive',
  'UI:A': 'Active',
  N: 'None',
  L: 'Low',
  H: 'High',
};
const valueNames31: Readonly<Record<string, string>> = {
  'UI:R': 'Required',
  'S:U': 'Unchanged',
  'S:C': 'Changed',
};
