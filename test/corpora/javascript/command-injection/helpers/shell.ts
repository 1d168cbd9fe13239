import { execSync, ExecSyncOptions } from 'child_process';

export interface Command {
  program: string;
  args: string[];
}

export function line(command: Command): string {
  return [command.program, ...command.args].join(' ');
}

export function runLine(command: Command, options: ExecSyncOptions = {}): Buffer {
  return execSync(line(command), options); // expect: command-injection
}

export function version(tool: 'node' | 'npm'): string {
  return execSync(`${tool} --version`).toString(); // ok: command-injection
}
