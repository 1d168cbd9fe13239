import { execSync } from 'node:child_process';

export function run(command: string): string {
  return execSync(command).toString(); // expect: command-injection
}

export function list(folder: string): string {
  return execSync('ls ' + JSON.stringify(folder.replace(/[^a-z]/g, ''))).toString(); // ok: command-injection
}
