import { type IssueStatus, suppressedStatuses } from '../../api/contract/vocabulary.ts';
import { folded, unfolded } from '../../engine/causes.ts';
import type { Finding } from '../../engine/finding.ts';
import { stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';

/** An issue that is known by the fingerprint of one of its sinks. */
export interface KnownSinks {
  readonly file: string;
  readonly fingerprint: string;
  readonly status: IssueStatus;
  /** Its other sinks, as of the scan that saw it last: see `sinksText`. */
  readonly other_sinks: string | null;
}

/**
 * Returns findings as the issues that they are: what somebody dismissed covers the sinks that it had then, and no sink that
 * came later. What is left of a cause goes on as the issue that one of its sinks was before, if one was.
 * @param known of the same repository
 */
export function asKnown(findings: readonly Finding[], known: readonly KnownSinks[]): readonly Finding[] {
  if (known.length === 0) return findings;
  const issues = new Map(known.map((issue) => [identity(issue), issue]));
  return findings.flatMap((finding) => (finding.others ? divided(finding, issues) : [finding]));
}

function divided(finding: Finding, known: ReadonlyMap<string, KnownSinks>): readonly Finding[] {
  let left = unfolded(finding);
  const decided: Finding[] = [];
  for (const sink of left) {
    const issue = known.get(identity(sink));
    if (!issue || !suppressedStatuses.includes(issue.status)) continue;
    const covered = new Set([identity(issue), ...sinksOf(issue).map(identity)]);
    const own = left.filter((one) => covered.has(identity(one)));
    left = left.filter((one) => !covered.has(identity(one)));
    if (own.length > 0)
      decided.push(folded([...own].sort((a, b) => Number(b === sink) - Number(a === sink))));
  }
  const isOpen = (one: Finding): boolean => {
    const issue = known.get(identity(one));
    return issue !== undefined && issue.status !== 'RESOLVED';
  };
  const first = left.find(isOpen) ?? left[0];
  const rest = first ? [folded([first, ...left.filter((one) => one !== first)])] : [];
  return [...decided, ...rest];
}

/** Rows of one statement: below SQLite's and PostgreSQL's limits on parameters. */
const rowsAtOnce = 200;

/**
 * Returns the issues of these sinks: of a branch, and decisions on others; those of the branch come last.
 * @param branch any where undefined
 */
export async function knownSinks(
  db: Queries,
  repositoryId: string,
  branch: string | undefined,
  sinks: readonly Finding[],
): Promise<readonly KnownSinks[]> {
  const found: (KnownSinks & { readonly branch: string })[] = [];
  for (let start = 0; start < sinks.length; start += rowsAtOnce) {
    const fingerprints = sinks.slice(start, start + rowsAtOnce).map(({ fingerprint }) => fingerprint);
    const rows = await db
      .selectFrom('issues')
      .select(['branch', 'file', 'fingerprint', 'status', 'other_sinks'])
      .where('repository_id', '=', repositoryId)
      .where('fingerprint', 'in', fingerprints)
      .$if(branch !== undefined, (query) =>
        query.where((eb) => eb.or([eb('branch', '=', branch ?? ''), eb('status', 'in', suppressedStatuses)])),
      )
      .execute();
    found.push(...rows);
  }
  return found.toSorted((a, b) => Number(a.branch === branch) - Number(b.branch === branch));
}

interface Identity {
  readonly file: string;
  readonly fingerprint: string;
}

/** Returns the other sinks of a finding as they are stored: JSON of their fingerprints, each with its file where that is another. */
export const sinksText = ({ file, others }: Finding): string | null =>
  others
    ? JSON.stringify(
        others.map((other) =>
          other.file === file ? other.fingerprint : `${other.fingerprint} ${other.file}`,
        ),
      )
    : null;

/** Returns the other sinks of an issue. */
export const sinksOf = ({
  file,
  other_sinks,
}: Pick<KnownSinks, 'file' | 'other_sinks'>): readonly Identity[] =>
  other_sinks === null
    ? []
    : stored<readonly string[]>(other_sinks).map((text) => {
        const [fingerprint = '', ...path] = text.split(' ');
        return { fingerprint, file: path.length > 0 ? path.join(' ') : file };
      });

const identity = ({ file, fingerprint }: Identity): string => `${fingerprint}\0${file}`;
