import type { TemplateSettings } from '../../libraries/hooks.ts';

/**
 * What holds for templates that a file asks for, where a repository may have several applications: the place where the nearest one
 * is made, and how that one or a file that belongs to it says that values are escaped.
 */
export function settingsAt(
  all: readonly TemplateSettings[],
  path: string,
): Pick<TemplateSettings, 'escapes' | 'made'> {
  const applications = all.filter(({ made }) => made);
  const own = nearest(applications, path);
  const said = all.filter(
    (one) => one.escapes !== undefined && (own === undefined || nearest(applications, one.path) === own),
  );
  const escapes = nearest(said, path)?.escapes;
  return { ...(own?.made && { made: own.made }), ...(escapes !== undefined && { escapes }) };
}

/** The one whose file shares most folders with a path; the first of several. */
function nearest(all: readonly TemplateSettings[], path: string): TemplateSettings | undefined {
  let best: { readonly one: TemplateSettings; readonly folders: number } | undefined;
  for (const one of all) {
    const folders = one.path === path ? Number.POSITIVE_INFINITY : commonFolders(one.path, path);
    if (!best || folders > best.folders) best = { one, folders };
  }
  return best?.one;
}

function commonFolders(a: string, b: string): number {
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const differs = left.findIndex((part, i) => part !== right[i]);
  return differs < 0 ? left.length : differs;
}
