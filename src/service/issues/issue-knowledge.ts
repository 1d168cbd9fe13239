import type { Exposure, FlowStep, Issue } from '../../api/contract/issue.ts';
import type { VulnerableDependency } from '../../api/contract/vulnerable-dependency.ts';
import { assess } from '../../engine/cvss/index.ts';
import { publishedScore } from '../../engine/cvss/published.ts';
import { weaknesses } from '../../engine/weaknesses/index.ts';

type Knowledge = Pick<Issue, 'vulnImpact' | 'remediation' | 'references'>;

const knowledge = new Map<string, Knowledge>(
  weaknesses.map((known) => [
    known.id,
    {
      vulnImpact: `An attacker who reaches this code could ${known.impact}.`,
      remediation: known.remediation,
      references: known.references.map((url) => ({ title: titleOf(url), url })),
    },
  ]),
);

/** What is known of a class of vulnerability, for the details of an issue; empty for a class of a custom rule. */
export function knowledgeOf(vulnClass: string): Knowledge {
  return knowledge.get(vulnClass) ?? {};
}

/** What follows from how the data comes in; nothing for a class of a custom rule. */
export function assessmentOf(
  vulnClass: string,
  exposure: Exposure,
  flow: readonly FlowStep[],
  score: number,
): Pick<Issue, 'cvssScoreDetailed' | 'preconditions' | 'attackSteps' | 'scoreReason'> {
  const assessment = assess(vulnClass, exposure, flow, score);
  if (!assessment) return { preconditions: [], attackSteps: [] };
  const { cvss4, cvss31, preconditions, attackSteps, scoreReason } = assessment;
  return {
    cvssScoreDetailed: {
      cvssVector: cvss4.vector,
      severity: cvss4.severity,
      score: cvss4.score,
      metrics: [...cvss4.metrics],
      cvssV3Vector: cvss31.vector,
      cvssV3Severity: cvss31.severity,
      cvssV3Score: cvss31.score,
      cvssV3Metrics: [...cvss31.metrics],
    },
    preconditions: [...preconditions],
    attackSteps: [...attackSteps],
    ...(scoreReason === undefined ? {} : { scoreReason }),
  };
}

/** `…/SQL_Injection_Prevention_Cheat_Sheet.html` is called "SQL Injection Prevention Cheat Sheet". */
function titleOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  const words = decodeURIComponent(last)
    .replace(/\.html?$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return /[a-z]{3}/i.test(words) ? words : `${hostname} ${words}`.trim();
}

/**
 * What the publishers of an advisory say of a vulnerable package, in place of what a class of code would mean. Their
 * vectors hold for the worst use of the package: whether this project uses it so is what reachability says.
 */
export function publishedAssessment({
  name,
  advisory,
  reachability,
}: VulnerableDependency): ReturnType<typeof assessmentOf> {
  const scores = advisory.cvss.flatMap((vector) => publishedScore(vector) ?? []);
  const four = scores.find(({ version }) => version === '4.0');
  const three = scores.find(({ version }) => version === '3');
  return {
    ...((four || three) && {
      cvssScoreDetailed: {
        cvssVector: four?.vector ?? '',
        severity: four?.severity ?? '',
        ...(four && { score: four.score }),
        cvssV3Vector: three?.vector ?? '',
        cvssV3Severity: three?.severity ?? '',
        ...(three && { cvssV3Score: three.score }),
      },
    }),
    preconditions: [
      {
        text: `The vulnerable code of ${name} runs with data that an attacker chooses.`,
        met: reachability.level === 'NOT_IMPORTED' ? false : null,
      },
    ],
    attackSteps: [],
  };
}
