import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, documented, members, neutral, sinks, types } from './rows.ts';

const shells = '^(?:/(?:usr/)?bin/)?(?:sh|bash|zsh|dash|ksh)$|^(?:cmd|powershell|pwsh)(?:\\.exe)?$';
const run = 'spawn spawnSync execFile execFileSync';

const local: RowInput[] = [
  ...sinks('command-injection', 'Argument[0]', [
    ...members('child_process', 'exec execSync'),
    ...members('child_process', `${run} fork`),
  ]),
  // What a program prints is its own.
  ...neutral(members('child_process', `exec execSync fork ${run}`)),
  // Arguments matter where a shell reads them.
  ...members('child_process', run).flatMap((api): RowInput[] => [
    ...sinks('command-injection', 'Argument[1].*|Argument[1]', [api], {
      when: [
        { input: 'Argument[2].shell', is: [false, null], not: true },
        { input: 'Argument[2].shell', absent: false },
      ],
    }),
    ...sinks('command-injection', 'Argument[1].*|Argument[1]', [api], {
      when: [{ input: 'Argument[0]', matches: shells }],
    }),
  ]),
  ...sinks('code-injection', 'Argument[1].*', members('child_process', run), {
    when: [
      { input: 'Argument[0]', is: ['node', 'python', 'python3', 'perl', 'ruby', 'php'] },
      { input: 'Argument[1].0', is: ['-e', '-c', '--eval', '-r', '-p'] },
    ],
  }),
  { kind: 'alias', api: 'fs.promises', of: 'fs/promises' },
  { kind: 'alias', api: 'cross-spawn.spawn', of: 'child_process.spawn' },
  ...[
    'mz/child_process',
    'child-process-promise',
    'child-process-es6-promise',
    'promisify-child-process',
    'async-child-process',
    'node-exec-promise',
  ].map((api): RowInput => ({ kind: 'alias', api, of: 'child_process' })),
  ...sinks('command-injection', 'Argument[0]', [
    'cross-spawn',
    'cross-spawn.sync',
    'cross-spawn-async',
    'cross-spawn-async.sync',
    'shelljs.exec',
    'sh.exec',
  ]),
  ...sinks('command-injection', 'Argument[0]', [
    ...members(
      'execa',
      'shell shellSync command commandSync execaCommand execaCommandSync execa sync execaSync stdout stderr node execaNode',
    ),
    'execa',
    'exec-sh',
    'exec-sh.promise',
    'shell-exec',
    'exec',
    'exec-async',
    'await-exec',
    'exec-then',
    'foreground-child',
    'foreground-child.foregroundChild',
    'spawn-command',
    'sudo-prompt.exec',
    '@actions/exec.exec',
    '@actions/exec.getExecOutput',
    'node-cmd.run',
    'node-cmd.get',
    'node-cmd.runSync',
  ]),
  ...sinks('path-traversal', 'Argument[*]', members('shelljs', 'rm cat cp mv mkdir cd ls'), {
    confidence: 70,
  }),
];

/** Commands that a shell of another machine reads. */
const remote: RowInput[] = [
  ...types('ssh2.Client', ['ssh2', 'ssh2.Client']),
  ...types('node-ssh.NodeSSH', ['node-ssh', 'node-ssh.NodeSSH']),
  ...sinks('command-injection', 'Argument[0]', [
    'ssh2.Client.exec',
    'ssh2.Client.shell',
    ...members('node-ssh.NodeSSH', 'exec execCommand'),
    'simple-ssh.exec',
  ]),
  ...sinks('command-injection', 'Argument[1]', ['remote-exec', 'ssh-exec']),
];

/** Programs and the shells that read their command lines. */
export const programs = definePack({
  id: 'javascript/programs',
  languages: [...both],
  title: 'Programs and shells',
  provenance: documented,
  rows: [...local, ...remote],
});
