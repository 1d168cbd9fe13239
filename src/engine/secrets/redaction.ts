import type { Finding, Location } from '../finding.ts';
import { redact } from './report.ts';

/** A secret that the scanner saw in a file: its text, and the lines (1-based) that it stands on. */
export interface SeenSecret {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The finding with every secret that was seen in its files blanked out of its snippets, whatever the finding is about:
 * a query that is built on the line of a password must not show the password.
 * @param secretsOf what the secrets scanner saw in a file
 */
export function withoutSeenSecrets(
  finding: Finding,
  secretsOf: (file: string) => readonly SeenSecret[],
): Finding {
  // The scanner's own findings are made without secrets.
  if (finding.category === 'SECRETS') return finding;
  const clean = <T extends Location>(place: T): T => {
    const snippet = cleaned(place, secretsOf(place.file));
    return snippet === place.snippet ? place : { ...place, snippet };
  };
  const own = clean(finding);
  const codeFlows = finding.codeFlows.map(({ steps }) => ({ steps: steps.map(clean) }));
  const isSame = finding.codeFlows.every((flow, i) =>
    flow.steps.every((step, j) => step === codeFlows[i]?.steps[j]),
  );
  return isSame ? own : { ...own, codeFlows };
}

/** A piece of a file with every secret that was seen in the file blanked out of it. */
export function cleaned(
  { snippet, range }: Pick<Location, 'snippet' | 'range'>,
  secrets: readonly SeenSecret[],
): string {
  let shown = snippet;
  for (const { text, startLine, endLine } of secrets) {
    const isHere = startLine <= range.endLine && range.startLine <= endLine;
    if (!isHere && isWord(text)) continue;
    for (const part of partsOf(text)) shown = without(shown, part);
  }
  return shown;
}

/** A common word is a secret where it was seen, and itself elsewhere. */
function isWord(text: string): boolean {
  return /^[a-z]{1,7}$/.test(text);
}

/** Shorter lines of a secret, such as the end of a key, give nothing away. */
const shortestLine = 6;

/** A snippet may begin or end within a secret of several lines. */
function partsOf(secret: string): readonly string[] {
  if (!secret.includes('\n')) return [secret];
  return secret
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= shortestLine);
}

function without(snippet: string, secret: string): string {
  const shown = isWord(secret)
    ? snippet.replaceAll(new RegExp(`(?<![A-Za-z0-9_])${secret}(?![A-Za-z0-9_])`, 'g'), () => redact(secret))
    : snippet.replaceAll(secret, () => redact(secret));
  return withoutCutSecret(shown, secret);
}

/** Snippets are cut at their length, perhaps in the middle of a secret. */
function withoutCutSecret(snippet: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, snippet.length); length >= shortestLine; length--) {
    const start = secret.slice(0, length);
    if (snippet.endsWith(start)) return snippet.slice(0, -length) + redact(secret);
  }
  return snippet;
}
