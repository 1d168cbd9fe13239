import type { ReportLanguage } from '../../../api/contract/reports/reports.ts';
import type { IssueStatus, Severity } from '../../../api/contract/vocabulary.ts';

/** The sentences of the document itself. What is said of issues is as the interface says it. */

const en = {
  locale: 'en-GB',
  contents: 'Contents',
  coverOf: 'Security report',
  organization: 'Organization',
  madeAt: 'Date',
  madeBy: 'Made by',
  scope: 'Scope',
  wholeOrganization: 'All repositories that the author sees',
  page: 'Page',
  of: 'of',
  summary: 'Summary',
  open: (count: number, worst: number) =>
    count === 0
      ? 'No issue is open.'
      : `${count} ${count === 1 ? 'issue is' : 'issues are'} open. ${worst} of them ${worst === 1 ? 'is' : 'are'} critical or high and should be looked at first.`,
  confirmed: (count: number) =>
    `${count} open ${count === 1 ? 'issue was' : 'issues were'} confirmed to be exploitable.`,
  resolved: (count: number) => `${count} ${count === 1 ? 'issue is' : 'issues are'} resolved.`,
  opened: (opened: number, resolved: number, days: number) =>
    `In the last ${days} days ${opened} ${opened === 1 ? 'issue was' : 'issues were'} found and ${resolved} resolved.`,
  meanTime: (time: string, count: number) =>
    `An issue was open for ${time} on average, over ${count} ${count === 1 ? 'resolution' : 'resolutions'}.`,
  noResolutions: 'No issue was resolved in that time.',
  bySeverity: 'Open issues by severity',
  severity: 'Severity',
  openIssues: 'Open',
  resolvedIssues: 'Resolved',
  meanTimeToRemediate: 'Mean time to remediate',
  topClasses: 'Most frequent weaknesses',
  weakness: 'Weakness',
  trend: 'Open issues over time',
  week: 'Week of',
  byApplication: 'By repository and application',
  application: 'Repository, application',
  method: 'Method and coverage',
  methodText:
    'Parapet analyses source code statically: it follows data from where it comes in (source) to where it can do harm (sink), and looks for secrets, unsafe configuration and packages with known vulnerabilities. It does not run the program. An analysis like this can miss issues, and report some that are none. Confidence says how sure it is of each.',
  severityText:
    'Severity follows the score from 0 to 100: critical from 90, high from 70, medium from 40, low from 10. CVSS is given beside it.',
  repository: 'Repository',
  lastScan: 'Latest scan',
  analysed: 'Analysed',
  inPart: 'In part',
  skipped: 'Left out',
  hidden: 'Ignored',
  files: 'files',
  neverScanned: 'No scan has been completed.',
  switchedOff: (names: string) => `Switched off by settings: ${names}.`,
  notAnalysed:
    'Files that were left out, analysed in part or ignored by rules of the project can hold issues that are not in this report.',
  findings: 'Findings',
  noFindings: 'No issue matches the filters of this report.',
  place: 'Place',
  status: 'Status',
  score: 'Score',
  confidence: 'Confidence',
  branch: 'Branch',
  firstSeen: 'First seen',
  decision: 'Decision',
  description: 'What was found',
  impact: 'Why it matters',
  flow: 'From source to sink',
  moreFlows: (count: number) => `${count} more ${count === 1 ? 'flow leads' : 'flows lead'} there.`,
  fix: 'How to fix it',
  before: 'The code today',
  after: 'An example of a fix',
  command: 'Command',
  patch: 'Patch',
  references: 'References',
  openInParapet: 'Open in Parapet',
  further: 'Further findings',
  furtherText: (shown: number) => `The ${shown} findings that come next, without details.`,
  omitted: (count: number) =>
    `${count} more are not listed. Export the report as CSV or SARIF for all of them, or narrow its filters.`,
  severities: { CRITICAL: 'Critical', HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low', INFO: 'Info' },
  statuses: {
    PENDING_REVIEW: 'Open',
    REVIEWING: 'Reviewing',
    PATCHING: 'Patching',
    RESOLVED: 'Resolved',
    BACKLOG: 'Backlog',
    INFORMATIONAL: 'Informational',
    NON_EXPLOITABLE: 'Not exploitable',
    FALSE_POSITIVE: 'False positive',
    ACCEPTED_RISK: 'Accepted risk',
  },
  patches: {
    NONE: 'None yet',
    QUEUED: 'Being made',
    GENERATING: 'Being made',
    VALIDATING: 'Being checked',
    READY: 'Ready to be reviewed',
    FAILED: 'Could not be made',
    UNPATCHABLE: 'No automatic patch',
  },
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
};

export type DocxTexts = Omit<typeof en, 'severities' | 'statuses' | 'patches'> & {
  readonly severities: Readonly<Record<Severity, string>>;
  readonly statuses: Readonly<Record<IssueStatus, string>>;
  readonly patches: Readonly<Record<string, string>>;
};

const de: DocxTexts = {
  locale: 'de-DE',
  contents: 'Inhalt',
  coverOf: 'Sicherheitsbericht',
  organization: 'Organisation',
  madeAt: 'Datum',
  madeBy: 'Erstellt von',
  scope: 'Umfang',
  wholeOrganization: 'Alle Repositorys, die der Verfasser sieht',
  page: 'Seite',
  of: 'von',
  summary: 'Zusammenfassung',
  open: (count, worst) =>
    count === 0
      ? 'Kein Problem ist offen.'
      : `${count} ${count === 1 ? 'Problem ist' : 'Probleme sind'} offen. ${worst} davon ${worst === 1 ? 'ist kritisch oder hoch und sollte' : 'sind kritisch oder hoch und sollten'} zuerst geprüft werden.`,
  confirmed: (count) =>
    `Bei ${count} ${count === 1 ? 'offenen Problem' : 'offenen Problemen'} ist bestätigt, dass sie ausgenutzt werden können.`,
  resolved: (count) => `${count} ${count === 1 ? 'Problem ist' : 'Probleme sind'} behoben.`,
  opened: (opened, resolved, days) =>
    `In den letzten ${days} Tagen ${opened === 1 ? 'wurde 1 Problem' : `wurden ${opened} Probleme`} gefunden und ${resolved} behoben.`,
  meanTime: (time, count) =>
    `Ein Problem war im Mittel ${time} offen (${count} ${count === 1 ? 'Behebung' : 'Behebungen'}).`,
  noResolutions: 'In dieser Zeit wurde kein Problem behoben.',
  bySeverity: 'Offene Probleme nach Schweregrad',
  severity: 'Schweregrad',
  openIssues: 'Offen',
  resolvedIssues: 'Behoben',
  meanTimeToRemediate: 'Mittlere Zeit bis zur Behebung',
  topClasses: 'Häufigste Schwachstellen',
  weakness: 'Schwachstelle',
  trend: 'Offene Probleme im Zeitverlauf',
  week: 'Woche ab',
  byApplication: 'Nach Repository und Anwendung',
  application: 'Repository, Anwendung',
  method: 'Vorgehen und Abdeckung',
  methodText:
    'Parapet analysiert Quellcode statisch: Es verfolgt Daten von dort, wo sie hereinkommen (Quelle), bis dorthin, wo sie Schaden anrichten können (Senke), und sucht Geheimnisse, unsichere Konfiguration und Pakete mit bekannten Schwachstellen. Das Programm wird nicht ausgeführt. Eine solche Analyse kann Probleme übersehen und manche melden, die keine sind. Die Konfidenz sagt, wie sicher sie sich ist.',
  severityText:
    'Der Schweregrad folgt der Bewertung von 0 bis 100: kritisch ab 90, hoch ab 70, mittel ab 40, niedrig ab 10. CVSS steht daneben.',
  repository: 'Repository',
  lastScan: 'Letzter Scan',
  analysed: 'Analysiert',
  inPart: 'Teilweise',
  skipped: 'Entfallen',
  hidden: 'Ignoriert',
  files: 'Dateien',
  neverScanned: 'Kein Scan wurde abgeschlossen.',
  switchedOff: (names) => `Durch Einstellungen ausgeschaltet: ${names}.`,
  notAnalysed:
    'Dateien, die ausgelassen, nur teilweise analysiert oder durch Regeln des Projekts ignoriert wurden, können Probleme enthalten, die nicht in diesem Bericht stehen.',
  findings: 'Befunde',
  noFindings: 'Kein Problem entspricht den Filtern dieses Berichts.',
  place: 'Stelle',
  status: 'Status',
  score: 'Bewertung',
  confidence: 'Konfidenz',
  branch: 'Branch',
  firstSeen: 'Zuerst gesehen',
  decision: 'Entscheidung',
  description: 'Was gefunden wurde',
  impact: 'Warum es wichtig ist',
  flow: 'Von der Quelle zur Senke',
  moreFlows: (count) =>
    count === 1 ? '1 weiterer Datenfluss führt dorthin.' : `${count} weitere Datenflüsse führen dorthin.`,
  fix: 'Behebung',
  before: 'Der Code heute',
  after: 'Beispiel einer Behebung',
  command: 'Befehl',
  patch: 'Patch',
  references: 'Quellen',
  openInParapet: 'In Parapet öffnen',
  further: 'Weitere Befunde',
  furtherText: (shown) => `Die nächsten ${shown} Befunde, ohne Einzelheiten.`,
  omitted: (count) =>
    `${count} weitere sind nicht aufgeführt. Exportieren Sie den Bericht als CSV oder SARIF, um alle zu erhalten, oder schränken Sie seine Filter ein.`,
  severities: { CRITICAL: 'Kritisch', HIGH: 'Hoch', MEDIUM: 'Mittel', LOW: 'Niedrig', INFO: 'Info' },
  statuses: {
    PENDING_REVIEW: 'Offen',
    REVIEWING: 'In Prüfung',
    PATCHING: 'Wird behoben',
    RESOLVED: 'Behoben',
    BACKLOG: 'Zurückgestellt',
    INFORMATIONAL: 'Zur Information',
    NON_EXPLOITABLE: 'Nicht ausnutzbar',
    FALSE_POSITIVE: 'Falsch positiv',
    ACCEPTED_RISK: 'Risiko akzeptiert',
  },
  patches: {
    NONE: 'Noch keiner',
    QUEUED: 'Wird erstellt',
    GENERATING: 'Wird erstellt',
    VALIDATING: 'Wird geprüft',
    READY: 'Zur Durchsicht bereit',
    FAILED: 'Konnte nicht erstellt werden',
    UNPATCHABLE: 'Kein automatischer Patch',
  },
  days: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
  hours: (hours) => (hours === 1 ? '1 Stunde' : `${hours} Stunden`),
};

export const docxTexts: Readonly<Record<ReportLanguage, DocxTexts>> = { en, de };
