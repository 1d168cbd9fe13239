/**
 * Whose data a source gives. Each model is switched on or off for a scan, as CodeQL's are.
 *
 * - `remote`: sent by anyone who reaches the program: requests, messages, RPC, sockets, what a language model or a caller of a tool says.
 * - `library`: arguments of what a package exports, and of public functions of a Java or Python library.
 * - `response`: answers of other servers.
 * - `file`: contents of files and archives, and names within archives.
 * - `database`: what was stored before.
 * - `environment`: variables of the environment and settings of the machine.
 * - `arguments`: the command line and what the user types.
 * - `system`: output of programs, lists of processes.
 */
export const threatModels = [
  'remote',
  'library',
  'response',
  'file',
  'database',
  'environment',
  'arguments',
  'system',
] as const;
export type ThreatModel = (typeof threatModels)[number];

export interface Threat {
  /** Of several sources of one issue, the one with the lowest rank is told first. */
  readonly rank: number;
  /** What an issue scores less than with data of a client. */
  readonly discount: number;
  /** The highest score. */
  readonly atMost: number;
  /** How much less sure an issue is than with data of a client. */
  readonly doubt: number;
}

/** What follows from a source's model: the one table for score, severity and confidence. `docs/engine.md` explains it. */
export const threats: Readonly<Record<ThreatModel, Threat>> = {
  remote: { rank: 0, discount: 0, atMost: 100, doubt: 0 },
  response: { rank: 1, discount: 12, atMost: 100, doubt: 10 },
  database: { rank: 2, discount: 12, atMost: 100, doubt: 10 },
  file: { rank: 3, discount: 12, atMost: 100, doubt: 10 },
  library: { rank: 4, discount: 15, atMost: 69, doubt: 10 },
  system: { rank: 5, discount: 20, atMost: 69, doubt: 10 },
  arguments: { rank: 6, discount: 30, atMost: 69, doubt: 10 },
  environment: { rank: 7, discount: 30, atMost: 69, doubt: 10 },
};

/** What an issue is whose threat model is not switched on, as it is told for its harm alone: less sure, and of medium severity at most. */
export const switchedOff = { doubt: 15, atMost: 69 } as const;

/** What an issue is whose data a library's caller most likely means as it is: `run(command)`, `open(root, name)`. */
export const meant = { doubt: 20, atMost: 39 } as const;

/** How sure an alarm (high or critical) has to be at least, and what scores the most that is less sure: somebody has to want to read it. */
const sure = { from: 70, below: 69 } as const;

/** Returns the score of an issue: how bad it is, but no alarm where it is not sure to be there. */
export const scoreOf = (harm: number, confidence: number): number =>
  confidence < sure.from ? Math.min(harm, sure.below) : harm;

/** The models of a scan for which nothing else is set. */
export const defaultThreatModels: readonly ThreatModel[] = ['remote', 'library'];

const users: ReadonlySet<ThreatModel> = new Set(['file', 'environment', 'arguments', 'system']);

/** Whether those who run the program choose the data: it is as good as the program's own text where a list of what is allowed is made of it. */
export const isOfUser = (model: ThreatModel): boolean => users.has(model);
