/** Puts the detectors together: one pass finds where to look, each detector decides there. */
import type { SourceFile } from '../analysis.ts';
import { LineIndex } from '../files/lines.ts';
import type { Finding } from '../finding.ts';
import { addressCredentialsAt } from './addresses.ts';
import { withAgentValues } from './agent-values.ts';
import { type Assignment, Assignments, nameParts } from './assignments.ts';
import { isCommented } from './comments.ts';
import { contextOf, type FileContext } from './context.ts';
import { docstringsOf, type Span } from './docstrings.ts';
import { givenCredentials } from './given-credentials.ts';
import { isGuessable } from './guessable.ts';
import { PrivateKeys, puttyKeyAt, webTokenAt } from './keys.ts';
import { KeywordIndex } from './keywords.ts';
import { wordsOf } from './names.ts';
import { entropyOf, isPlaceholder } from './placeholders.ts';
import { isPublished } from './published-keys.ts';
import type { SeenSecret } from './redaction.ts';
import { type SecretMatch, secretFindings } from './report.ts';
import { tokenRules } from './rules/index.ts';
import type { TokenRule } from './rules/rule.ts';
import { type StoredCredential, storedCredentials } from './stored-credentials.ts';
import { isForSigning } from './values.ts';

type Detector =
  | { readonly type: 'token'; readonly rule: TokenRule }
  | { readonly type: 'assignment' | 'address' | 'given' | 'private-key' | 'putty-key' | 'web-token' };

const detectors: readonly (Detector & { readonly keyword: string })[] = [
  { type: 'private-key', keyword: '-----begin' },
  { type: 'putty-key', keyword: 'putty-user-key-file-' },
  { type: 'web-token', keyword: 'eyj' },
  { type: 'address', keyword: '://' },
  ...tokenRules.flatMap((rule) =>
    rule.keywords.map((keyword) => ({ type: 'token' as const, rule, keyword })),
  ),
  ...Object.keys(givenCredentials).map((keyword) => ({ type: 'given' as const, keyword })),
  ...nameParts.map((keyword) => ({ type: 'assignment' as const, keyword })),
];

/** Score and confidence of what tools keep. */
const worthOf: Readonly<Record<StoredCredential['worth'], readonly [score: number, confidence: number]>> = {
  full: [80, 85],
  row: [60, 65],
  guarded: [55, 80],
  weak: [45, 50],
};

/** Findings of one file at most: a file with more is a dump, and the first ones say so. */
const maximumFindings = 200;
/** Of a password that a list of words finds: a default, which may have been changed where it counts. */
const guessable = [55, 65] as const;
/** Confidence of what has no known form and stands in a comment. */
const inComments = 60;
const formScore = 25;
const formConfidence = 30;

/** More exact detectors win where several see the same text. */
const rank = {
  'private-key': 0,
  token: 1,
  'web-token': 2,
  'tool-file': 3,
  address: 4,
  given: 5,
  assignment: 6,
} as const;

export interface SecretScan {
  readonly findings: readonly Finding[];
  /** Everything that was seen, in position order: to be blanked out of other findings. Never to be shown or kept. */
  readonly seen: readonly SeenSecret[];
}

type Candidate = SecretMatch & { readonly rank: number };

/** What else was looked for in the pass over the text. */
interface WordScan {
  /** Of the words that were asked for, those that stand in the text, in any case of letters. */
  readonly written: ReadonlySet<string>;
}

/**
 * Makes a scan for secrets (see `scanSecrets`) that looks for words for others in the same pass.
 * @param words lower case ASCII
 */
export function secretScanner(words: readonly string[]): (file: SourceFile) => SecretScan & WordScan {
  const keywords = new KeywordIndex([...detectors.map(({ keyword }) => keyword), ...words]);
  return (file) => {
    const written = new Set<string>();
    const found = scanText(file, keywords, (number) => written.add(words[number] as string));
    return { ...found, written };
  };
}

