import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobIdOf } from '../../../src/api/blob-id.ts';
import type { Disk } from '../../../src/workspace/present-path.ts';

/** A real git repository in a temporary folder. */
export class TemporaryRepository implements Disposable {
  readonly root = mkdtempSync(path.join(tmpdir(), 'parapet-git-'));

  constructor() {
    this.git('init', '--quiet', '--initial-branch=main');
  }

  git(...args: string[]): string {
    return this.gitIn('', ...args);
  }

  gitIn(folder: string, ...args: string[]): string {
    const settings = [
      'user.name=Test',
      'user.email=test@example.com',
      'commit.gpgsign=false',
      'protocol.file.allow=always',
    ];
    return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], {
      cwd: path.join(this.root, folder),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  /** Commits everything. @returns the commit */
  commit(): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message=Change');
    return this.git('rev-parse', 'HEAD');
  }

  at(file: string): string {
    return path.join(this.root, file);
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(this.at(file)), { recursive: true });
    writeFileSync(this.at(file), text);
  }

  read(file: string): Buffer {
    return readFileSync(this.at(file));
  }

  blobId(file: string): string {
    return blobIdOf(this.read(file));
  }

  /** The files below a folder of it, as the editor reads them. */
  disk(folder = ''): Disk {
    const file = (name: string) => this.at(path.join(folder, name));
    return {
      exists: async (name) => statSync(file(name), { throwIfNoEntry: false })?.isFile() === true,
      read: async (name) => readFileSync(file(name)),
    };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
