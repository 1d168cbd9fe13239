import {
  AlignmentType,
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  type ITableCellOptions,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Severity } from '../../../api/contract/vocabulary.ts';
import { codeLines, plainText } from './plain-text.ts';

/** What pages are made of. Colours have a contrast of 4.5 to their background (WCAG 2.2, 1.4.3). */

export const colours = {
  heading: '1F3A5F',
  muted: '595959',
  line: 'D0D7DE',
  shade: 'F3F5F8',
  link: '0B57A4',
} as const;

export const severityColours: Readonly<Record<Severity, string>> = {
  CRITICAL: '8E1B3A',
  HIGH: 'B3420E',
  MEDIUM: '8A6100',
  LOW: '2B6CB0',
  INFO: '5B6673',
};

export const codeFont = 'Courier New';

const levels = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const;

export function heading(text: string, level: 1 | 2 | 3, pageBreakBefore = false): Paragraph {
  return new Paragraph({
    heading: levels[level - 1] ?? HeadingLevel.HEADING_3,
    pageBreakBefore,
    children: [new TextRun(plainText(text, 300))],
  });
}

/** A label within a finding, which the table of contents leaves out. */
export function label(text: string): Paragraph {
  return new Paragraph({
    keepNext: true,
    spacing: { before: 160, after: 40 },
    children: [new TextRun({ text, bold: true, color: colours.heading })],
  });
}

/** Paragraphs of a text; what it has in backticks is set as code. */
export function prose(text: string): Paragraph[] {
  return plainText(text)
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => new Paragraph({ spacing: { after: 100 }, children: inline(part) }));
}

function inline(text: string): TextRun[] {
  return text.split(/(`[^`\n]+`)/).flatMap((part) => {
    if (part === '') return [];
    const isCode = part.length > 2 && part.startsWith('`') && part.endsWith('`');
    return lines(isCode ? part.slice(1, -1) : part, isCode ? { font: codeFont } : {});
  });
}

function lines(text: string, style: { font?: string }): TextRun[] {
  return text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, ...style, ...(index > 0 && { break: 1 }) }));
}

/** Code as it is, on a shade of its own, without a spelling check. */
export function code(text: string): Paragraph {
  return new Paragraph({
    shading: { type: ShadingType.CLEAR, fill: colours.shade, color: 'auto' },
    spacing: { before: 40, after: 120 },
    indent: { left: 113, right: 113 },
    children: codeLines(text).map(
      (line, index) =>
        new TextRun({ text: line, font: codeFont, size: 17, noProof: true, ...(index > 0 && { break: 1 }) }),
    ),
  });
}

/** A link, where the address is one that a browser opens; its text alone where it is anything else. */
export function link(text: string, address: string): ParagraphChild {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return new TextRun(plainText(text, 300));
  return new ExternalHyperlink({
    link: url.href,
    children: [new TextRun({ text: plainText(text, 300), color: colours.link, underline: {} })],
  });
}

export interface Column {
  readonly title: string;
  /** In percent of the width. */
  readonly width: number;
  readonly isNumber?: boolean;
}

export type Cell = string | number | { readonly severity: Severity; readonly text: string };

/** A table whose first row repeats on each page. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    layout: TableLayoutType.FIXED,
    borders: thinLines,
    rows: [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: columns.map((column) =>
          cell(column, new TextRun({ text: plainText(column.title, 100), bold: true }), {
            fill: colours.shade,
          }),
        ),
      }),
      ...rows.map(
        (row) =>
          new TableRow({
            cantSplit: true,
            children: columns.map((column, index) => cell(column, runOf(row[index] ?? ''))),
          }),
      ),
    ],
  });
}

/** Names and values, without lines. */
export function facts(rows: readonly (readonly [string, ParagraphChild])[]): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    layout: TableLayoutType.FIXED,
    borders: thinLines,
    rows: rows.map(
      ([name, value]) =>
        new TableRow({
          cantSplit: true,
          children: [
            cell({ title: '', width: 24 }, new TextRun({ text: plainText(name, 100), bold: true }), {
              fill: colours.shade,
            }),
            cell({ title: '', width: 76 }, value),
          ],
        }),
    ),
  });
}

const thin = { style: BorderStyle.SINGLE, size: 4, color: colours.line } as const;
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const thinLines = {
  top: thin,
  bottom: thin,
  left: none,
  right: none,
  insideHorizontal: thin,
  insideVertical: none,
} as const;

function cell({ width, isNumber = false }: Column, run: ParagraphChild, shade?: { fill: string }): TableCell {
  const shading: Pick<ITableCellOptions, 'shading'> = shade
    ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: shade.fill } }
    : {};
  return new TableCell({
    ...shading,
    width: { size: width, type: WidthType.PERCENTAGE },
    margins: { top: 50, bottom: 50, left: 90, right: 90 },
    children: [
      new Paragraph({
        alignment: isNumber ? AlignmentType.RIGHT : AlignmentType.LEFT,
        children: [run],
      }),
    ],
  });
}

function runOf(value: Cell): TextRun {
  if (typeof value === 'object')
    return new TextRun({ text: value.text, bold: true, color: severityColours[value.severity] });
  return new TextRun(plainText(String(value), 300));
}
