/** What is known of other people's code: vulnerabilities that were published, and alarms that somebody judged. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const commit = z.string().regex(/^[0-9a-f]{7,64}$/, 'is no hash of a commit');
const repository = z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'is not owner/name');
const file = z
  .string()
  .refine(
    (name) => name !== '' && !name.startsWith('/') && !name.split('/').includes('..'),
    'is no path in it',
  );
const line = z.int().min(1);
const cwe = z.string().regex(/^CWE-\d+$/, 'is not CWE-<number>');

const locationSchema = z
  .object({ file, start: line.optional(), end: line.optional(), function: z.string().nullish() })
  .refine(({ start, end }) => (start === undefined) === (end === undefined), 'start and end go together');

const labelSchema = z.object({
  id: z.string().min(1),
  repo: repository,
  vulnerable_commit: commit,
  fix_commit: commit.optional(),
  cve: z.string().optional(),
  cwe,
  /** Folders and files that are scanned, with `;` between them; everything when left out. */
  folder: z.string().optional(),
  locations: z.array(locationSchema).min(1),
  /** The kind of cause, and what exactly it was. */
  why_missed: z.array(z.string()).optional(),
  language: z.string().optional(),
});

/** What somebody who read the code says of a finding: docs/published-vulnerabilities.md. */
export const verdicts = ['right', 'plausible', 'technically', 'wrong'] as const;

const judgedSchema = z.object({
  language: z.string(),
  repo: repository,
  /** The newest commit of the clone when left out. */
  commit: commit.optional(),
  rule: z.string().min(1),
  file,
  line,
  verdict: z.enum(verdicts),
  why: z.string().optional(),
  /** The general cause of what is not right. */
  cause: z.string().optional(),
  /** The projects of one sample were chosen together; each later sample was of the engine after causes of the earlier ones were mended. */
  round: z.int().optional(),
});

export type Place = z.infer<typeof locationSchema>;
export interface Label extends z.infer<typeof labelSchema> {
  readonly language: string;
}
export type Judged = z.infer<typeof judgedSchema>;

/** Which records are meant: by a text that is somewhere in them, by their language. */
export interface Choice {
  readonly only?: string | undefined;
  readonly language?: string | undefined;
}

/**
 * Labels of files and of folders of files.
 * @throws Error that names file, record and key
 */
export async function readLabels(sources: readonly string[], choice: Choice = {}): Promise<Label[]> {
  const labels: Label[] = [];
  for (const source of await filesOf(sources)) {
    const records = await recordsOf(source);
    // Judgements may lie beside labels; they are asked for by an option of their own.
    if (records.every((record) => judgedSchema.safeParse(record).success)) continue;
    const language = path.basename(source, '.json');
    for (const [row, record] of records.entries()) {
      const label = checked(labelSchema, record, source, row);
      labels.push({ ...label, language: label.language ?? language });
    }
  }
  return labels.filter((label) => isChosen(label, choice));
}

/** Judged alarms of files. @throws as `readLabels` */
export async function readJudged(sources: readonly string[], choice: Choice = {}): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const source of sources) {
    const records = await recordsOf(source);
    judged.push(...records.map((record, row) => checked(judgedSchema, record, source, row)));
  }
  return judged.filter((one) => isChosen(one, choice));
}

/** What a label says of why it was missed, as a kind. */
export function causeOf({ why_missed: [cause] = [] }: Label): string {
  return cause ?? 'none given';
}

function isChosen(record: { readonly language: string }, { only, language }: Choice): boolean {
  if (language !== undefined && record.language !== language) return false;
  return only === undefined || JSON.stringify(record).includes(only);
}

async function filesOf(sources: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const source of sources) {
    if (!(await stat(source)).isDirectory()) files.push(source);
    else {
      const names = (await readdir(source)).filter((name) => name.endsWith('.json')).toSorted();
      files.push(...names.map((name) => path.join(source, name)));
    }
  }
  return files;
}

async function recordsOf(source: string): Promise<readonly unknown[]> {
  const parsed = z
    .array(z.unknown())
    .min(1)
    .safeParse(JSON.parse(await readFile(source, 'utf8')));
  if (!parsed.success) throw new Error(`${source} is no list of records`);
  return parsed.data;
}

function checked<T>(schema: z.ZodType<T>, record: unknown, source: string, row: number): T {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path: keys, message }) => `${keys.join('.')} ${message}`);
  throw new Error(`${source}, record ${row + 1}: ${issues.join('; ')}`);
}
