import { exec, execFile } from 'node:child_process';
import { Request, Response } from 'express';

abstract class Task {
  #target = '';

  get target(): string {
    return this.#target;
  }

  set target(value: string) {
    this.#target = value;
  }

  protected abstract command(): string;

  start(): void {
    exec(this.command()); // expect: command-injection
  }
}

class Backup extends Task {
  constructor(private readonly folder: string) {
    super();
  }

  protected command(): string {
    return `tar czf backup.tgz ${this.folder}`;
  }
}

class Cleanup {
  constructor(private readonly folder: string) {}

  get args(): string[] {
    return ['-rf', '--', this.folder];
  }

  start(): void {
    execFile('rm', this.args); // ok: command-injection
  }
}

export function backup(req: Request, res: Response): void {
  new Backup(req.body.folder).start();
  res.end();
}

export function cleanup(req: Request, res: Response): void {
  new Cleanup(req.body.folder).start();
  res.end();
}
