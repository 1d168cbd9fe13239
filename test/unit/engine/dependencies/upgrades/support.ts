import type { Advisory, AdvisorySource } from '../../../../../src/engine/dependencies/advisory.ts';
import type { ProjectFiles } from '../../../../../src/engine/dependencies/package.ts';

/** An advisory of one range; of the package `paint` of npm where nothing else is said. */
export const advisory = (
  id: string,
  introduced: string,
  fixed: string | undefined,
  of: Pick<Advisory['affected'][number], 'ecosystem' | 'name'> = { ecosystem: 'npm', name: 'paint' },
): Advisory => ({
  id,
  aliases: [],
  cwes: [],
  cvss: [],
  affected: [
    {
      ...of,
      ranges: [{ introduced, ...(fixed !== undefined && { fixed }) }],
      versions: [],
      symbols: [],
    },
  ],
  sources: ['a test'],
  references: [],
});
/** The files of a project, by path. */
export const project = (texts: Readonly<Record<string, string>>): ProjectFiles => ({
  paths: Object.keys(texts),
  read: (path) => texts[path],
});

/** A source that has these advisories. */
export const sourceOf = (advisories: readonly Advisory[]): AdvisorySource => ({
  name: 'a test',
  find: (_, name) => advisories.filter(({ affected }) => affected.some((one) => one.name === name)),
});
