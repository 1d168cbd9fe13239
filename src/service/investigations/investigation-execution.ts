import type { ModelTrace } from '../../api/contract/model-trace.ts';
import type { Category } from '../../engine/finding.ts';
import { type Evidence, type Facts, type Judgement, judge } from '../../engine/investigation/verdict.ts';
import type { Looked, ScanRunner, UsesRequest } from '../analysis/scan-runner.ts';
import { type Core, instant, newId } from '../core/context.ts';
import { enqueue } from '../jobs/queue.ts';
import { type CodeAccess, openIssueCode } from '../repositories/repository-code.ts';
import { folderChoices } from '../scans/scan-choices.ts';
import type { Queries } from '../store/dialect.ts';
import { storeFailureText } from '../store/errors.ts';
import { type InvestigationContent, type InvestigationRow, saveInvestigation } from './investigation-rows.ts';
import { type NameFunctions, namedEvidence, summed, wantedNames } from './named-functions.ts';

/** What a language model is told of an investigation: what was found, and what the analysis makes of it. */
export interface Judged {
  readonly organizationId: string;
  readonly repositoryId: string;
  readonly title: string;
  readonly vulnClass: string;
  readonly file: string;
  readonly line: number;
  readonly verdict: string;
  readonly summary: string;
  readonly evidence: readonly Evidence[];
  /** What the person who asked for it knew. */
  readonly context: string | null;
}

/** What a language model makes of it; undefined where none is asked. Without words where it failed. @param asked told before one is */
export type Reason = (
  judged: Judged,
  signal: AbortSignal,
  asked: () => void,
) => Promise<{ readonly trace: ModelTrace; readonly text: string } | undefined>;

type Executing = Core &
  CodeAccess & {
    readonly runner: ScanRunner;
    readonly reason?: Reason;
    readonly nameFunctions?: NameFunctions;
  };

/** An investigation that was begun this often and never came to an end is given up. */
const maximumAttempts = 3;

/** Investigates an issue from the queue and records what came out. */
export async function executeInvestigation(core: Executing, id: string, signal: AbortSignal): Promise<void> {
  const row = await busyRow(core.db, id);
  if (!row) return;
  const issue = await core.db
    .selectFrom('issues')
    .innerJoin('repositories', 'repositories.id', 'issues.repository_id')
    .select([
      'issues.id as id',
      'issues.repository_id as repositoryId',
      'issues.organization_id as organizationId',
      'issues.title as title',
      'issues.vuln_class as vulnClass',
      'issues.category as category',
      'issues.language as language',
      'issues.dependency as dependency',
      'issues.file as file',
      'issues.fingerprint as fingerprint',
      'issues.start_line as line',
      'issues.confidence as confidence',
      'issues.branch as branch',
    ])
    .where('issues.id', '=', row.issue_id)
    .executeTakeFirst();
  if (!issue) return;
  const record = recorder(core, { ...row, attempts: row.attempts + 1 });
  try {
    using code = await openIssueCode(core, issue, signal);
    const folder = { root: code.root, ...(await folderChoices(core.db, issue.repositoryId)) };
    const looked = await core.runner.ask({
      kind: 'look',
      ...folder,
      file: issue.file,
      fingerprint: issue.fingerprint,
      line: issue.line,
      on: (stage) => void record({ status: 'RUNNING', stage: stages[stage] }),
      signal,
    });
    const similar = await similarDecisions(core.db, issue);
    const judgement = judge(factsOf(issue, looked, similar));
    const { organizationId, repositoryId, title, vulnClass, file, line } = issue;
    const { verdict, summary, evidence } = judgement;
    const about = { organizationId, repositoryId, title, vulnClass, file, line };
    const asked = (): void => void record({ status: 'RUNNING', stage: 'Asking the language model' });
    const dependency = looked.found?.dependency;
    const named = dependency && (await namedBy(core, { ...about, dependency }, folder, signal, asked));
    const facts = [...evidence, ...(named?.evidence ?? [])];
    const context = { ...about, verdict, summary, evidence: facts, context: row.context };
    const reasoned = await core.reason?.(context, signal, asked).catch(() => undefined);
    signal.throwIfAborted();
    const told = { ...judgement, evidence: facts };
    await record(outcomeOf(told, row.context, reasoned, named?.trace));
  } catch (error) {
    // Stopped with the service, it stays in the queue for the next start; cancelled, its row says so already.
    if (!signal.aborted) await record(failed(reasonOf(error)));
  }
}