/** @param onWord is told of keywords that are no detectors', by their number among those */
function scanText(file: SourceFile, keywords: KeywordIndex, onWord: (number: number) => void): SecretScan {
  const context = contextOf(file.path);
  const candidates: Candidate[] = storedCredentials(file.path, file.text).map(
    ({ id, title, start, end, worth, together }) => ({
      ...described(id, title, ...worthOf[worth], context),
      start,
      end,
      random: false,
      together,
      rank: rank['tool-file'],
    }),
  );
  const mostCandidates = candidates.length + 4 * maximumFindings;
  const state = { privateKeys: new PrivateKeys(file.text), assignments: new Assignments(file.text, context) };
  keywords.scan(file.text, (number, start) => {
    const detector = detectors[number];
    if (!detector) return void onWord(number - detectors.length);
    if (candidates.length >= mostCandidates) return;
    const candidate = detect(detector, file.text, start, context, state);
    if (candidate) candidates.push(candidate);
  });
  const matches = withoutOverlaps(context.docstrings ? withoutDocumented(candidates, file.text) : candidates);
  return {
    findings: secretFindings(
      file,
      firstOfEach(file.text, matches).slice(0, maximumFindings),
      withAgentValues(file, matches),
    ),
    seen: matches.length === 0 ? [] : seenIn(file.text, matches),
  };
}

/** Detectors that remember where they were. */
interface TextState {
  readonly privateKeys: PrivateKeys;
  readonly assignments: Assignments;
}

function detect(
  detector: Detector & { readonly keyword: string },
  text: string,
  at: number,
  context: FileContext,
  state: TextState,
): Candidate | undefined {
  switch (detector.type) {
    case 'token':
      return tokenAt(detector.rule, text, at, context);
    case 'private-key': {
      const span = state.privateKeys.at(at);
      const about = described('private-key', 'private key', 92, 95, context);
      return span && { ...about, ...span, cwe: 'CWE-321', random: true, rank: rank['private-key'] };
    }
    case 'putty-key': {
      const span = puttyKeyAt(text, at);
      if (!span) return undefined;
      const { locked, ...place } = span;
      const [score, confidence] = locked ? worthOf.guarded : [92, 95];
      const about = described('private-key', 'private key', score, confidence, context);
      return { ...about, ...place, cwe: 'CWE-321', random: true, rank: rank['private-key'] };
    }
    case 'web-token': {
      const span = isWordBefore(text, at) ? undefined : webTokenAt(text, at);
      const about = described('json-web-token', 'JSON Web Token', 60, 70, context);
      return span && { ...about, ...span, random: true, rank: rank['web-token'] };
    }
    case 'address': {
      const found = addressCredentialsAt(text, at);
      if (!found) return undefined;
      const about = found.database
        ? described('connection-string', 'connection string with a password', 75, 80, context)
        : described('url-credentials', 'address with a password', 70, 75, context);
      const local = found.local
        ? { score: Math.min(about.score, 30), confidence: Math.min(about.confidence, 50) }
        : isGuessable(text.slice(found.start, found.end))
          ? { score: Math.min(about.score, guessable[0]) }
          : {};
      return { ...about, ...local, start: found.start, end: found.end, random: false, rank: rank.address };
    }
    case 'given': {
      const found = isWordBefore(text, at) ? undefined : givenCredentials[detector.keyword]?.(text, at);
      if (!found) return undefined;
      const { id, title, ...span } = found;
      const [score, confidence] = isGuessable(text.slice(span.start, span.end)) ? guessable : [70, 75];
      const sure = isCommented(text, span.start) ? Math.min(confidence, inComments) : confidence;
      return {
        ...described(id, title, score, sure, context),
        ...span,
        random: false,
        rank: rank.given,
      };
    }
    case 'assignment': {
      const found = state.assignments.at(at);
      if (!found) return undefined;
      const cwe = /key$/i.test(found.name) && found.kind === 'secret' ? 'CWE-321' : 'CWE-798';
      const about = described(...aboutAssigned(found), context);
      const of = found.nature === 'guessable' ? wordsOf(found.name).join(' ') : '';
      return { ...about, cwe, of, start: found.start, end: found.end, random: false, rank: rank.assignment };
    }
  }
}

