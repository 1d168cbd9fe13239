import { LineIndex } from '../files/lines.ts';
import type { Finding } from '../finding.ts';
import { fingerprint } from '../fingerprint.ts';
import { weaknessOf } from '../weaknesses/index.ts';

export interface Risk {
  readonly vulnClass: string;
  readonly rule: string;
  readonly title: string;
  readonly message: string;
  readonly cwes: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly confidence: number;
  /** Shown instead of the line, where that may hold what must not be repeated. */
  readonly snippet?: string;
}

/** @returns the risk as a finding of the file */
export function riskFinding(path: string, text: string, risk: Risk): Finding {
  const lines = new LineIndex(text);
  const startLine = lines.lineOf(risk.start);
  const endLine = lines.lineOf(Math.max(risk.start, risk.end - 1));
  const line = text.slice(lines.startOf(startLine), lines.endOf(startLine, text));
  const snippet = (risk.snippet ?? line.trim()).slice(0, 400);
  const ruleId = `ai/${risk.rule}`;
  return {
    file: path,
    range: {
      startLine: startLine + 1,
      startColumn: risk.start - lines.startOf(startLine) + 1,
      endLine: endLine + 1,
      endColumn: risk.end - lines.startOf(endLine) + 1,
    },
    snippet,
    ruleId,
    vulnClass: risk.vulnClass,
    category: weaknessOf(risk.vulnClass).category,
    language: 'text',
    title: risk.title,
    message: risk.message,
    cwes: risk.cwes,
    score: risk.score,
    confidence: risk.confidence,
    codeFlows: [],
    sink: { kind: 'text' },
    fingerprint: fingerprint({ vulnClass: risk.vulnClass, ruleId, language: 'text', sink: snippet }),
  };
}

/**
 * Characters that a reader does not see and a model reads: Unicode tags, and runs of zero-width characters, fillers and
 * variation selectors. Single ones belong to emoji and to the way some languages are written, and tags to flags.
 */
const invisible =
  /[\u{E0001}\u{E0020}-\u{E007F}]{4,}|[\u200B-\u200F\u2060-\u2064\u180E\u115F\u1160\u3164\uFFA0\uFEFF]{3,}|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{3,}/gu;
const flag = /\u{1F3F4}[\u{E0020}-\u{E007E}]{2,6}\u{E007F}/gu;
/** What turns the text around that follows, wherever it stands. */
const override = /[\u202D\u202E]/g;
/** What belongs to text written from right to left, and turns around any other. */
const rightToLeft = /[\u202B\u2067]/g;
const rightToLeftLetters =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function* hiddenIn(text: string): Generator<RegExpExecArray> {
  yield* text.replace(flag, (part) => ' '.repeat(part.length)).matchAll(invisible);
  yield* text.matchAll(override);
  for (const match of text.matchAll(rightToLeft)) {
    const begin = text.lastIndexOf('\n', match.index) + 1;
    const end = text.indexOf('\n', match.index);
    if (!rightToLeftLetters.test(text.slice(begin, end < 0 ? text.length : end))) yield match;
  }
}

export function hiddenText(path: string, text: string): Finding[] {
  const [match] = [...hiddenIn(text)].toSorted((a, b) => a.index - b.index);
  if (!match) return [];
  const tags = (match[0].codePointAt(0) ?? 0) >= 0xe0000;
  return [
    riskFinding(path, text, {
      vulnClass: 'hidden-text',
      rule: 'hidden-text',
      title: 'Hidden characters in instructions for an agent',
      message: `${tags ? 'Unicode tag characters' : 'Invisible or direction-changing characters'} stand here: a model reads what no reviewer sees. Remove them, and look at who added them.`,
      cwes: ['CWE-1427'],
      start: match.index,
      end: match.index + match[0].length,
      score: 72,
      confidence: tags ? 97 : 85,
      snippet: `${match[0].length} hidden characters (U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase()} …)`,
    }),
  ];
}
