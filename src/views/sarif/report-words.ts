import * as l10n from '@vscode/l10n';
import type { ReportFacts } from './report-issues.ts';

/** A report in a line: who made it, and how much of it is shown. */
export function summaryText({ tools, shown, results }: ReportFacts): string {
  const count =
    shown === results
      ? shown === 1
        ? l10n.t('1 issue')
        : l10n.t('{0} issues', shown)
      : l10n.t('{0} of {1} results shown', shown, results);
  return [tools.join(', '), count].filter((part) => part !== '').join(' · ');
}

/** What is not shown, or not as one might expect, each in a sentence. */
export function factLines(facts: ReportFacts): readonly string[] {
  const { overLimit, absent, passed, outside, nowhere, withoutFlows, isSplit, fault } = facts;
  const lines = [
    fault === undefined ? '' : l10n.t('The file is broken, and read as far as it goes: {0}', fault),
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
