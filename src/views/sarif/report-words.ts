import * as l10n from '@vscode/l10n';
import type { NoticeNode } from '../issues/tree/notices.ts';
import type { ReportFacts } from './report-issues.ts';

/** How a report's line looks: a broken file is not taken for a whole one. */
export function lookOf(facts: ReportFacts | undefined): Pick<NoticeNode, 'icon' | 'color' | 'tooltip'> {
  if (facts?.fault === undefined) return { icon: 'file-code' };
  return { icon: 'error', color: 'list.errorForeground', tooltip: factLines(facts).join('\n') };
}

/** A report in a line: who made it, and how much of it is shown. */
export function summaryText({ tools, shown, results, fault }: ReportFacts): string {
  const count =
    shown === results
      ? shown === 1
        ? l10n.t('1 issue')
        : l10n.t('{0} issues', shown)
      : l10n.t('{0} of {1} results shown', shown, results);
  const broken = fault === undefined ? '' : l10n.t('the file is broken');
  return [tools.join(', '), count, broken].filter((part) => part !== '').join(' · ');
}

/** Returns what to tell of a file that was read to a break only, and what to do; undefined of a whole one. */
export function brokenText(name: string, facts: ReportFacts): string | undefined {
  if (facts.fault === undefined) return undefined;
  return l10n.t(
    '{0} is broken ({1}), so results are missing. Only {2} issues before the break are shown. Run the tool again to have it written whole.',
    name,
    facts.fault,
    facts.shown,
  );
}

/** What is not shown, or not as one might expect, each in a sentence. */
export function factLines(facts: ReportFacts): readonly string[] {
  const { overLimit, absent, passed, outside, nowhere, withoutFlows, isSplit, fault } = facts;
  const lines = [
    fault === undefined
      ? ''
      : l10n.t('The file is broken; only what comes before the break is shown: {0}', fault),
    overLimit > 0 ? l10n.t('{0} results are beyond what is shown of one report.', overLimit) : '',
    absent > 0 ? l10n.t('{0} results are gone since the baseline.', absent) : '',
    passed > 0 ? l10n.t('{0} results say that all is well.', passed) : '',
    outside > 0 ? l10n.t('{0} issues are outside the workspace; their files are not opened.', outside) : '',
    nowhere > 0 ? l10n.t('{0} issues name no file.', nowhere) : '',
    withoutFlows > 0 ? l10n.t('{0} issues are shown without their code flows.', withoutFlows) : '',
    isSplit ? l10n.t('Parts of the report lie in other files, which are not read.') : '',
  ];
  return lines.filter((line) => line !== '');
}
