import { Paragraph, type Table, TextRun } from 'docx';
import type { DocxContent } from './content.ts';
import { colours, heading, prose, table } from './parts.ts';
import { plainText } from './plain-text.ts';
import type { DocxTexts } from './texts.ts';

/** How issues were looked for, and what was not looked at. */
export function coverage({ scans }: DocxContent, texts: DocxTexts): (Paragraph | Table)[] {
  return [
    heading(texts.method, 1, true),
    ...prose(texts.methodText),
    ...prose(texts.severityText),
    ...(scans.length === 0 ? [] : [scanned(scans, texts)]),
    ...scans.flatMap(({ repository, scan }) => {
      const said = scan
        ? scan.switchedOff.length > 0 && texts.switchedOff(scan.switchedOff.join(', '))
        : texts.neverScanned;
      return said ? [note(`${repository}: ${said}`)] : [];
    }),
    note(texts.notAnalysed),
  ];
}

function scanned(scans: DocxContent['scans'], texts: DocxTexts): Table {
  return table(
    [
      { title: texts.repository, width: 22 },
      { title: texts.lastScan, width: 18 },
      { title: texts.analysed, width: 15, isNumber: true },
      { title: texts.inPart, width: 15, isNumber: true },
      { title: texts.skipped, width: 15, isNumber: true },
      { title: texts.hidden, width: 15, isNumber: true },
    ],
    scans.map(({ repository, scan }) =>
      scan
        ? [
            repository,
            `${scan.finishedAt.slice(0, 10)} · ${scan.branch}${scan.commit === null ? '' : ` · ${scan.commit.slice(0, 8)}`}`,
            scan.filesAnalysed,
            scan.filesPartial,
            scan.filesSkipped,
            scan.hidden,
          ]
        : [repository, '–', '–', '–', '–', '–'],
    ),
  );
}

const note = (text: string): Paragraph =>
  new Paragraph({
    spacing: { before: 120 },
    children: [new TextRun({ text: plainText(text), color: colours.muted, size: 19 })],
  });
