import { AlignmentType, Paragraph } from 'docx';
import { ChartRun } from 'docx/charts';
import { Severity } from '../../../api/contract/vocabulary.ts';
import type { DocxContent } from './content.ts';
import { heading, prose, severityColours, table } from './parts.ts';
import type { DocxTexts } from './texts.ts';

type Block = Paragraph | ReturnType<typeof table>;

/** What a reader who reads one page reads: numbers in sentences, plots and tables. */
export function summary({ statistics, days }: DocxContent, texts: DocxTexts): Block[] {
  const { issuesBySeverity: open, timeToRemediate: times } = statistics;
  const sum = (of: (day: (typeof statistics.trend)[number]) => Readonly<Record<Severity, number>>) =>
    statistics.trend.reduce(
      (all, week) => all + Severity.options.reduce((n, one) => n + of(week)[one], 0),
      0,
    );
  const { meanSeconds, resolutions } = statistics.meanTimeToRemediate;
  const sentences = [
    texts.open(statistics.openIssues, open.CRITICAL + open.HIGH),
    ...(statistics.reachableExploitableIssues > 0
      ? [texts.confirmed(statistics.reachableExploitableIssues)]
      : []),
    texts.resolved(statistics.resolvedIssues),
    texts.opened(
      sum((day) => day.opened),
      sum((day) => day.resolved),
      days,
    ),
    meanSeconds === null ? texts.noResolutions : texts.meanTime(duration(meanSeconds, texts), resolutions),
  ];
  return [
    heading(texts.summary, 1, true),
    ...prose(sentences.join(' ')),
    heading(texts.bySeverity, 2),
    ...(statistics.openIssues > 0 ? [bySeverity(statistics.issuesBySeverity, texts)] : []),
    table(
      [
        { title: texts.severity, width: 34 },
        { title: texts.openIssues, width: 22, isNumber: true },
        { title: texts.meanTimeToRemediate, width: 44, isNumber: true },
      ],
      Severity.options.map((severity) => [
        { severity, text: texts.severities[severity] },
        open[severity],
        duration(times[severity].meanSeconds, texts),
      ]),
    ),
    ...classes(statistics.topVulnClasses, texts),
    ...trend(statistics.trend, texts),
    ...applications(statistics.issuesByApplication, texts),
  ];
}

const centred = (chart: ChartRun): Paragraph =>
  new Paragraph({ alignment: AlignmentType.CENTER, spacing: { before: 80, after: 160 }, children: [chart] });

function bySeverity(open: Readonly<Record<Severity, number>>, texts: DocxTexts): Paragraph {
  return centred(
    new ChartRun({
      type: 'bar',
      categories: Severity.options.map((severity) => texts.severities[severity]),
      series: [
        {
          name: texts.openIssues,
          values: Severity.options.map((severity) => open[severity]),
          colors: Severity.options.map((severity) => severityColours[severity]),
        },
      ],
      categoryAxis: { reverseOrder: true },
      valueAxis: { visible: false, gridlines: false },
      dataLabels: { value: true },
      gapWidth: 40,
      legend: false,
      chartArea: { fill: 'none', border: 'none' },
      transformation: { width: 580, height: 190 },
      altText: {
        name: texts.bySeverity,
        description: Severity.options
          .map((severity) => `${texts.severities[severity]}: ${open[severity]}`)
          .join(', '),
      },
    }),
  );
}

function classes(top: DocxContent['statistics']['topVulnClasses'], texts: DocxTexts): Block[] {
  if (top.length === 0) return [];
  return [
    heading(texts.topClasses, 2),
    table(
      [
        { title: texts.weakness, width: 64 },
        { title: texts.openIssues, width: 18, isNumber: true },
        { title: texts.resolvedIssues, width: 18, isNumber: true },
      ],
      top.map(({ title, open, resolved }) => [title, open, resolved]),
    ),
  ];
}

function trend(weeks: DocxContent['statistics']['trend'], texts: DocxTexts): Block[] {
  const seen = Severity.options.filter((severity) => weeks.some(({ open }) => open[severity] > 0));
  if (seen.length === 0 || weeks.length < 2) return [];
  return [
    heading(texts.trend, 2),
    centred(
      new ChartRun({
        type: 'column',
        stacking: 'stacked',
        categories: weeks.map(({ date }) => shortDate(date, texts)),
        series: seen.toReversed().map((severity) => ({
          name: texts.severities[severity],
          values: weeks.map(({ open }) => open[severity]),
          color: severityColours[severity],
        })),
        gapWidth: 40,
        valueAxis: { numberFormat: '0' },
        chartArea: { fill: 'none', border: 'none' },
        transformation: { width: 580, height: 240 },
        altText: {
          name: texts.trend,
          description: weeks
            .map(({ date, open }) => `${date}: ${seen.reduce((all, severity) => all + open[severity], 0)}`)
            .join(', '),
        },
      }),
    ),
  ];
}

const mostApplications = 50;

function applications(all: DocxContent['statistics']['issuesByApplication'], texts: DocxTexts): Block[] {
  const rows = all.toSorted((a, b) => b.open - a.open).slice(0, mostApplications);
  if (rows.length === 0) return [];
  return [
    heading(texts.byApplication, 2),
    table(
      [
        { title: texts.application, width: 64 },
        { title: texts.openIssues, width: 18, isNumber: true },
        { title: texts.resolvedIssues, width: 18, isNumber: true },
      ],
      rows.map(({ repositoryName, applicationName, open, resolved }) => [
        applicationName === undefined ? repositoryName : `${repositoryName} / ${applicationName}`,
        open,
        resolved,
      ]),
    ),
  ];
}

function shortDate(date: string, { locale }: DocxTexts): string {
  return new Date(date).toLocaleDateString(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
}

function duration(seconds: number | null, texts: DocxTexts): string {
  if (seconds === null) return '–';
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? texts.hours(hours) : texts.days(Math.round(hours / 24));
}
