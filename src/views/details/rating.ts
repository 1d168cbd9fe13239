import * as l10n from '@vscode/l10n';
import type { Issue } from '../../api/contract/issue.ts';
import { severityLabel } from '../../words/issues.ts';

/** Returns severity, score and CVSS in one line, with why they differ where they do; empty without CVSS. */
export function ratingText({
  severity,
  score,
  foundSeverity,
  cvssScoreDetailed: cvss,
  scoreReason,
}: Pick<Issue, 'severity' | 'score' | 'foundSeverity' | 'cvssScoreDetailed' | 'scoreReason'>): string {
  if (!cvss) return '';
  const versions = [
    grade('4.0', cvss.score, cvss.severity),
    grade('3.1', cvss.cvssV3Score, cvss.cvssV3Severity),
  ].filter((text) => text !== '');
  if (versions.length === 0) return '';
  const numbers = l10n.t('{0}: {1}/100. {2}.', severityLabel(severity), score, versions.join(', '));
  const isSet = foundSeverity !== undefined && foundSeverity !== severity;
  const own = foundSeverity ?? severity;
  const differs = [cvss.severity, cvss.cvssV3Severity].some((word) => word !== '' && !isSame(own, word));
  const reasons = [
    isSet ? l10n.t('A person set this severity; the scan found {0}.', severityLabel(foundSeverity)) : '',
    scoreReason ?? (differs ? l10n.t('The service does not say why they differ.') : ''),
  ];
  return [numbers, ...reasons].filter((text) => text !== '').join(' ');
}

function grade(version: string, score: number | undefined, severity: string): string {
  if (score === undefined) return severity === '' ? '' : l10n.t('CVSS {0}: {1}', version, severity);
  return l10n.t('CVSS {0}: {1} ({2})', version, score.toFixed(1), severity);
}

/** CVSS says None where we say Info. */
function isSame(severity: Issue['severity'], cvss: string): boolean {
  const word = cvss.toUpperCase();
  return word === severity || (word === 'NONE' && severity === 'INFO');
}
