import type { SourceFile } from '../analysis.ts';
import { LineIndex } from '../files/lines.ts';
import type { Finding } from '../finding.ts';
import { fingerprint } from '../fingerprint.ts';
import { scoreOf } from '../threat-models.ts';
import { sameSecret } from './same-secret.ts';

/** What a detector saw: where the secret stands, and how to speak of it without repeating it. */
export interface SecretMatch {
  readonly start: number;
  readonly end: number;
  readonly ruleId: string;
  /** What the secret is, e.g. `GitHub personal access token`. */
  readonly title: string;
  readonly cwe: 'CWE-798' | 'CWE-321';
  readonly score: number;
  readonly confidence: number;
  /**
   * Random enough (a token of a known format, a private key) that a hash of it gives nothing away. Only then does
   * its value take part in the fingerprint; a password is told apart by its place and its redacted form.
   */
  readonly random: boolean;
  /** One issue with the others of its rule in the file, such as the rows of a table. */
  readonly together?: boolean;
  /** How often the file holds it again further down. */
  readonly repeats?: number;
  /** What it is assigned to, where the value may be a password of several things: it is one secret with those of the same name. */
  readonly of?: string;
}

type Span = Pick<SecretMatch, 'start' | 'end'>;

const snippetLength = 400;

/** The first characters of a secret, at most 4 and never more than a quarter of it. */
export function redact(secret: string): string {
  return `${secret.slice(0, Math.min(4, Math.floor(secret.length / 4)))}…`;
}

/**
 * The findings of one file, in position order.
 * @param reported those to make findings of
 * @param hidden every match and whatever else no snippet may show, not overlapping, in position order
 */
export function secretFindings(
  file: SourceFile,
  reported: readonly SecretMatch[],
  hidden: readonly Span[],
): Finding[] {
  const lines = new LineIndex(file.text);
  return reported
    .toSorted((a, b) => a.start - b.start)
    .map((match) => {
      const secret = file.text.slice(match.start, match.end);
      const startLine = lines.lineOf(match.start);
      const endLine = lines.lineOf(Math.max(match.start, match.end - 1));
      const from = lines.startOf(startLine);
      const to = lines.endOf(startLine, file.text);
      const shown = withoutSecrets(file.text, from, to, hidden);
      const snippet = withoutWord(around(shown.text, shown.startOf(match.start)), secret);
      return {
        file: file.path,
        range: {
          startLine: startLine + 1,
          startColumn: match.start - from + 1,
          endLine: endLine + 1,
          endColumn: match.end - lines.startOf(endLine) + 1,
        },
        snippet,
        ruleId: match.ruleId,
        vulnClass: 'hard-coded-secret',
        category: 'SECRETS',
        language: 'text',
        title: titleOf(match),
        message: `${article(match.title)} ${match.title} (${redact(secret)}) is written into this file${repeated(match)}. ${adviceOn(match)}`,
        cwes: [match.cwe],
        score: scoreOf(match.score, match.confidence),
        confidence: match.confidence,
        codeFlows: [],
        sink: { kind: 'text' },
        ...(match.together !== true && { secret: sameSecret(secret, match.of) }),
        fingerprint: fingerprint({
          vulnClass: 'hard-coded-secret',
          ruleId: match.ruleId,
          language: 'text',
          source: match.random ? secret : redact(secret),
          sink: match.random ? '' : snippet,
        }),
      };
    });
}

/** What it means, and what to do. */
function adviceOn({ ruleId, title }: SecretMatch): string {
  if (ruleId.endsWith('/password-hash'))
    return 'Whoever can read the file or its history can try passwords against it: change the password, and let each installation set its own.';
  if (title.startsWith('default '))
    return 'It can be guessed (words and a number at most), and it holds wherever it was not changed: let each installation set its own, and refuse to start with this one.';
  return 'Whoever can read the file or its history can use it: revoke it, then load its successor from the environment or a secret store.';
}

/** One stretch of text in which every secret is replaced by its redacted form. */
function withoutSecrets(
  text: string,
  from: number,
  to: number,
  matches: readonly Span[],
): { readonly text: string; startOf(offset: number): number } {
  let shown = '';
  let at = from;
  const offsets = new Map<number, number>();
  for (const match of matches) {
    if (match.end <= from || match.start >= to) continue;
    shown += text.slice(at, Math.max(at, match.start));
    offsets.set(match.start, shown.length);
    shown += redact(text.slice(match.start, match.end));
    at = Math.max(at, match.end);
  }
  if (at < to) shown += text.slice(at, to);
  return { text: shown, startOf: (offset) => offsets.get(offset) ?? 0 };
}

/** The secret may stand on the line once more, in a comment; a common word stands for itself there. */
function withoutWord(snippet: string, secret: string): string {
  return /^[a-z]{1,7}$/.test(secret) ? snippet : snippet.replaceAll(secret, redact(secret));
}

function around(line: string, offset: number): string {
  if (line.length <= snippetLength) return line.trim();
  const from = Math.max(0, Math.min(offset - snippetLength / 2, line.length - snippetLength));
  return line.slice(from, from + snippetLength).trim();
}

function repeated({ repeats = 0 }: SecretMatch): string {
  return repeats === 0 ? '' : ` (${repeats + 1} times)`;
}

/** Names the thing, and where it is unless the name says so. */
function titleOf({ title }: SecretMatch): string {
  const saysWhere = /^hard-coded |^stored | of a \.| on a command line$/.test(title);
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${saysWhere ? '' : ' in the source'}`;
}

function article(noun: string): string {
  return /^(?:[aeio]|SSH|npm|RSA)/i.test(noun) ? 'An' : 'A';
}
