/** What people who read public projects say of how far they get into vulnerable packages. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const questionSchema = z.object({
  advisory: z.string(),
  package: z.string(),
  /**
   * `called`: product code uses a vulnerable function. `imported`: it imports the package and uses none. `brought`: it imports what
   * brings the package, not the package. `not-imported`: neither.
   */
  answer: z.enum(['called', 'imported', 'brought', 'not-imported']),
  /** Where it is seen: a path, with a line where one place says it. */
  at: z.string().optional(),
  broughtBy: z.array(z.string()).optional(),
  /** Whether an entry point reaches the use; left out where the reader did not follow it. */
  reached: z.literal(true).optional(),
});

const judgedSchema = z.object({
  ecosystem: z.enum(['npm', 'PyPI', 'Maven']),
  advisories: z.array(
    z.object({
      id: z.string(),
      package: z.string(),
      symbols: z.array(z.object({ module: z.string().exactOptional(), names: z.array(z.string()) })),
    }),
  ),
  projects: z.array(
    z.object({
      repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
      commit: z.string().regex(/^[0-9a-f]{40}$/),
      /** `held-out`: causes of wrong answers in it were not looked at before it was measured. */
      part: z.enum(['open', 'held-out']),
      questions: z.array(questionSchema),
    }),
  ),
});

export type Judged = z.infer<typeof judgedSchema>;
export type JudgedProject = Judged['projects'][number];
export type Question = JudgedProject['questions'][number];

/** Returns the judgement of each ecosystem. @throws Error where an advisory of a question is not described */
export async function readJudged(): Promise<readonly Judged[]> {
  const folder = path.join(import.meta.dirname, 'judged');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return await Promise.all(
    files.map(async (name) => {
      const judged = judgedSchema.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
      for (const { repo, questions } of judged.projects)
        for (const question of questions)
          if (!advisoryOf(judged, question))
            throw new Error(`${name}: ${repo} asks for ${question.advisory}, which is not described`);
      return judged;
    }),
  );
}

/** The advisory that a question is about. */
export const advisoryOf = (
  { advisories }: Judged,
  { advisory, package: name }: Question,
): Judged['advisories'][number] | undefined =>
  advisories.find((one) => one.id === advisory && one.package === name);
