/** What a bug report may say: counts, versions and words of ours. Nothing here can hold a path, an address or a token. */
export interface ReportFacts {
  readonly extension: string;
  readonly editor: string;
  readonly node: string;
  readonly platform: string;
  readonly architecture: string;
  readonly ui: 'desktop' | 'web';
  /** The kind of remote, as VS Code names it; undefined for none. */
  readonly remote: string | undefined;
  readonly language: string;
  readonly isTrusted: boolean;
  readonly folders: number;
  readonly service: 'on this machine' | 'elsewhere';
  readonly activity: string;
  readonly issues: {
    readonly open: number;
    readonly all: number;
    readonly byPlace: Readonly<Record<string, number>>;
  };
  /** How many scans of the history ended in which way. */
  readonly scans: Readonly<Record<string, number>>;
  readonly settings: readonly SettingFact[];
}

export interface SettingFact {
  readonly name: string;
  readonly setIn: 'user' | 'workspace' | undefined;
  readonly value: unknown;
  /** The values that the manifest offers; any other one is not told. */
  readonly offered: readonly unknown[];
}

/** A word of VS Code's, a version, a language: no path, no host, no sentence. */
const tame = /^[\w.+-]{1,40}$/;

/** The report as Markdown, in English whatever the display language, for whoever reads it. */
export function bugReport(facts: ReportFacts): string {
  const lines = [
    `Parapet ${word(facts.extension)}`,
    `VS Code ${word(facts.editor)} (${facts.ui}), Node.js ${word(facts.node)}`,
    `Platform ${word(facts.platform)} ${word(facts.architecture)}, remote ${word(facts.remote ?? 'none')}, language ${word(facts.language)}`,
    `Workspace ${facts.isTrusted ? 'trusted' : 'not trusted'}, ${facts.folders} ${facts.folders === 1 ? 'folder' : 'folders'}`,
    `Service ${facts.service}, ${word(facts.activity)}`,
    `Issues ${facts.issues.open} shown, ${facts.issues.all} known; ${counts(facts.issues.byPlace)}`,
    `Scans ${counts(facts.scans)}`,
    ...facts.settings.map(settingLine),
  ];
  return `${lines.map((line) => `- ${line}`).join('\n')}\n`;
}

function settingLine({ name, setIn, value, offered }: SettingFact): string {
  if (setIn === undefined) return `Setting \`${word(name)}\`: default`;
  return `Setting \`${word(name)}\`: ${told(value, offered)} (${setIn})`;
}

/** Only what is a switch, a number, or one of our own words is repeated. */
function told(value: unknown, offered: readonly unknown[]): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return typeof value === 'string' && offered.includes(value) ? word(value) : 'set';
}

function counts(of: Readonly<Record<string, number>>): string {
  const entries = Object.entries(of).map(([what, count]) => `${count} ${word(what)}`);
  return entries.length === 0 ? 'none' : entries.join(', ');
}

function word(text: string): string {
  return tame.test(text) ? text : '(left out)';
}
