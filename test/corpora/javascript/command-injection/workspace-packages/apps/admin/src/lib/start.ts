import { spawn } from 'node:child_process';

export const own = (name: string) => spawn(name, { shell: true }); // expect: command-injection
