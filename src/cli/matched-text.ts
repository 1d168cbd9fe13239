import type { MatchedAdvisories } from '../service/analysis/dependency-examination.ts';

/** Says what packages were matched with, and what to do where that is little; empty where nothing was looked up. */
export function matchedText(advisories: readonly MatchedAdvisories[]): string {
  if (advisories.length === 0) return '';
  const sets = advisories.map(({ title, advisories: count, newest }) => {
    const until = newest === undefined ? '' : `, newest ${newest}`;
    return `${title}: ${count.toLocaleString('en')}${until}`;
  });
  const said = `Matched with advisories of ${sets.join('; ')}.`;
  return advisories.every(({ thin }) => thin)
    ? `${said} These are few: other packages may be vulnerable, too. "parapet advisories update" downloads more.`
    : said;
}
