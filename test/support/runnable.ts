/**
 * Samples that run: `test/corpora/fixes/<language>/<class>.<what>`, a program in `app.*`, and `checks.*` with a test of its
 * behaviour and an exploit (Java: `Sample.java` and `SampleChecks.java`). What the programs import is in `support/`: as much of each library as they use.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { certificate, privateKey } from '../unit/api/transport/self-signed.ts';
import type { JavaCompiler } from './java-compiler.ts';

const root = join(import.meta.dirname, '../corpora/fixes');
const timeLimitMs = 20_000;

export type SampleLanguage = 'javascript' | 'python' | 'java';

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
    const path = readdirSync(folder).find((one) => /^(?:app\.|Sample\.java$)/.test(one));
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
export async function tryOut(
  sample: Sample,
  text: string,
  below: string,
  compiler: JavaCompiler,
): Promise<Tryout> {
  const support = join(root, 'support', sample.language);
  const modules = join(below, 'node_modules');
  mkdirSync(modules, { recursive: true });
  if (sample.language === 'javascript') cpSync(support, modules, { recursive: true });
  const folder = join(below, sample.name);
  cpSync(join(root, sample.language, sample.name), folder, { recursive: true });
  writeFileSync(join(folder, sample.path), text);
  const [program, ...args] = await commandOf(sample, { support, below, folder, compiler });
  const { stdout } = await promisify(execFile)(program, args, {
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

interface Places {
  readonly support: string;
  readonly below: string;
  readonly folder: string;
  readonly compiler: JavaCompiler;
}

async function commandOf(
  { language, path }: Sample,
  { support, below, folder, compiler }: Places,
): Promise<[string, ...string[]]> {
  if (language === 'javascript') return [process.execPath, join(support, 'run.cjs')];
  if (language === 'python') return [python, join(support, 'run.py')];
  const classes = join(below, 'support');
  const compile = (files: readonly string[], into: string, classPath: string) =>
    compiler.compile(['-proc:none', '-d', into, '-cp', classPath, ...files]);
  if (!existsSync(classes)) await compile(filesBelow(support), classes, support);
  await compile([join(folder, path), join(folder, 'SampleChecks.java')], folder, classes);
  return ['java', '-XX:TieredStopAtLevel=1', '-Xshare:auto', '-cp', [folder, classes].join(delimiter), 'Run'];
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .map((name) => join(folder, name));

const python = 'python3';

/** Whether samples of a language can be run on this machine: they are programs for a POSIX system. */
export async function canRun(language: SampleLanguage): Promise<boolean> {
  if (process.platform === 'win32') return false;
  if (language === 'javascript') return true;
  const program = language === 'python' ? python : 'javac';
  const { stdout } = await promisify(execFile)(program, ['--version']).catch(() => ({ stdout: '' }));
  return /^(?:Python 3\.(?:9|\d\d)|javac (?:1[1-9]|[2-9]\d))/.test(stdout);
}
