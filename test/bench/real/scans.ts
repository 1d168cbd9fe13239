/** Scans of commits, each done once for an engine and kept in a folder. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuiltEngine } from './built-engine.ts';
import type { Clone } from './clone.ts';
import { readReport, type Scan, scanSchema } from './report.ts';

export interface Scans {
  /** @throws Error where the scan fails; such an outcome is not kept */
  of(clone: Clone, commit: string, folders: readonly string[]): Promise<Scan>;
}

type Engine = Pick<BuiltEngine, 'hash' | 'scan'>;

export function scansOf(engine: Engine, cache: string): Scans {
  const pending = new Map<string, Promise<Scan>>();
  return {
    of: (clone, commit, folders) => {
      const file = path.join(cache, engine.hash, `${nameOf(clone.repo, commit, folders)}.json`);
      const known =
        pending.get(file) ?? kept(file).then((scan) => scan ?? scanned(engine, clone, commit, folders, file));
      pending.set(file, known);
      return known;
    },
  };
}

/** A kept scan for this engine, whether or not the clone is there. */
function nameOf(repo: string, commit: string, folders: readonly string[]): string {
  const part = createHash('sha256').update(folders.join('\0')).digest('hex').slice(0, 8);
  return `${repo.replace('/', '+')}@${commit.slice(0, 12)}${folders.length > 0 ? `-${part}` : ''}`;
}

async function kept(file: string): Promise<Scan | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : scanSchema.parse(JSON.parse(text));
}

async function scanned(
  engine: Engine,
  clone: Clone,
  commit: string,
  folders: readonly string[],
  file: string,
): Promise<Scan> {
  // Not below the cache: a folder that some repository ignores would be scanned as one.
  const work = await mkdtemp(path.join(tmpdir(), 'parapet-real-'));
  try {
    const tree = path.join(work, 'tree');
    await mkdir(tree);
    const lacking = await clone.write(commit, folders, tree);
    const report = path.join(work, 'report.sarif');
    const start = performance.now();
    const usage = await engine.scan(tree, report);
    const seconds = Math.round((performance.now() - start) / 10) / 100;
    const scan: Scan = {
      repo: clone.repo,
      commit,
      folders: [...folders],
      ...usage,
      seconds,
      lacking,
      ...(await readReport(report)),
    };
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.${process.pid}`, JSON.stringify(scan));
    await rename(`${file}.${process.pid}`, file);
    return scan;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
