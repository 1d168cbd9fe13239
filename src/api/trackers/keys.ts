import type { Tracker } from '../contract/integrations/trackers.ts';

type Named = Pick<Tracker, 'type' | 'project'>;

/**
 * Whether a key (`SEC-7`, `owner/name#7`) is one of a project. The credentials of a tracker may see more than the project that an
 * administrator chose, and those who decide about issues may not.
 */
export const isOfProject = (project: string, key: string): boolean =>
  key.replace(/[#-]\d+$/, '').toLowerCase() === project.toLowerCase();

/**
 * The key that a person means in a tracker: as the tracker writes it, or its number alone.
 * @returns undefined where it names none of the tracker's project
 */
export function trackerKey({ type, project }: Named, text: string): string | undefined {
  const mark = type === 'github' || type === 'gitlab' ? '#' : '-';
  const [, number] = /^#?(\d{1,9})$/.exec(text.trim()) ?? [];
  if (number !== undefined) return `${project}${mark}${number}`;
  const [, own, , last] = /^(.+)([#-])(\d{1,9})$/.exec(text.trim()) ?? [];
  return own?.toLowerCase() === project.toLowerCase() ? `${project}${mark}${last}` : undefined;
}

/** Whether a text is the address of a page. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && ['https:', 'http:'].includes(url.protocol) && text.trim().length <= 2000;
}
