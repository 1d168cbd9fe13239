import type { Rule } from '../rule.ts';

export const injection = {
  id: 'github-actions/workflow-injection/script',
  title: 'Text of strangers in a script',
  cwes: ['CWE-94'],
  score: 90,
  confidence: 92,
  remediation: 'Put the expression into env of the step, and use the variable in quotes.',
} as const satisfies Rule;

export const limitedInjection = {
  id: 'github-actions/workflow-injection/script-without-secrets',
  title: 'Text of strangers in a script without secrets',
  cwes: ['CWE-94'],
  score: 45,
  confidence: 85,
  remediation: 'Put the expression into env of the step, and use the variable in quotes.',
} as const satisfies Rule;

export const inputInjection = {
  id: 'github-actions/workflow-injection/action-input',
  title: "Input of an action in the action's script",
  cwes: ['CWE-94'],
  score: 40,
  confidence: 65,
  remediation: 'Put the input into env of the step, and use the variable in quotes.',
} as const satisfies Rule;

export const variableFile = {
  id: 'github-actions/workflow-injection/variable-file',
  title: 'Text of strangers in the variables of a job',
  cwes: ['CWE-77'],
  score: 70,
  confidence: 80,
  remediation: 'Write it to the step’s own file or output, and never to GITHUB_ENV or GITHUB_PATH.',
} as const satisfies Rule;

export const checkedOut = {
  id: 'github-actions/untrusted-workflow-code/checkout',
  title: 'Pull request code run with the rights of the repository',
  cwes: ['CWE-829'],
  score: 85,
  confidence: 85,
  remediation: 'Build pull requests in a workflow of the trigger pull_request, without secrets.',
} as const satisfies Rule;

export const artifact = {
  id: 'github-actions/untrusted-workflow-code/artifact',
  title: 'Artifact of an untrusted run in the workspace',
  cwes: ['CWE-829'],
  score: 60,
  confidence: 65,
  remediation: 'Download it to a folder of its own outside of the workspace, and treat its content as data.',
} as const satisfies Rule;

export const ownRunner = {
  id: 'github-actions/untrusted-workflow-code/self-hosted-runner',
  title: 'Runner of your own for pull requests',
  cwes: ['CWE-829'],
  score: 45,
  confidence: 55,
  remediation: 'Run pull requests on hosted runners, or on runners that are thrown away after each job.',
} as const satisfies Rule;

export const actorCheck = {
  id: 'github-actions/untrusted-workflow-code/actor-check',
  title: 'Trust in who triggered the run last',
  cwes: ['CWE-290'],
  score: 50,
  confidence: 80,
  remediation: 'Ask for github.event.pull_request.user.login, which stays who opened the pull request.',
} as const satisfies Rule;

export const oldCommands = {
  id: 'github-actions/untrusted-workflow-code/unsecure-commands',
  title: 'Commands that any output may give',
  cwes: ['CWE-77'],
  score: 50,
  confidence: 95,
  remediation: 'Remove the variable, and write to GITHUB_ENV and GITHUB_PATH.',
} as const satisfies Rule;

export const writeAll = {
  id: 'github-actions/excessive-permissions/write-all',
  title: 'Token that may write everything',
  cwes: ['CWE-250'],
  score: 45,
  confidence: 95,
  remediation: 'Name the permissions that the jobs need, and give the others none.',
} as const satisfies Rule;

export const movingAction = {
  id: 'github-actions/mutable-reference/action',
  title: 'Action without a fixed commit',
  cwes: ['CWE-829'],
  score: 20,
  confidence: 90,
  remediation: 'Name the commit that was reviewed, with its version in a comment.',
} as const satisfies Rule;

export const movingImage = {
  id: 'github-actions/mutable-reference/image',
  title: 'Image of a workflow without a fixed version',
  cwes: ['CWE-829'],
  score: 25,
  confidence: 90,
  remediation: 'Name a version, and the digest of the image that was tested.',
} as const satisfies Rule;

export const allSecrets = {
  id: 'github-actions/exposed-secret/all-secrets',
  title: 'All secrets in one place',
  cwes: ['CWE-522'],
  score: 45,
  confidence: 90,
  remediation: 'Name the single secrets that the step needs.',
} as const satisfies Rule;

export const printedSecret = {
  id: 'github-actions/exposed-secret/printed',
  title: 'Secret printed to the log',
  cwes: ['CWE-532'],
  score: 40,
  confidence: 75,
  remediation: 'Leave the line out, and replace the secret if the log was ever readable.',
} as const satisfies Rule;

export const keptCredentials = {
  id: 'github-actions/exposed-secret/uploaded-credentials',
  title: 'Token of the checkout in an artifact',
  cwes: ['CWE-522'],
  score: 45,
  confidence: 80,
  remediation: 'Set persist-credentials of the checkout to false, or upload only what was built.',
} as const satisfies Rule;

export const pipedInWorkflow = {
  id: 'github-actions/unverified-download/pipe-to-shell',
  title: 'Download that is piped into a shell',
  cwes: ['CWE-494'],
  score: 35,
  confidence: 85,
  remediation: 'Save the script, compare its checksum, and run it then.',
} as const satisfies Rule;

export const uncheckedInWorkflow = {
  id: 'github-actions/tls-verification-disabled/command',
  title: 'Certificates are not checked',
  cwes: ['CWE-295'],
  score: 50,
  confidence: 85,
  remediation: 'Leave the check on, and add the certificate of a private authority to the runner.',
} as const satisfies Rule;

export const workflowRules: readonly Rule[] = [
  injection,
  limitedInjection,
  inputInjection,
  variableFile,
  checkedOut,
  artifact,
  ownRunner,
  actorCheck,
  oldCommands,
  writeAll,
  movingAction,
  movingImage,
  allSecrets,
  printedSecret,
  keptCredentials,
  pipedInWorkflow,
  uncheckedInWorkflow,
];
