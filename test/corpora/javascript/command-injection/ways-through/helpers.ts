import cp, { spawn } from 'child_process';
export function shell(cmd: string) {
  const child = spawn(cmd, { shell: true }); // expect: command-injection
  return child;
}
export default function run(cmd: string) {
  return cp.execSync(cmd); // expect: command-injection
}
export const quote = (s: string) => `'${s.replace(/'/g, `'\\''`)}'`;
export const pipeline = <T,>(...fns: ((x: T) => T)[]) => (x: T) => fns.reduce((v, f) => f(v), x);
export const curry = (f: (a: string, b: string) => unknown) => (a: string) => (b: string) => f(a, b);
