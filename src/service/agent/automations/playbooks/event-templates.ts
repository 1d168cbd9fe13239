import {
  boolean,
  leastSeverity,
  number,
  select,
  severityWords,
  type Template,
  template,
  text,
} from './template.ts';

/** Templates that run when something happens. */

const branch = text({
  id: 'branch',
  label: 'Branch',
  description: 'Empty: every branch.',
  maximumLength: 255,
});

const ofBranch = (name: string) => (name === '' ? {} : { branch: name });

export const eventTemplates: readonly Template[] = [
  template({
    id: 'fix-new-critical-issues',
    title: 'Fix new critical issues',
    summary: 'When a scan finds something critical: prepares patches and waits for your consent.',
    description:
      'Explains each new issue from a severity on and asks to have a patch made. The patch is proven before it is shown, and nothing is written to your files without your consent.',
    start: { type: 'event', kind: 'newIssue' },
    parameters: {
      leastSeverity: leastSeverity('CRITICAL'),
      most: number({ id: 'most', label: 'Patches a scan', default: 3, minimum: 1, maximum: 10 }),
      branch,
    },
    condition: ({ leastSeverity: least, branch: name }) => ({
      kind: 'newIssue',
      leastSeverity: least,
      ...ofBranch(name),
    }),
    prompt: ({ leastSeverity: least, most }) => [
      `Fix the new ${severityWords(least)} issues.`,
      'They are of {{repository}}, the worst first: {{issues}}',
      `Ask for patches of at most ${most} of them.`,
      'Say of each what the patch changes and how it was proven, or why there is none.',
    ],
  }),
  template({
    id: 'explain-new-issues',
    title: 'Explain new issues to their author',
    summary: 'When a scan finds something new: what it is and how to avoid it, for whoever wrote it.',
    description:
      'Explains every new issue with its path through the code, says what an attacker could do, and shows the safe way to write it.',
    start: { type: 'event', kind: 'newIssue' },
    parameters: {
      leastSeverity: leastSeverity('MEDIUM'),
      readers: select({
        id: 'readers',
        label: 'Written for',
        default: 'developers',
        options: [
          { value: 'developers', label: 'Developers' },
          { value: 'newcomers to security', label: 'Newcomers to security' },
          { value: 'security engineers', label: 'Security engineers' },
        ],
      }),
      language: text({ id: 'language', label: 'Language', default: 'English', maximumLength: 40 }),
      branch,
    },
    condition: ({ leastSeverity: least, branch: name }) => ({
      kind: 'newIssue',
      leastSeverity: least,
      ...ofBranch(name),
    }),
    prompt: ({ readers, language }) => [
      'Explain this issue.',
      'It is {{issue.title}} in {{issue.file}} line {{issue.line}} of {{repository}}. All that are new, the worst first: {{issues}}',
      `Write for ${readers}, in ${language || 'English'}: what happens in the code, what an attacker could do with it, and how to write it safely.`,
    ],
  }),
  template({
    id: 'secrets-follow-up',
    title: 'Follow up on secrets',
    summary: 'When a secret is found in the code: where it is and the steps to make it worthless.',
    description:
      'A checklist for each secret that was found: revoke, replace, remove from the code and from the history, look for its use. Values of secrets are never shown.',
    start: { type: 'event', kind: 'newIssue' },
    parameters: {
      leastSeverity: leastSeverity('LOW'),
      history: boolean({ id: 'history', label: 'Remind of the version history', default: true }),
      contact: text({ id: 'contact', label: 'Whom to tell', description: 'A person, team or channel.' }),
    },
    condition: ({ leastSeverity: least }) => ({
      kind: 'newIssue',
      leastSeverity: least,
      categories: ['SECRETS'],
    }),
    prompt: ({ history, contact }) => [
      'Explain this issue.',
      'It is a secret in {{issue.file}} line {{issue.line}} of {{repository}}. All that were found: {{issues}}',
      'For each: what it opens, how to revoke and replace it, and where in the code it is used. Never repeat the value.',
      history ? 'Remind the reader that the version history still has it.' : '',
      contact === '' ? '' : `The person to tell is: ${contact}.`,
    ],
  }),
  template({
    id: 'pre-release-review',
    title: 'Review before a release',
    summary: 'When the release branch was scanned: ready or not, and what stands in the way.',
    description:
      'After each scan of a branch: one verdict, the issues that stand in the way from a severity on, those with a patch that is ready, and what changed since the scan before.',
    start: { type: 'event', kind: 'scanCompleted' },
    parameters: {
      branch: text({
        id: 'branch',
        label: 'Branch',
        description: 'Empty: every branch.',
        default: 'main',
        maximumLength: 255,
      }),
      leastSeverity: leastSeverity('HIGH'),
      onlyNew: boolean({
        id: 'onlyNew',
        label: 'Only when a scan found something new',
        default: false,
      }),
    },
    condition: ({ branch: name, onlyNew }) => ({
      kind: 'scanCompleted',
      ...ofBranch(name),
      ...(onlyNew ? { withNewIssues: true } : {}),
    }),
    prompt: ({ leastSeverity: least }) => [
      `List the open ${severityWords(least)} issues that stand in the way of a release.`,
      'It is about {{repository}}: the scan of {{scan.branch}} found {{scan.new}} new ones and {{scan.resolved}} resolved.',
      'Begin with one sentence: ready, or not ready and why. Say which have a patch that is ready and which need work.',
    ],
  }),
  template({
    id: 'scan-failure-help',
    title: 'Help with failed scans',
    summary: 'When a scan fails: what went wrong and what to do.',
    description:
      'Says in plain words why a scan failed, what of the project is not covered, and what to try.',
    start: { type: 'event', kind: 'scanFailed' },
    parameters: {
      branch,
    },
    condition: ({ branch: name }) => ({ kind: 'scanFailed', ...ofBranch(name) }),
    prompt: () => [
      'Summarise the state of security as far as it is known.',
      'A scan of {{repository}} on {{scan.branch}} failed. The reason that was recorded: {{scan.error}}',
      'Say in plain words what that means, what is not covered because of it, and what to try next.',
    ],
  }),
  template({
    id: 'reopened-issues',
    title: 'Issues that came back',
    summary: 'When a resolved issue is found again: how, and what would keep it from coming back.',
    description:
      'Looks at issues that were resolved and are open again, by a scan or a person, and says what changed in the code around them.',
    start: { type: 'event', kind: 'issueStatusChanged' },
    parameters: {
      leastSeverity: leastSeverity('MEDIUM'),
      by: select({
        id: 'by',
        label: 'Opened again by',
        default: 'system',
        options: [
          { value: 'system', label: 'A scan, or the end of a suppression' },
          { value: 'anyone', label: 'Anyone' },
        ],
      }),
    },
    condition: ({ leastSeverity: least, by }) => ({
      kind: 'issueStatusChanged',
      leastSeverity: least,
      to: ['PENDING_REVIEW'],
      ...(by === 'system' ? { by: 'system' as const } : {}),
    }),
    prompt: () => [
      'Explain this issue.',
      'It is {{issue.title}} in {{issue.file}} line {{issue.line}}; it was {{change.from}} and is open again. All of {{repository}} that came back: {{issues}}',
      'Say what brought each back and which test or change would keep it away.',
    ],
  }),
  template({
    id: 'patch-review',
    title: 'Review of patches',
    summary: 'When a patch is ready: what it changes, and what to look at before you take it.',
    description:
      'A second pair of eyes on each patch: what changes in behaviour, what the proof covers and does not cover, what to test.',
    start: { type: 'event', kind: 'patchReady' },
    parameters: {
      leastSeverity: leastSeverity('HIGH'),
      tests: boolean({ id: 'tests', label: 'Propose tests', default: true }),
    },
    condition: ({ leastSeverity: least }) => ({ kind: 'patchReady', leastSeverity: least }),
    prompt: ({ tests }) => [
      'Show the patch of this issue.',
      'It is about {{issue.title}} in {{issue.file}} of {{repository}}; the checks of the patch: {{patch.validation}}.',
      'Say what behaves differently with it, what its proof covers and what it does not.',
      tests ? 'Propose the tests that would tell whether it is right.' : '',
    ],
  }),
];
