/** What may be written to a terminal, and how. */
import type { Severity } from '../engine/finding.ts';

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'magenta';

const codes: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
};

export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

export const coloured: Paint = (style, text) => {
  const [on, off] = codes[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
};

/** By https://no-color.org, https://force-color.org and what the stream is. */
export function paintFor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  if (environment['NO_COLOR']) return plain;
  if (environment['FORCE_COLOR'] && environment['FORCE_COLOR'] !== '0') return coloured;
  return stream.isTTY === true && environment['TERM'] !== 'dumb' ? coloured : plain;
}

export const severityStyle: Readonly<Record<Severity, Style>> = {
  CRITICAL: 'magenta',
  HIGH: 'red',
  MEDIUM: 'yellow',
  LOW: 'blue',
  INFO: 'dim',
};

/**
 * A scanned project chooses its file names and lines; none of them may steer the terminal. Control characters and
 * those that turn the direction of writing are shown as escapes.
 */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return ' ';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** @returns the text, cut to so many characters with an ellipsis at its end */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`;
}
