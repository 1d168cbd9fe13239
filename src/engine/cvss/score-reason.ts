import { severityOf } from '../finding.ts';
import type { ThreatModel } from '../threat-models.ts';
import type { Weakness } from '../weaknesses/index.ts';
import type { Effect } from './effect.ts';
import { type Exploitability, type Exposure, exploitabilityOf } from './exploitability.ts';
import type { Score } from './score.ts';

/** Where the data comes from, where the score counts that as less than a request of anybody. */
const closerToHome = {
  library: 'the data comes from callers of an exported function',
  response: 'the data is the answer of another server',
  file: 'the data comes from a file or an archive',
  database: 'the data was stored before',
  environment: 'the data comes from the environment',
  arguments: 'the data comes from the command line',
  system: 'the data is what another program printed',
} as const satisfies Record<Exclude<ThreatModel, 'remote'>, string>;

const bands = ['None', 'Low', 'Medium', 'High', 'Critical'];

/** The qualitative scale of CVSS for a score of 0–100. */
function bandOf(score: number): string {
  const severity = severityOf(score);
  return severity === 'INFO' ? 'None' : severity.charAt(0) + severity.slice(1).toLowerCase();
}

/**
 * Returns in a sentence or two why a finding's score, CVSS 4.0 and CVSS 3.1 are of different severities; undefined where
 * they agree.
 * @param score the engine's own, 0–100
 */
export function scoreReason(
  weakness: Weakness,
  score: number,
  exposure: Exposure,
  { effect, cvss4, cvss31 }: { readonly effect: Effect; readonly cvss4: Score; readonly cvss31: Score },
): string | undefined {
  const own = bands.indexOf(bandOf(score));
  const theirs = bands.indexOf(cvss4.severity);
  const how = exploitabilityOf(effect, exposure);
  const reasons = [
    own < theirs ? `Lower than CVSS suggests because ${lowerReason(weakness, score, exposure, theirs)}.` : '',
    own > theirs ? `Higher than CVSS suggests because ${higherReason(effect, how)}.` : '',
    cvss31.severity === cvss4.severity ? '' : 'CVSS 3.1 weighs the same facts differently.',
  ].filter((reason) => reason !== '');
  return reasons.length === 0 ? undefined : reasons.join(' ');
}

function lowerReason(
  { score: usual, scoreReason }: Weakness,
  score: number,
  { threatModel, entryPoint }: Exposure,
  theirs: number,
): string {
  if (scoreReason !== undefined) return scoreReason;
  if (entryPoint?.administrators !== undefined) return 'only administrators reach it';
  const isDiscounted = threatModel !== undefined && threatModel !== 'remote' && score < usual;
  if (isDiscounted && bands.indexOf(bandOf(usual)) >= theirs) return closerToHome[threatModel];
  if (score < usual && threatModel === 'remote' && bands.indexOf(bandOf(usual)) >= theirs)
    return 'this place scores less than the class usually does, as its code flow or its file tells';
  const usually = 'the score rates the usual damage of this class, and CVSS the greatest possible';
  return isDiscounted ? `${closerToHome[threatModel]}, and ${usually}` : usually;
}

/** CVSS counts what an attack takes; the score of a class does not. */
function higherReason(effect: Effect, how: Exploitability): string {
  const taken: readonly (readonly [boolean, string])[] = [
    [how.privileges.value !== 'N', 'that the attacker needs an account'],
    [how.requirements.value !== 'N', 'that it works in some deployments only'],
    [how.complexity.value !== 'L', 'that the attack depends on what the attacker cannot choose'],
    [how.interaction.value !== 'N', 'that a user has to take part'],
    [how.vector.value !== 'N', 'that the attacker has to be close to the machine'],
  ];
  const counted = taken.flatMap(([is, words]) => (is ? [words] : []));
  const isPartial = !Object.values(effect.inside).some((loss) => loss?.[0] === 'H');
  if (isPartial) counted.push('only a partial loss in the program itself');
  if (counted.length === 0)
    return 'the score rates the usual damage of this class, and CVSS the losses at this place';
  return `CVSS also counts ${listed(counted)}`;
}

function listed(words: readonly string[]): string {
  return words.length <= 1 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
