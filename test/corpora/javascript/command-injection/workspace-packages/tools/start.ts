import { exec } from 'node:child_process';

export const start = (name: string) => exec(name); // expect: command-injection
