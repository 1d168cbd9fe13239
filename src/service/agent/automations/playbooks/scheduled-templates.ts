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

/** Templates that run by the clock. */

export const scheduledTemplates: readonly Template[] = [
  template({
    id: 'weekly-triage-digest',
    title: 'Weekly triage digest',
    summary: 'Every Monday: the open issues that want a decision, the most urgent first.',
    description:
      'Ranks the open issues from a severity on, says of each why it is where it is and what to decide, and ends with what changed since the last scan. It decides nothing itself.',
    start: { type: 'schedule', expression: '0 8 * * 1' },
    parameters: {
      leastSeverity: leastSeverity('MEDIUM'),
      most: number({ id: 'most', label: 'Issues in the digest', default: 10, minimum: 3, maximum: 50 }),
      suggest: boolean({
        id: 'suggest',
        label: 'Suggest a decision for each',
        description: 'Fix, accept, or dismiss, with the reason.',
        default: true,
      }),
    },
    prompt: ({ leastSeverity: least, most, suggest }) => [
      `Prioritise the open ${severityWords(least)} issues.`,
      `It is about {{repository}}: the ${most} most urgent ones.`,
      'Say of each in one or two sentences what it is, where, and why it stands where it does.',
      suggest
        ? 'Suggest for each one decision (fix, accept the risk, dismiss) with the reason. Decide nothing.'
        : '',
      'End with what is new and what is gone since the last scan.',
    ],
  }),
  template({
    id: 'false-positive-review',
    title: 'Review of dismissed issues',
    summary: 'Looks again at what was dismissed, and says which decisions no longer hold.',
    description:
      'Goes through issues that were marked as false positive or not exploitable, and accepted risks if you like, reads the code as it is now and names those whose reason no longer holds. Opening one again is left to you.',
    start: { type: 'schedule', expression: '0 9 1 * *' },
    parameters: {
      most: number({ id: 'most', label: 'Issues to look at', default: 20, minimum: 1, maximum: 100 }),
      acceptedRisks: boolean({ id: 'acceptedRisks', label: 'Accepted risks too', default: true }),
      leastSeverity: leastSeverity('MEDIUM'),
    },
    prompt: ({ most, acceptedRisks, leastSeverity: least }) => [
      acceptedRisks
        ? `List the dismissed ${severityWords(least)} issues.`
        : `List the ${severityWords(least)} issues that are false positives.`,
      `It is about {{repository}}: at most ${most} issues that were marked as false positive or not exploitable${acceptedRisks ? ', or whose risk was accepted' : ''}.`,
      'Read the code of each as it is now and say whether the reason that was given still holds.',
      'Name those first that should be looked at again. Change no status.',
    ],
  }),
  template({
    id: 'dependency-and-ai-review',
    title: 'AI components',
    summary: 'Every month: what AI components the project uses.',
    description:
      'Lists the AI components of the project (models, SDKs, agents, MCP servers, prompts), and points out what is new or unusual among them.',
    start: { type: 'schedule', expression: '0 9 1 * *' },
    parameters: {
      allowed: text({
        id: 'allowed',
        label: 'AI providers that are approved',
        description: 'By name, separated by commas. Others are pointed out. Empty: all.',
      }),
    },
    prompt: ({ allowed }) => [
      'List the AI components.',
      'It is about {{repository}}.',
      allowed === '' ? '' : `Approved providers are: ${allowed}. Point out every component of another one.`,
      'Say in two sentences what needs a decision.',
    ],
  }),
  template({
    id: 'hot-spot-report',
    title: 'Hot spots',
    summary: 'Every month: where issues gather, and which kinds come back.',
    description:
      'A report of the files, folders or kinds of weakness that have most of the open issues, weighted by severity, with one proposal each that would prevent the next ones.',
    start: { type: 'schedule', expression: '0 8 1 * *' },
    parameters: {
      by: select({
        id: 'by',
        label: 'Group by',
        default: 'files',
        options: [
          { value: 'files', label: 'File' },
          { value: 'folders', label: 'Folder' },
          { value: 'kinds of weakness', label: 'Kind of weakness' },
        ],
      }),
      most: number({ id: 'most', label: 'Hot spots', default: 10, minimum: 3, maximum: 30 }),
      proposals: boolean({ id: 'proposals', label: 'Propose how to prevent more', default: true }),
    },
    prompt: ({ by, most, proposals }) => [
      'Summarise the state of security as a report.',
      `It is about {{repository}}: the ${most} ${by} with most of the open issues, weighted by severity.`,
      'Give each with its counts by severity and its worst issue.',
      proposals ? 'Propose for each one change that would keep such issues from coming back.' : '',
    ],
  }),
  template({
    id: 'standing-summary',
    title: 'Where we stand',
    summary: 'Every morning of a working day: the state of security in a few lines.',
    description: 'A short summary for a stand-up: open issues by severity, what is new, what was resolved.',
    start: { type: 'schedule', expression: '0 7 * * 1-5' },
    parameters: {
      lines: number({ id: 'lines', label: 'Lines at most', default: 6, minimum: 3, maximum: 20 }),
      readers: select({
        id: 'readers',
        label: 'For',
        default: 'developers',
        options: [
          { value: 'developers', label: 'Developers' },
          { value: 'managers', label: 'Managers' },
        ],
      }),
    },
    prompt: ({ lines, readers }) => [
      'Summarise the state of security.',
      `It is about {{repository}}, for ${readers}, in at most ${lines} lines.`,
      'Open issues by severity, what is new and what was resolved since the last scan, and the one thing to do next.',
    ],
  }),
];