/** What a language model names as vulnerable, and where the code uses it; its failure is no reason to have no verdict. */
async function namedBy(
  { runner, nameFunctions }: Pick<Executing, 'runner' | 'nameFunctions'>,
  about: Parameters<NameFunctions>[0],
  folder: Omit<UsesRequest, 'wanted' | 'signal'>,
  signal: AbortSignal,
  asked: () => void,
): Promise<{ readonly evidence: readonly Evidence[]; readonly trace: ModelTrace } | undefined> {
  try {
    const named = await nameFunctions?.(about, signal, asked);
    if (!named) return undefined;
    if (named.names.length === 0) return { evidence: [], trace: named.trace };
    const wanted = wantedNames(about.dependency, named.names);
    const found = await runner.ask({ kind: 'uses', ...folder, wanted, signal });
    return { evidence: [namedEvidence(named, found)], trace: named.trace };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

const stages = {
  waiting: 'Waiting for the scan that runs',
  analysing: 'Analysing the project again, more deeply',
  history: 'Reading the history of the code',
} as const;

type Change = Partial<InvestigationRow> & Pick<InvestigationRow, 'status'>;

/** Writes one state after the other, and nothing once the investigation was cancelled or begun anew. */
function recorder(core: Core, begun: InvestigationRow): (change: Change) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (change) => {
    last = last
      .catch(() => undefined)
      .then(() =>
        core.db.transaction().execute(async (transaction) => {
          const now = await busyRow(transaction, begun.id);
          if (!now) return;
          const { attempts } = begun;
          await saveInvestigation(transaction, { ...now, attempts, ...change, updated_at: instant(core) });
        }),
      );
    // The next write, or the end, tells what went wrong.
    last.catch(() => undefined);
    return last;
  };
}

function busyRow(db: Queries, id: string): Promise<InvestigationRow | undefined> {
  return db
    .selectFrom('investigations')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirst();
}

interface Reported {
  readonly confidence: number;
  readonly category: Category;
  readonly language: string;
  readonly dependency: string | null;
}

function factsOf(
  { confidence, category, language, dependency }: Reported,
  looked: Looked,
  similar: Facts['similar'],
): Facts {
  const { found, inspection, change } = looked;
  const isOfFile = category !== 'SAST' && dependency === null;
  return {
    seenAgain: found !== undefined,
    flows: found?.codeFlows.length ?? 0,
    confidence: found?.confidence ?? confidence,
    threatModel: found?.source?.threatModel,
    entryPoint: found?.entryPoint,
    inspection,
    ...(found?.dependency && { dependency: found.dependency }),
    ...(isOfFile && { fileIssue: { category, language, message: found?.message } }),
    ...(change && { change }),
    similar,
  };
}

function outcomeOf(
  { verdict, summary, confidence, evidence }: Judgement,
  context: string | null,
  reasoned: Awaited<ReturnType<Reason>>,
  named: ModelTrace | undefined,
): Change {
  const trace = summed(reasoned?.trace, named);
  // Its failure is no reason to have no verdict: that rests on the analysis.
  const reasoning: Evidence[] = reasoned?.text
    ? [
        {
          speaks: 'neither',
          text: `Reasoning of a language model (${reasoned.trace.model}) over the facts above, no fact itself; the verdict does not rest on it: ${reasoned.text}`,
        },
      ]
    : [];
  const given: Evidence[] = context === null ? [] : [{ speaks: 'neither', text: contextUse(reasoned) }];
  const content: InvestigationContent = {
    summary,
    confidence,
    evidence: [...evidence, ...given, ...reasoning],
    ...(trace && { trace }),
  };
  return { status: 'COMPLETED', stage: null, verdict, content: JSON.stringify(content) };
}

/** What became of the context of a request: only a language model can read it, and even then the facts decide. */
function contextUse(reasoned: Awaited<ReturnType<Reason>>): string {
  if (!reasoned)
    return 'Your context was not used: only a language model can read it, and none may be asked about this repository. The verdict rests on the code alone.';
  if (reasoned.text === '')
    return `Your context was not used: the language model (${reasoned.trace.model}) did not answer. The verdict rests on the code alone.`;
  return `The language model (${reasoned.trace.model}) read your context for its reasoning. The verdict rests on the code alone.`;
}

interface Investigated {
  readonly id: string;
  readonly repositoryId: string;
  readonly vulnClass: string;
  readonly file: string;
}

async function similarDecisions(db: Queries, issue: Investigated): Promise<Facts['similar']> {
  const decided = await db
    .selectFrom('issues')
    .select(['file', 'status', 'triage_disposition', 'triage_reason'])
    .where('repository_id', '=', issue.repositoryId)
    .where('vuln_class', '=', issue.vulnClass)
    .where('id', '!=', issue.id)
    .where('triage_disposition', 'is not', null)
    .limit(500)
    .execute();
  const dismissals = decided.filter(
    ({ status }) => status === 'FALSE_POSITIVE' || status === 'NON_EXPLOITABLE',
  );
  const here = dismissals.find(({ file, triage_reason }) => file === issue.file && triage_reason !== null);
  return {
    confirmed: decided.filter(({ triage_disposition }) => triage_disposition === 'true_positive').length,
    dismissed: dismissals.length,
    ...(here?.triage_reason && { dismissedHere: here.triage_reason }),
  };
}

const failed = (reason: string): Change => ({ status: 'FAILED', stage: null, error_message: reason });

function reasonOf(error: unknown): string {
  const ofStore = storeFailureText(error);
  if (ofStore !== undefined) return ofStore;
  return error instanceof Error && error.message !== ''
    ? error.message
    : 'The investigation failed for an unknown reason.';
}

/** Records that an investigation was interrupted and will not go on. */
export async function failInvestigation(core: Core, id: string, reason: string): Promise<void> {
  const row = await busyRow(core.db, id);
  if (row) await saveInvestigation(core.db, { ...row, ...failed(reason), updated_at: instant(core) });
}

/** Puts what a stopped or killed service left unfinished into the queue again; to be called before it is worked on. */
export async function resumeInvestigations(core: Core): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('jobs').where('kind', '=', 'investigation').execute();
    const rows = await transaction
      .selectFrom('investigations')
      .selectAll()
      .where('status', 'in', ['QUEUED', 'RUNNING'])
      .orderBy('created_at')
      .execute();
    for (const row of rows) {
      const updated_at = instant(core);
      if (row.attempts >= maximumAttempts) {
        const reason = `The service ended ${row.attempts} times during this investigation; it is not tried again by itself.`;
        await saveInvestigation(transaction, { ...row, ...failed(reason), updated_at });
        continue;
      }
      const waiting = { status: 'QUEUED', stage: 'Waiting for its turn' } as const;
      await saveInvestigation(transaction, { ...row, ...waiting, updated_at });
      await enqueue(transaction, {
        id: newId(),
        kind: 'investigation',
        subjectId: row.id,
        at: row.created_at,
      });
    }
  });
}
