import {
  AlignmentType,
  Document,
  Footer,
  Header,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TabStopType,
  TextRun,
} from 'docx';
import type { DocxContent } from './content.ts';
import { coverage } from './coverage.ts';
import { findings } from './findings.ts';
import { colours, facts } from './parts.ts';
import { plainText } from './plain-text.ts';
import { summary } from './summary.ts';
import { type DocxTexts, docxTexts } from './texts.ts';

/** Twips between the margins of A4. */
const textWidth = 9_638;

/** Makes the document (ECMA-376, Office Open XML). */
export async function docxDocument(content: DocxContent): Promise<Uint8Array> {
  const texts = docxTexts[content.language];
  const document = new Document({
    title: plainText(content.title, 200),
    creator: plainText(content.madeBy, 200),
    lastModifiedBy: 'Parapet',
    description: texts.coverOf,
    styles: styles(content.language === 'de' ? 'de-DE' : 'en-GB'),
    sections: [
      {
        properties: {
          titlePage: true,
          page: {
            size: { width: 11_906, height: 16_838 },
            margin: { top: 1_300, bottom: 1_134, left: 1_134, right: 1_134 },
          },
        },
        headers: { default: header(content) },
        footers: { default: footer(content, texts) },
        children: [
          ...cover(content, texts),
          ...contents(texts),
          ...summary(content, texts),
          ...coverage(content, texts),
          ...findings(content, texts),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

function styles(language: string): ConstructorParameters<typeof Document>[0]['styles'] & object {
  const title = (size: number, before: number) => ({
    run: { size, bold: true, color: colours.heading, font: 'Calibri' },
    paragraph: { spacing: { before, after: 120 }, keepNext: true },
  });
  return {
    default: {
      document: {
        run: { font: 'Calibri', size: 21, language: { value: language } },
        paragraph: { spacing: { line: 264, lineRule: LineRuleType.AUTO } },
      },
      title: { run: { size: 56, bold: true, color: colours.heading, font: 'Calibri' } },
      heading1: title(34, 240),
      heading2: title(27, 280),
      heading3: title(23, 320),
    },
  };
}

function cover({ title, organization, madeAt, madeBy, scope, toolVersion }: DocxContent, texts: DocxTexts) {
  const day = new Date(madeAt).toLocaleDateString(texts.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const text = (value: string) => new TextRun(plainText(value, 600));
  return [
    new Paragraph({
      spacing: { before: 2_600, after: 120 },
      children: [
        new TextRun({ text: texts.coverOf.toUpperCase(), color: colours.muted, characterSpacing: 40 }),
      ],
    }),
    new Paragraph({
      style: 'Title',
      spacing: { after: 600 },
      children: [new TextRun(plainText(title, 200))],
    }),
    facts([
      [texts.organization, text(organization)],
      [texts.madeAt, text(day)],
      [texts.madeBy, text(`${madeBy} · Parapet ${toolVersion}`)],
      ...(scope.length === 0
        ? [[texts.scope, text(texts.wholeOrganization)] as const]
        : scope.map(([name, value]) => [name, text(value)] as const)),
    ]),
  ];
}

/** Without page numbers, which a program that opens it would have to be asked to work out. */
function contents(texts: DocxTexts) {
  return [
    new Paragraph({
      pageBreakBefore: true,
      spacing: { after: 200 },
      children: [new TextRun({ text: texts.contents, bold: true, size: 34, color: colours.heading })],
    }),
    new TableOfContents(texts.contents, {
      hyperlink: true,
      headingStyleRange: '1-2',
      pageNumbersEntryLevelsRange: '1-2',
      beginDirty: false,
    }),
  ];
}

const header = ({ title, organization }: DocxContent): Header =>
  new Header({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
        children: [
          new TextRun({ text: plainText(title, 100), color: colours.muted, size: 18 }),
          new TextRun({ text: `\t${plainText(organization, 60)}`, color: colours.muted, size: 18 }),
        ],
      }),
    ],
  });

const footer = ({ madeAt }: DocxContent, texts: DocxTexts): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.LEFT,
        tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
        children: [
          new TextRun({ text: madeAt.slice(0, 10), color: colours.muted, size: 18 }),
          new TextRun({
            color: colours.muted,
            size: 18,
            children: [`\t${texts.page} `, PageNumber.CURRENT, ` ${texts.of} `, PageNumber.TOTAL_PAGES],
          }),
        ],
      }),
    ],
  });
