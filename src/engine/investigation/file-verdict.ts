import type { Category } from '../finding.ts';
import type { ThreatModel } from '../threat-models.ts';
import type { Evidence, Judgement } from './verdict.ts';

/** What is reported because of what a file says, and not because of what a program does. */
export interface FileIssue {
  readonly category: Category;
  /** The format of infrastructure; of other files the kind of file. */
  readonly language: string;
  /** Why the place is an issue, in the names of the file; undefined where it is not there any more. */
  readonly message: string | undefined;
}

/** Returns what is known of an issue that a file is the whole of: whether it still says so, and when that takes effect. */
export function fileEvidence({ category, language, message }: FileIssue, flows: number): readonly Evidence[] {
  if (message === undefined)
    return [
      { speaks: 'harmless', text: 'The file was read again as it is now: the rule finds nothing there.' },
    ];
  const effect = category === 'IAC' ? effects[language] : undefined;
  return [
    { speaks: 'real', text: `The file was read again as it is now: ${message}` },
    ...(flows > 0 && category === 'IAC'
      ? [
          {
            speaks: 'real' as const,
            text: 'The steps of the flow are all in this file, and none of them changes the text.',
          },
        ]
      : []),
    ...(effect === undefined ? [] : [{ speaks: 'neither' as const, text: effect }]),
  ];
}

/** Decides about an issue that a file is the whole of. */
export function fileVerdict(
  { category, language, message }: FileIssue,
  threatModel: ThreatModel | undefined,
): Pick<Judgement, 'verdict' | 'summary'> {
  if (message === undefined)
    return {
      verdict: 'FALSE_POSITIVE',
      summary: 'The file as it is now does not have this issue any more.',
    };
  if (threatModel === 'remote')
    return {
      verdict: 'TRUE_POSITIVE',
      summary: 'Text that somebody outside of the project chooses gets to this place as it is.',
    };
  if (threatModel !== undefined)
    return {
      verdict: 'UNCERTAIN',
      summary:
        'The text gets to this place as it is. Whether somebody else may choose it is for a person to see.',
    };
  return { verdict: 'TRUE_POSITIVE', summary: summaryOf(category, language) };
}

function summaryOf(category: Category, language: string): string {
  switch (category) {
    case 'IAC':
      return `The ${names[language] ?? 'file'} says what was reported, and it takes effect as it is written.`;
    case 'SECRETS':
      return 'The secret is in the file as it is now. Whether it still opens anything is for a person to see: replace it.';
    case 'SCA':
      return 'The file says what was reported, and package managers act on it as it is written.';
    case 'SAST':
      return 'The file says what was reported.';
  }
}

const names: Readonly<Record<string, string>> = {
  cloudformation: 'template',
  compose: 'Compose file',
  dockerfile: 'Dockerfile',
  'github-actions': 'workflow',
  kubernetes: 'manifest',
  nginx: 'configuration of nginx',
  terraform: 'Terraform configuration',
};

/** When it takes effect, and what the file does not show. */
const effects: Readonly<Record<string, string>> = {
  cloudformation:
    'It takes effect when the stack is created or updated. Policies of the organization, which could refuse it, are not in the project.',
  compose:
    'It takes effect when the services are started. Other files that are merged with it on the command line are not known.',
  dockerfile:
    'It takes effect in each image that is built from the file. How its containers are started can change it, which the file does not show.',
  'github-actions':
    'It takes effect with each run of the workflow. Settings of the repository, such as permissions by default and approvals, are not in the file.',
  kubernetes:
    'It takes effect when the manifest is applied. Admission policies of the cluster, which could refuse it, are not in the project.',
  nginx: 'It takes effect when the server loads the file. A proxy in front of it is not known.',
  terraform:
    'It takes effect when the configuration is applied. Policies of the account, and variables that are given from outside, are not in the project.',
};
