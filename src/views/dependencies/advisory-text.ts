import * as l10n from '@vscode/l10n';

interface Told {
  readonly title: string;
  readonly advisories: number;
  readonly newest?: string | undefined;
  readonly thin: boolean;
}

/** Returns what is said of a source of advisories in one line: how many there are, and how new. */
export function setText({ title, advisories, newest, thin }: Told): string {
  const count = advisories.toLocaleString();
  const said =
    newest === undefined
      ? l10n.t('{0}: {1} advisories', title, count)
      : l10n.t('{0}: {1} advisories until {2}', title, count, newest);
  return thin ? l10n.t('{0} (few)', said) : said;
}
