import type { VulnerableDependency } from '../dependencies/vulnerable.ts';
import type { CodeRole } from '../roles/code-role.ts';
import type { EntryPoint } from '../routes/entry-point.ts';
import type { ThreatModel } from '../threat-models.ts';
import { dependencyEvidence, dependencyVerdict } from './dependency-verdict.ts';
import { type FileIssue, fileEvidence, fileVerdict } from './file-verdict.ts';
import type { Condition, Inspection } from './inspection.ts';

export type Verdict = 'TRUE_POSITIVE' | 'FALSE_POSITIVE' | 'NON_EXPLOITABLE' | 'UNCERTAIN';

/** What an investigation found out; each is a fact, none an opinion. */
export interface Facts {
  /** What the deeper analysis says: the same flow again, or none. */
  readonly seenAgain: boolean;
  /** Flows that the deeper analysis found into the place. */
  readonly flows: number;
  /** Confidence of the finding, 0–100. */
  readonly confidence: number;
  readonly threatModel: ThreatModel | undefined;
  readonly entryPoint: EntryPoint | undefined;
  readonly inspection: Inspection;
  /** The package, where the issue is that it is vulnerable. */
  readonly dependency?: VulnerableDependency;
  /** What a file says, where that is the issue: infrastructure, secrets, where packages come from. */
  readonly fileIssue?: FileIssue;
  /** The last change of the line; absent where the folder is under no version control. */
  readonly change?: { readonly author: string; readonly at: string; readonly commit: string };
  /** Issues of the same class and repository about which a person decided. */
  readonly similar: {
    readonly confirmed: number;
    readonly dismissed: number;
    /** A dismissal in the same file, and its reason. */
    readonly dismissedHere?: string;
  };
}

export interface Evidence {
  /** `real` speaks for the issue, `harmless` against it. */
  readonly speaks: 'real' | 'harmless' | 'neither';
  readonly text: string;
  readonly place?: { readonly file: string; readonly line: number };
}

export interface Judgement {
  readonly verdict: Verdict;
  /** 0–100: how sure it is that the issue is real. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** In a sentence or two. */
  readonly summary: string;
}

/** The verdict on an issue, from facts alone. What cannot be decided so is uncertain, and says what a person has to look at. */
export function judge(facts: Facts): Judgement {
  const evidence = [...placeEvidence(facts), ...roleEvidence(facts), ...historyEvidence(facts)];
  const { verdict, summary } = decide(facts);
  return { verdict, summary, evidence, confidence: confidenceOf(facts, verdict) };
}

function placeEvidence(facts: Facts): readonly Evidence[] {
  const { dependency, fileIssue, flows } = facts;
  if (dependency) return dependencyEvidence(dependency);
  return fileIssue ? fileEvidence(fileIssue, flows) : codeEvidence(facts);
}

const codeEvidence = (facts: Facts): readonly Evidence[] => [
  ...analysisEvidence(facts),
  ...reachEvidence(facts),
  ...conditionEvidence(facts.inspection.conditions),
];

function decide(facts: Facts): Pick<Judgement, 'verdict' | 'summary'> {
  const { seenAgain, inspection, entryPoint, threatModel, fileIssue } = facts;
  if (!seenAgain) {
    if (fileIssue) return fileVerdict(fileIssue, threatModel);
    return {
      verdict: 'FALSE_POSITIVE',
      summary: 'A deeper analysis of the code as it is now does not find this issue any more.',
    };
  }
  if (inspection.role && isHarmless(inspection.role.role)) {
    return {
      verdict: 'NON_EXPLOITABLE',
      summary: `The ${fileIssue ? 'file' : 'code'} is as reported, but it is ${roleNames[inspection.role.role]}, which does not run where attackers reach it.`,
    };
  }
  if (facts.dependency) return dependencyVerdict(facts.dependency);
  if (fileIssue) return fileVerdict(fileIssue, threatModel);
  if (inspection.mentions === 0 && entryPoint === undefined && threatModel === undefined) {
    return {
      verdict: 'NON_EXPLOITABLE',
      summary: `The code is as reported, but nothing mentions \`${inspection.functionName ?? ''}\`, so it does not run.`,
    };
  }
  const [condition] = inspection.conditions;
  if (threatModel === 'remote' && !condition) {
    const by = entryPoint && entryPoint.guards.length === 0 ? ' by anyone' : '';
    return {
      verdict: 'TRUE_POSITIVE',
      summary: `What a client sends reaches the place${by}, and nothing on the way looks at it.`,
    };
  }
  if (threatModel === undefined) {
    return {
      verdict: 'TRUE_POSITIVE',
      summary: 'The place itself is the issue, and the code around it is in use.',
    };
  }
  if (condition) {
    return {
      verdict: 'UNCERTAIN',
      summary: `The flow is real, but \`${condition.text}\` looks at the data on the way. Whether it lets harmful data through is for a person to see.`,
    };
  }
  return {
    verdict: 'UNCERTAIN',
    summary: `The flow is real; whether an attacker chooses the data (${threatNames[threatModel]}) depends on how the program is used.`,
  };
}

