/** Comma-separated values (RFC 4180) that a spreadsheet takes for text, whatever stands in them. */

export type CsvField = string | number | undefined;

/** Without it, Excel reads UTF-8 as the encoding of the machine. */
export const byteOrderMark = '\ufeff';

export function csvRow(fields: readonly CsvField[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(field: CsvField): string {
  if (field === undefined) return '';
  if (typeof field === 'number') return String(field);
  const text = guarded(cleaned(field));
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Characters that no cell can hold are left out: controls but tabs and line ends, and halves of surrogate pairs. */
function cleaned(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are left out.
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff]/g, '');
}

/** Of a text: what ends a cell, what a formula begins with, what is skipped before it, and the rest. */
const pieces =
  /(?<end>[;|\t\r\n])|(?<start>[=+\-@\uff1d\uff0b\uff0d\uff20])|(?<blank>["'\s\u200b])|[^;|=+\-@\uff1d\uff0b\uff0d\uff20"'\s\u200b]+/g;

/**
 * What would begin a formula is made text by an apostrophe before it (OWASP, CSV Injection). That holds after each character
 * that ends a cell for a program that was told, or guesses, another separator than the comma.
 */
function guarded(text: string): string {
  let isBeginning = true;
  let safe = '';
  for (const { 0: piece, groups = {} } of text.matchAll(pieces)) {
    if (isBeginning && groups['start'] !== undefined) safe += "'";
    safe += piece;
    if (groups['end'] !== undefined) isBeginning = true;
    else if (groups['blank'] === undefined) isBeginning = false;
  }
  return /^[\t\r]/.test(safe) ? `'${safe}` : safe;
}
