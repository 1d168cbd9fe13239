import type { FlowStep } from '../finding.ts';
import { knownWeakness } from '../weaknesses/index.ts';
import { type AttackStep, attackStepsOf, type Precondition, preconditionsOf } from './attack.ts';
import { type Exposure, exploitabilityOf, tokenOf } from './exploitability.ts';
import { cvss4, cvss31, type Score } from './score.ts';
import { scoreReason } from './score-reason.ts';

export type { Exposure } from './exploitability.ts';

/** How bad a finding is and how it would be attacked, derived from its class and its way in. */
export interface Assessment {
  readonly cvss4: Score;
  readonly cvss31: Score;
  readonly preconditions: readonly Precondition[];
  readonly attackSteps: readonly AttackStep[];
  /** Why score and CVSS differ in severity; undefined where they agree, or no score was given. */
  readonly scoreReason: string | undefined;
}

/**
 * @param flow the steps of the finding's first flow, none where the place itself is the issue
 * @param score of the finding, 0–100
 * @returns undefined for a class of which nothing is known, such as a custom rule's
 */
export function assess(
  vulnClass: string,
  exposure: Exposure,
  flow: readonly Pick<FlowStep, 'role' | 'message'>[],
  score?: number,
): Assessment | undefined {
  const weakness = knownWeakness(vulnClass);
  if (!weakness) return undefined;
  const { effect } = weakness;
  const how = exploitabilityOf(effect, exposure);
  const scores = { cvss4: cvss4(how, effect), cvss31: cvss31(how, effect) };
  return {
    ...scores,
    preconditions: preconditionsOf(effect, exposure, flow),
    attackSteps: attackStepsOf(effect, exposure, flow),
    scoreReason:
      score === undefined ? undefined : scoreReason(weakness, score, exposure, { effect, ...scores }),
  };
}

/**
 * Returns the score of a finding by who may send its data: less by what CVSS 4.0 takes off where only administrators reach the
 * place, and where no victim's browser can be made to send the request.
 * @param score of the same finding, if anybody could send it: 0–100
 */
export function scoreByCaller(vulnClass: string, score: number, exposure: Exposure): number {
  const weakness = knownWeakness(vulnClass);
  const { entryPoint } = exposure;
  if (!weakness || !entryPoint) return score;
  const { effect } = weakness;
  if (entryPoint.administrators === undefined && tokenOf(effect, exposure) === undefined) return score;
  const { methods, path } = entryPoint;
  const asAnybody = exploitabilityOf(effect, { ...exposure, entryPoint: { methods, path, guards: [] } });
  const as = exploitabilityOf(effect, exposure);
  const { score: least } = cvss4(
    { ...as, privileges: entryPoint.administrators === undefined ? asAnybody.privileges : as.privileges },
    effect,
  );
  return Math.max(
    Math.min(10, score),
    score - Math.max(0, Math.round(10 * (cvss4(asAnybody, effect).score - least))),
  );
}
