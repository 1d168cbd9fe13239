/** Common tasks, as MCP prompts: a person picks one, the client's model works it off with the tools. */

export interface TaskPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const issueId = { name: 'issueId', description: 'Id of the issue, as list_issues gives it.', required: true };
const repository = {
  name: 'repository',
  description: 'Name or id of the repository; the one that the server was started for when omitted.',
  required: false,
};

const of = ({ repository: named }: Readonly<Record<string, string>>): string =>
  named === undefined ? '' : ` of the repository ${JSON.stringify(named)}`;

export const taskPrompts: readonly TaskPrompt[] = [
  {
    name: 'security_overview',
    title: 'Security overview',
    description: 'What the state of a repository is, and what to do first.',
    arguments: [repository],
    text: (given) =>
      `Give me an overview of the security${of(given)}: statistics, then the worst open issues with list_issues. Explain the three worst with explain_issue. Say in which order you would work on them, and why, naming file and line.`,
  },
  {
    name: 'fix_issue',
    title: 'Fix an issue',
    description: 'Understand an issue, have a patch made and look at it before it is applied.',
    arguments: [issueId],
    text: ({ issueId: id = '' }) =>
      `Explain the issue ${JSON.stringify(id)} with explain_issue, then have a patch made with generate_patch. Show me the diff and its proof, and say what behaves otherwise with it. Apply it with apply_patch only after I agreed.`,
  },
  {
    name: 'review_changes',
    title: 'Review my changes',
    description: 'Scan what was changed and judge what it brings.',
    arguments: [repository],
    text: (given) =>
      `Review my changes${of(given)} with scan_changes; where the service cannot see them, give it the output of "git diff HEAD". Tell me which issues the change brings, each with file, line and how to write it instead. If nothing is found, say what was scanned.`,
  },
  {
    name: 'triage_open_issues',
    title: 'Triage open issues',
    description: 'Investigate open issues and propose a decision about each.',
    arguments: [repository],
    text: (given) =>
      `Take the ten worst open issues${of(given)} from list_issues and have each investigated with investigate_issue. Make a table: issue, place, verdict, the evidence in one sentence, and the status you propose with its reason. Set nothing with triage_issues before I agreed to the table.`,
  },
  {
    name: 'what_changed',
    title: 'What changed since',
    description: 'New and gone issues since the scan before, or since a day.',
    arguments: [
      repository,
      {
        name: 'since',
        description: 'A day, e.g. 2026-01-31; the scan before when omitted.',
        required: false,
      },
    ],
    text: (given) =>
      `Use compare_scans to tell me what changed${of(given)}${given['since'] === undefined ? ' since the scan before' : ` since ${JSON.stringify(given['since'])}`}: new issues, the worst first, and issues that are gone. Explain the worst new one.`,
  },
];
