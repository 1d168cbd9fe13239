/** Whether a rule's `paths` have a file. */
export const isIncluded = (path: string, include: readonly string[], exclude: readonly string[]): boolean =>
  (include.length === 0 || include.some((glob) => globOf(glob).test(path))) &&
  !exclude.some((glob) => globOf(glob).test(path));

const globs = new Map<string, RegExp>();

/** A glob as in `.gitignore`: without a slash in it, it is the name of a file or folder anywhere. */
function globOf(glob: string): RegExp {
  const known = globs.get(glob);
  if (known) return known;
  if (globs.size > 2_000) globs.clear();
  const isAnchored = glob.replace(/\/$/, '').includes('/') && !glob.startsWith('**/');
  const body = glob.replace(/^\//, '').replace(/\/$/, '');
  let source = '';
  for (let at = 0; at < body.length; at++) {
    const char = body[at] ?? '';
    if (body.startsWith('**/', at)) {
      source += '(?:[^/]*/)*';
      at += 2;
    } else if (body.startsWith('**', at)) {
      source += '.*';
      at++;
    } else if (char === '*') source += '[^/]*';
    else if (char === '?') source += '[^/]';
    else source += char.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  }
  const regex = new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${source}(?:/.*)?$`);
  globs.set(glob, regex);
  return regex;
}
