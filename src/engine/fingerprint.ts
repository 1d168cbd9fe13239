/**
 * What triage hangs on. A fingerprint says *what the issue is* and not where it stands: vulnerability class, rule,
 * and the code of the flow's two ends, as tokens. Shifted lines, other indentation, changed comments and a renamed
 * file leave it alone; other code at the sink or the source is another issue.
 *
 * Equal code twice in one file gives equal keys, so the second one in position order gets `:2`, the third `:3`
 * (`occurrences.ts`). Numbers are counted per file: a copy elsewhere cannot shift them. Two files that hold
 * the same code therefore share fingerprints, and an issue's identity within a scan is (file, fingerprint).
 * A rename is recognised by a fingerprint that is gone from one file and new in another.
 */
import { createHash } from 'node:crypto';
import { codeTokens } from './files/tokens.ts';

export interface FlowEnds {
  readonly vulnClass: string;
  readonly ruleId: string;
  /** Decides which comment syntax is dropped; the `language` of the finding. */
  readonly language: string;
  /** Code where the data comes from; left out when the issue has one place only. */
  readonly source?: string;
  /** Code of the reported place: the statement or expression, not the file. */
  readonly sink: string;
}

/** Separates parts and tokens; cannot occur in a token. */
const separator = '\u0000';

/** Longer ends are compared by their beginning: a bound, far over any statement. */
const maximumEndLength = 10_000;

/** @returns 32 hexadecimal digits (128 bits of SHA-256), equal for equal issues. Occurrences are numbered later. */
export function fingerprint(ends: FlowEnds): string {
  const hash = createHash('sha256');
  hash.update([ends.vulnClass, ends.ruleId].join(separator));
  for (const code of [ends.source ?? '', ends.sink]) {
    hash.update(separator + separator);
    hash.update(codeTokens(code.slice(0, maximumEndLength), ends.language).join(separator));
  }
  return hash.digest('hex').slice(0, 32);
}
