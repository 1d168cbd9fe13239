import { spawn } from 'node:child_process';
import { builtProgram } from '../../support/built-programs.ts';

export const program = builtProgram('cli');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a user does, in a process of its own. */
export function parapet(
  args: readonly string[],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const { NO_COLOR: _, FORCE_COLOR: __, ...environment } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd,
    env: { ...environment, ...options.env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
