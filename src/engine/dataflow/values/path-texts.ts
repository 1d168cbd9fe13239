/** What a pattern says of a path: whether it is `..`, leads up, or begins at the root. */
import { bitOf, type Mask, maskOf, noClass } from './masks.ts';

const path = bitOf('path-traversal');
const noWayUp = bitOf('no-way-up');
const singleName = maskOf(['single-name', 'no-first-slash']);

/** A set of characters, of which the whole text is. */
const onlySet = /^\[(?:\\[\s\S]|[^\]\\])*\]$/;

/** A longer pattern would take long to read. */
const longest = 2_000;

const absolute = ['/', '/a', '/1', '/a/b', '/a.b', '/A'];

/** What is shown of texts that a pattern matches, in which no way up is written: they may still be `..` alone, or absolute. */
export function pathIn(source: string, mask: Mask): Mask {
  const fits = source.length > longest ? undefined : wholeOf(source);
  const dots = fits ? fits('..') : source.includes('.');
  const rooted = fits ? absolute.some(fits) : source.includes('/');
  if (!dots && !rooted) return mask;
  const facts = dots ? singleName : noWayUp;
  return mask.without(path).or(dots && rooted ? noClass : facts);
}

/** What is shown of texts from which some are kept out. */
export function pathWithout(isOut: (text: string) => boolean): Mask {
  if (isOut('/')) return isOut('..') ? singleName.or(noWayUp) : singleName;
  return isOut('..') || isOut('../') ? noWayUp : noClass;
}

/** Whether a text fits a pattern as a whole; undefined where the pattern cannot be read in JavaScript's notation. */
function wholeOf(source: string): ((text: string) => boolean) | undefined {
  const own = onlySet.test(source) ? `${source}+` : source;
  try {
    const pattern = new RegExp(
      `^(?:${own
        .replace(/\\A/g, '^')
        .replace(/\\[zZ]/g, '$')
        .replace(/\(\?P</g, '(?<')})$`,
    );
    return (text) => pattern.test(text);
  } catch {
    return undefined;
  }
}
