import { assess, type Exposure } from '../../src/engine/cvss/index.ts';
import { severityOf } from '../../src/engine/finding.ts';
import type { ThreatModel } from '../../src/engine/threat-models.ts';

interface Scored extends Exposure {
  readonly vulnClass: string;
  readonly score: number;
}

/** What each metric's letters say where a reason names it. */
const claims: readonly (readonly [RegExp, RegExp])[] = [
  [/needs an account/, /\/PR:[LH]/],
  [/some deployments only/, /\/AT:P/],
  [/cannot choose/, /\/AC:H/],
  [/a user has to take part/, /\/UI:[PA]/],
  [/close to the machine/, /\/AV:[AL]/],
  [/only a partial loss/, /\/VC:[LN]\/VI:[LN]\/VA:[LN]/],
];
const models = {
  remote: /(?!)/,
  library: /callers of an exported function/,
  response: /the answer of another server/,
  file: /a file or an archive/,
  database: /was stored before/,
  environment: /the environment/,
  arguments: /the command line/,
  system: /another program printed/,
} as const satisfies Record<ThreatModel, RegExp>;

/** Returns what is wrong with how a finding's scores stand to each other; undefined where nothing is. */
export function scoreFault({ vulnClass, score, ...exposure }: Scored): string | undefined {
  const assessment = assess(vulnClass, exposure, [], score);
  if (!assessment) return 'no assessment';
  const { cvss4, cvss31, scoreReason = '' } = assessment;
  const own = severityOf(score) === 'INFO' ? 'NONE' : severityOf(score);
  const four = cvss4.severity.toUpperCase();
  const agree = own === four && four === cvss31.severity.toUpperCase();
  const told = `${own} ${score}, CVSS 4.0 ${cvss4.score}, CVSS 3.1 ${cvss31.score}: “${scoreReason}”`;
  if (agree) return scoreReason === '' ? undefined : `a reason although they agree: ${told}`;
  if (scoreReason === '') return `no reason: ${told}`;
  const order = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
  const isLower = order.indexOf(own) < order.indexOf(four);
  const isHigher = order.indexOf(own) > order.indexOf(four);
  if (scoreReason.includes('Lower than') !== isLower || scoreReason.includes('Higher than') !== isHigher)
    return `the wrong direction: ${told}`;
  if (scoreReason.includes('CVSS 3.1') !== (four !== cvss31.severity.toUpperCase()))
    return `wrong about CVSS 3.1: ${told}`;
  for (const [claim, metric] of claims)
    if (claim.test(scoreReason) && !metric.test(cvss4.vector)) return `untrue of ${cvss4.vector}: ${told}`;
  for (const [model, words] of Object.entries(models))
    if (words.test(scoreReason) && exposure.threatModel !== model)
      return `untrue of ${exposure.threatModel}: ${told}`;
  return undefined;
}