function confidenceOf({ confidence, flows, similar }: Facts, verdict: Verdict): number {
  const base = { TRUE_POSITIVE: 8, UNCERTAIN: -10, NON_EXPLOITABLE: -60, FALSE_POSITIVE: -90 }[verdict];
  const decisions = 5 * Math.min(3, similar.confirmed) - 5 * Math.min(3, similar.dismissed);
  return Math.min(99, Math.max(1, confidence + base + (flows > 1 ? 3 : 0) + decisions));
}

function analysisEvidence({ seenAgain, flows }: Facts): readonly Evidence[] {
  if (!seenAgain)
    return [
      { speaks: 'harmless', text: 'With eight times the budget, the analysis finds no flow to this place.' },
    ];
  if (flows === 0)
    return [
      {
        speaks: 'real',
        text: 'The analysis, run again with eight times the budget, reports the place again.',
      },
    ];
  const ways = flows === 1 ? 'one way' : `${flows} ways`;
  return [
    {
      speaks: 'real',
      text: `The analysis, run again with eight times the budget, finds ${ways} for the data to get here.`,
    },
  ];
}

function reachEvidence({ threatModel, entryPoint, inspection }: Facts): readonly Evidence[] {
  const evidence: Evidence[] = [];
  if (entryPoint) {
    const route = `${entryPoint.methods.join('|') || 'any method'} ${entryPoint.path || '(path not constant)'}`;
    evidence.push({ speaks: 'real', text: `The route \`${route}\` leads here.` });
    evidence.push(
      entryPoint.guards.length === 0
        ? { speaks: 'real', text: 'Nothing that asks for an identity was found in front of it.' }
        : {
            speaks: 'harmless',
            text: `In front of it: ${entryPoint.guards.map((guard) => `\`${guard}\``).join(', ')}.`,
          },
    );
  } else if (threatModel === 'remote') {
    evidence.push({ speaks: 'real', text: 'The data comes over the network; its route is not known.' });
  } else if (threatModel) {
    evidence.push({ speaks: 'neither', text: `Where the data comes from: ${threatNames[threatModel]}.` });
  }
  const { functionName, mentions } = inspection;
  if (functionName !== undefined && mentions !== undefined && !entryPoint) {
    evidence.push(
      mentions === 0
        ? {
            speaks: 'harmless',
            text: `Nothing in the project mentions \`${functionName}\`, which holds the place.`,
          }
        : {
            speaks: 'neither',
            text: `\`${functionName}\`, which holds the place, is mentioned in ${mentions === 1 ? 'one other place' : `${mentions} other places`}.`,
          },
    );
  }
  return evidence;
}

const conditionEvidence = (conditions: readonly Condition[]): readonly Evidence[] =>
  conditions.map(({ file, line, text, leaves }) => ({
    speaks: 'harmless',
    text: leaves
      ? `The code leaves early if \`${text}\`.`
      : `The place is reached only if \`${text}\` holds, or does not.`,
    place: { file, line },
  }));

const roleNames: Readonly<Record<CodeRole, string>> = {
  test: 'test code',
  example: 'an example',
  tooling: 'tooling around the product',
  generated: 'generated code',
  vendored: 'code of others, kept in the project',
};

const isHarmless = (role: CodeRole): boolean => role === 'test' || role === 'example' || role === 'vendored';

function roleEvidence({ inspection: { role } }: Facts): readonly Evidence[] {
  if (!role) return [{ speaks: 'neither', text: 'The file is a part of the product.' }];
  return [
    {
      speaks: isHarmless(role.role) ? 'harmless' : 'neither',
      text: `The file is ${roleNames[role.role]} (${role.by}).`,
    },
  ];
}

function historyEvidence({ change, similar }: Facts): readonly Evidence[] {
  const evidence: Evidence[] = [];
  if (change) {
    const day = change.at.slice(0, 10);
    evidence.push({
      speaks: 'neither',
      text: `The line was last changed on ${day} by ${change.author} (${change.commit.slice(0, 8)}).`,
    });
  }
  const { confirmed, dismissed, dismissedHere } = similar;
  if (confirmed > 0)
    evidence.push({
      speaks: 'real',
      text: `${times(confirmed)} of this class in this repository ${were(confirmed)} confirmed by a person.`,
    });
  if (dismissed > 0)
    evidence.push({
      speaks: 'harmless',
      text: `${times(dismissed)} of this class in this repository ${were(dismissed)} dismissed by a person.`,
    });
  if (dismissedHere !== undefined)
    evidence.push({ speaks: 'harmless', text: `One in this very file was dismissed: ${dismissedHere}` });
  return evidence;
}

const times = (count: number): string => (count === 1 ? 'One issue' : `${count} issues`);
const were = (count: number): string => (count === 1 ? 'was' : 'were');

const threatNames: Readonly<Record<ThreatModel, string>> = {
  remote: 'what a client sends',
  library: 'an argument of an exported function',
  response: 'the answer of another server',
  file: 'a file or an archive',
  database: 'what was stored before',
  environment: 'the environment',
  arguments: 'the command line, or what the user types',
  system: 'what another program printed',
};
