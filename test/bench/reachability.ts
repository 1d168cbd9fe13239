/** How far public projects get into vulnerable packages: what Parapet says, against what people read in their code. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProjectScanner } from '../../src/service/analysis/index.ts';
import { advisoryOf, type Judged, type JudgedProject, readJudged } from './reachability/judged.ts';
import { type Answered, scoreOf, verdictOf } from './reachability/score.ts';
import { openClone } from './real/clone.ts';

interface Options {
  /** Folder with clones as `owner+name`, or `owner+name/repo`. */
  readonly mirror: string | undefined;
  /** Beginning of the projects' names. */
  readonly only: string | undefined;
  /** The projects whose causes were not looked at, instead of the others. */
  readonly heldOut: boolean;
}

export async function bench(options: Options): Promise<Record<string, unknown>> {
  const { mirror, only = '', heldOut } = options;
  if (mirror === undefined)
    throw new Error(
      'usage: npm run bench -- reachability --mirror <folder> [--held-out] [--only owner/name]: the folder has a clone of each project in test/bench/reachability/judged, as owner+name, with the commit that is named there',
    );
  const all: Answered[] = [];
  const byEcosystem: Record<string, unknown> = {};
  for (const judged of await readJudged()) {
    const answers: Answered[] = [];
    for (const project of judged.projects)
      if (project.repo.startsWith(only) && (project.part === 'held-out') === heldOut)
        answers.push(...(await answersOf(judged, project, mirror)));
    if (answers.length > 0) byEcosystem[judged.ecosystem] = scoreOf(answers);
    all.push(...answers);
  }
  return { part: heldOut ? 'held-out' : 'open', all: scoreOf(all), byEcosystem };
}

async function answersOf(
  judged: Judged,
  project: JudgedProject,
  mirror: string,
): Promise<readonly Answered[]> {
  const clone = await openClone(mirror, project.repo);
  if (!clone) throw new Error(`No clone of https://github.com/${project.repo} is in ${mirror}`);
  const tree = await mkdtemp(path.join(tmpdir(), 'parapet-reachability-'));
  try {
    await clone.write(project.commit, [], tree);
    await using scanner = new ProjectScanner(tree, {}, 'once');
    await scanner.scan(() => undefined);
    const wanted = project.questions.map((question, index) => ({
      key: String(index),
      ecosystem: judged.ecosystem,
      name: question.package,
      symbols: advisoryOf(judged, question)?.symbols ?? [],
      broughtBy: question.broughtBy ?? [],
    }));
    const found = await scanner.reachability.of(wanted);
    return project.questions.flatMap((question, index) => {
      const answer = found.get(String(index));
      if (!answer) return [];
      const answered = { repo: project.repo, question, found: answer };
      console.log(lineOf(answered));
      return [answered];
    });
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

function lineOf(answered: Answered): string {
  const { repo, question, found } = answered;
  const place =
    found.level === 'reached' ? found.flow.steps.at(-1) : 'places' in found ? found.places[0] : undefined;
  const at = place ? `${place.file}:${place.range.startLine}` : '';
  return [
    verdictOf(answered),
    repo,
    question.advisory,
    question.package,
    question.answer,
    found.level,
    question.at,
    at,
  ].join('\t');
}
