import { exec } from 'node:child_process';

export class Job {
  constructor(private readonly name: string) {}
  start(): void {
    exec(`systemctl start ${this.name}`); // expect: command-injection
  }
}
