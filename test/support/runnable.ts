/**
 * Samples that run: `test/corpora/fixes/<language>/<class>.<what>`, a program in `app.*`, and `checks.*` with a test of its
 * behaviour and an exploit. What the programs import is in `support/`: as much of each library as they use.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { certificate, privateKey } from '../unit/api/self-signed.ts';

const root = join(import.meta.dirname, '../corpora/fixes');
const timeLimitMs = 20_000;

export type SampleLanguage = 'javascript' | 'python';

export interface Sample {
  readonly name: string;
  readonly language: SampleLanguage;
  readonly vulnClass: string;
  /** The program's file, and its text. */
  readonly path: string;
  readonly text: string;
}

const tryoutSchema = z.object({
  /** True, or what was wrong. */
  behaviour: z.union([z.literal(true), z.string()]),
  /** Whether it works, or what went wrong while it was tried. */
  exploit: z.union([z.boolean(), z.string()]),
});
export type Tryout = z.infer<typeof tryoutSchema>;

export function samplesOf(language: SampleLanguage): Sample[] {
  return readdirSync(join(root, language)).map((name) => {
    const folder = join(root, language, name);
    const path = readdirSync(folder).find((one) => one.startsWith('app.'));
    if (path === undefined) throw new Error(`${name} has no program.`);
    return {
      name,
      language,
      vulnClass: name.slice(0, name.indexOf('.')),
      path,
      text: readFileSync(join(folder, path), 'utf8'),
    };
  });
}

/** Runs a sample with a text for its program, in a folder of its own below `below`, by a process of its own. */
export async function tryOut(sample: Sample, text: string, below: string): Promise<Tryout> {
  const support = join(root, 'support', sample.language);
  const modules = join(below, 'node_modules');
  mkdirSync(modules, { recursive: true });
  if (sample.language === 'javascript') cpSync(support, modules, { recursive: true });
  const folder = join(below, sample.name);
  cpSync(join(root, sample.language, sample.name), folder, { recursive: true });
  writeFileSync(join(folder, sample.path), text);
  const [program, script] =
    sample.language === 'javascript' ? [process.execPath, 'run.cjs'] : [python, 'run.py'];
  const { stdout } = await promisify(execFile)(program, [join(support, script)], {
    cwd: folder,
    timeout: timeLimitMs,
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      PYTHONPATH: support,
      PYTHONDONTWRITEBYTECODE: '1',
      TEST_KEY: privateKey,
      TEST_CERTIFICATE: certificate,
    },
  });
  return tryoutSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

const python = process.platform === 'win32' ? 'python' : 'python3';

/** Whether there is a Python to run samples with. */
export async function hasPython(): Promise<boolean> {
  const { stdout } = await promisify(execFile)(python, ['--version']).catch(() => ({ stdout: '' }));
  return /^Python 3\.(?:9|\d\d)/.test(stdout);
}