/** The id, the title, the score and the confidence of what is assigned to a name. */
function aboutAssigned({
  kind,
  name,
  nature,
  weak,
  commented,
}: Assignment): readonly [id: string, title: string, score: number, confidence: number] {
  if (nature === 'hash') return ['password-hash', 'password hash', ...worthOf.guarded];
  // Who guesses what tokens are signed with needs no leak.
  const isMild = nature === 'guessable' && !(kind === 'secret' && isForSigning(name));
  const title = nature === 'guessable' ? `default ${kind}` : `hard-coded ${kind}`;
  const [score, confidence] = isMild ? guessable : [70, 75];
  return [`assigned-${kind}`, title, score, weak ? 45 : commented ? inComments : confidence];
}

function tokenAt(
  rule: TokenRule,
  text: string,
  keyword: number,
  context: FileContext,
): Candidate | undefined {
  for (let at = Math.max(0, keyword - rule.back); at <= keyword; at++) {
    if (!rule.byName && joinsBefore(text, at)) continue;
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(text);
    if (!match) continue;
    const secret = match[1] ?? match[0];
    const start = at + (match[1] === undefined ? 0 : match[0].lastIndexOf(match[1]));
    if (
      isPlaceholder(secret) ||
      isPublished(secret) ||
      (rule.entropy > 0 && entropyOf(secret) < rule.entropy)
    )
      return undefined;
    const about = described(rule.id, rule.title, rule.score, rule.confidence, context);
    return { ...about, start, end: start + secret.length, random: true, rank: rank.token };
  }
  return undefined;
}

function isWordBefore(text: string, at: number): boolean {
  return at > 0 && /[A-Za-z0-9_]/.test(text[at - 1] ?? '');
}

/** Whether what begins here is the rest of a longer word. Digits after a letter may begin a token of digits. */
function joinsBefore(text: string, at: number): boolean {
  if (!isWordBefore(text, at) || !/[A-Za-z0-9_]/.test(text[at] ?? '')) return false;
  return !(/\d/.test(text[at] ?? '') && /[A-Za-z]/.test(text[at - 1] ?? ''));
}

function described(
  id: string,
  title: string,
  score: number,
  confidence: number,
  { form }: FileContext,
): Pick<SecretMatch, 'ruleId' | 'title' | 'cwe' | 'score' | 'confidence'> {
  return {
    ruleId: `text/hard-coded-secret/${id}`,
    title,
    cwe: 'CWE-798',
    score: form ? Math.min(score, formScore) : score,
    confidence: form ? Math.min(confidence, formConfidence) : confidence,
  };
}

/** Without what documentation shows: an assignment, a header. A token of a known form is one wherever it stands. */
function withoutDocumented(candidates: readonly Candidate[], text: string): readonly Candidate[] {
  const shown = ({ rank: one }: Candidate): boolean => one === rank.assignment || one === rank.given;
  if (!candidates.some(shown)) return candidates;
  const docstrings: readonly Span[] = docstringsOf(text);
  return candidates.filter(
    (one) => !shown(one) || !docstrings.some(({ start, end }) => start <= one.start && one.end <= end),
  );
}

function withoutOverlaps(candidates: readonly Candidate[]): SecretMatch[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted(
    (a, b) => a.rank - b.rank || a.start - b.start || b.end - a.end,
  )) {
    if (!kept.some((other) => candidate.start < other.end && other.start < candidate.end))
      kept.push(candidate);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}

function seenIn(text: string, matches: readonly SecretMatch[]): SeenSecret[] {
  const lines = new LineIndex(text);
  return matches.map(({ start, end }) => ({
    text: text.slice(start, end),
    startLine: lines.lineOf(start) + 1,
    endLine: lines.lineOf(Math.max(start, end - 1)) + 1,
  }));
}

/** One secret is one issue, however often the file repeats it; the first place says how often. */
function firstOfEach(text: string, matches: readonly SecretMatch[]): SecretMatch[] {
  const bySecret = new Map<string, { readonly match: SecretMatch; repeats: number }>();
  for (const match of matches) {
    const secret =
      match.together === true ? match.ruleId : `${match.ruleId} ${text.slice(match.start, match.end)}`;
    const known = bySecret.get(secret);
    if (known) known.repeats++;
    else bySecret.set(secret, { match, repeats: 0 });
  }
  return [...bySecret.values()].map(({ match, repeats }) => ({ ...match, repeats }));
}
