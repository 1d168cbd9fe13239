import { Paragraph, type ParagraphChild, type Table, TextRun } from 'docx';
import { Severity } from '../../../api/contract/vocabulary.ts';
import type { DocxContent, DocxFinding } from './content.ts';
import { code, colours, facts, heading, label, link, prose, severityColours, table } from './parts.ts';
import { plainText } from './plain-text.ts';
import type { DocxTexts } from './texts.ts';

type Block = Paragraph | Table;

/** The findings by severity: the worst in full, then a table, then how many more there are. */
export function findings(content: DocxContent, texts: DocxTexts): Block[] {
  const { findings: full, further, total } = content;
  if (total === 0) return [heading(texts.findings, 1, true), ...prose(texts.noFindings)];
  const bySeverity = Map.groupBy(full, ({ severity }) => severity);
  const omitted = total - full.length - further.length;
  let number = 0;
  return [
    heading(texts.findings, 1, true),
    ...Severity.options.flatMap((severity) => {
      const of = bySeverity.get(severity);
      if (!of) return [];
      return [
        heading(`${texts.severities[severity]} (${of.length})`, 2),
        ...of.flatMap((finding) => one(finding, ++number, texts)),
      ];
    }),
    ...(further.length === 0
      ? []
      : [
          heading(texts.further, 1, true),
          ...prose(texts.furtherText(further.length)),
          table(
            [
              { title: texts.severity, width: 14 },
              { title: texts.weakness, width: 34 },
              { title: texts.place, width: 36 },
              { title: texts.status, width: 16 },
            ],
            further.map(({ severity, title, place, status }) => [
              { severity, text: texts.severities[severity] },
              title,
              place,
              status,
            ]),
          ),
        ]),
    ...(omitted > 0 ? prose(texts.omitted(omitted)) : []),
  ];
}

function one(finding: DocxFinding, number: number, texts: DocxTexts): Block[] {
  return [
    heading(`${number}. ${finding.title}`, 3),
    facts(factsOf(finding, texts)),
    ...section(texts.description, prose(finding.description)),
    ...(finding.steps.length === 0 ? [code(finding.snippet)] : []),
    ...section(texts.impact, prose(finding.vulnImpact ?? '')),
    ...section(texts.flow, flow(finding, texts)),
    ...section(texts.fix, fix(finding, texts)),
    ...section(
      texts.references,
      (finding.references ?? []).map(
        ({ title, url }) => new Paragraph({ bullet: { level: 0 }, children: [link(title, url)] }),
      ),
    ),
  ];
}

const section = (title: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [label(title), ...blocks];

function factsOf(finding: DocxFinding, texts: DocxTexts): [string, ParagraphChild][] {
  const { severity, score, confidence, cvss, cvss3, url } = finding;
  const text = (value: string) => new TextRun(plainText(value, 600));
  const scored = (name: string, one: DocxFinding['cvss']): [string, ParagraphChild][] =>
    one && one.vector !== ''
      ? [[name, text(`${one.score ?? ''} ${one.severity} · ${one.vector}`.trim())]]
      : [];
  return [
    [
      texts.severity,
      new TextRun({ text: texts.severities[severity], bold: true, color: severityColours[severity] }),
    ],
    [texts.score, text(`${score}/100 · ${texts.confidence} ${confidence}/100`)],
    ...scored('CVSS 4.0', cvss),
    ...scored('CVSS 3.1', cvss3),
    ...(finding.cwes.length > 0 ? [['CWE', text(finding.cwes.join(', '))] as [string, ParagraphChild]] : []),
    [texts.place, text(`${finding.repositoryName} · ${finding.file}:${finding.startLine}`)],
    ...(finding.scanTargetBranch === null
      ? []
      : [[texts.branch, text(finding.scanTargetBranch)] as [string, ParagraphChild]]),
    [texts.status, text(texts.statuses[finding.status])],
    ...(finding.decision === undefined
      ? []
      : [[texts.decision, text(finding.decision)] as [string, ParagraphChild]]),
    [texts.firstSeen, text(finding.firstSeenAt.slice(0, 10))],
    [texts.patch, text(texts.patches[finding.patch] ?? finding.patch)],
    ...(url === undefined ? [] : [['Parapet', link(texts.openInParapet, url)] as [string, ParagraphChild]]),
  ];
}

function flow({ steps, moreFlows }: DocxFinding, texts: DocxTexts): Block[] {
  return [
    ...steps.flatMap(({ place, message, code: snippet }, index) => [
      new Paragraph({
        keepNext: true,
        spacing: { before: 80 },
        children: [
          new TextRun({ text: `${index + 1}. ${plainText(place, 400)}`, bold: true }),
          new TextRun({ text: ` ${plainText(message, 600)}` }),
        ],
      }),
      code(snippet),
    ]),
    ...(moreFlows === 0
      ? []
      : [
          new Paragraph({
            children: [new TextRun({ text: texts.moreFlows(moreFlows), color: colours.muted })],
          }),
        ]),
  ];
}

function fix({ remediation, howToFix }: DocxFinding, texts: DocxTexts): Block[] {
  const example = (title: string, text: string | undefined): Block[] =>
    text === undefined || text === ''
      ? []
      : [
          new Paragraph({ keepNext: true, children: [new TextRun({ text: title, italics: true })] }),
          code(text),
        ];
  return [
    ...prose(remediation ?? ''),
    ...example(texts.before, howToFix?.after === undefined ? undefined : howToFix.before),
    ...example(texts.after, howToFix?.after),
    ...example(texts.command, howToFix?.command),
  ];
}
