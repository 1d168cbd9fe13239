/** Regular expressions for addresses that say which host is meant: `^https:\/\/(?:www\.)?example\.com\/`. */

/** One part of a host's name, written out. */
const label = String.raw`[\w-]+`;
/** Characters of host names only: none ends the host. */
const set = String.raw`(?:\[(?:[a-zA-Z0-9_.-]|\\[wd.-])+\]|\\w)`;
const open = String.raw`\((?:\?:)?`;
/** What may stand in front of the name that counts; all of it ends in a dot, so that nothing is put before the name itself. */
const before = [
  String.raw`${label}\\\.`,
  String.raw`${set}\+\\\.`,
  String.raw`${open}(?:${label}|${set}[+*]?)(?:\|${label})*\)\\\.`,
  String.raw`${open}(?:${label}\\\.|${set}[+*]\\\.)+\)[?*+]?`,
].join('|');
/** The last two labels; those in front of them stand before it. */
const name = String.raw`${label}\\\.${label}`;
const names = String.raw`${label}(?:\\\.${label})+`;
const host = String.raw`(?:${before})*(?:${name}|localhost|${open}${names}(?:\|${names})*\))`;
const scheme = String.raw`(?:https\??|http|wss\??|ws|${open}https?\??(?:\|https?)*\))`;
const slash = String.raw`\\?\/`;
/** A character that ends the host, or the end of the text. */
const ending = String.raw`(?:${slash}|\\?\?|#|\$|\[[\\/?#]+\])`;
const port = String.raw`(?:${open}:\\d\+\)\??|:\d+)?`;
/** Not there where it need not be. */
const there = `(?![?*{])`;
const ends = [
  `${slash}${there}`,
  String.raw`(?:${slash}\?)?(?:\$|\\Z)$`,
  String.raw`${open}${slash}[^|()]*\)\?\$$`,
  String.raw`\[[\\/?#]+\]${there}`,
  String.raw`${open}${ending}(?:\|${ending})*\)${there}`,
  String.raw`\(\?=${ending}(?:\|${ending})*\)`,
].join('|');

const anchored = new RegExp(String.raw`^(?:\^|\\A)${scheme}:${slash}${slash}${host}${port}(?:${ends})`);
const fromStart = new RegExp(`^${scheme}:${slash}${slash}${host}${port}(?:${ends})`);
const whole = new RegExp(
  String.raw`^${scheme}:${slash}${slash}${host}${port}(?:${open}${slash}[^|()]*\)\?)?$`,
);

/** The end of a host's name, after a dot or with nothing before it. */
const ended = new RegExp(
  String.raw`(?:^\^|\\\.|${open}\^\|\\\.\)|\\\.\)[?*]?)(?:${label}\\\.)*${name}(?:\$|\\Z)$`,
);

/** What is longer is no pattern of an address. */
const longest = 300;

/**
 * Whether an address that matches leads to a host that the pattern names.
 * @param how the text is matched as a whole, from its beginning, or anywhere
 */
export function namesHost(source: string, how: 'whole' | 'start' | 'anywhere'): boolean {
  if (source.length > longest || !source.includes('/')) return false;
  if (anchored.test(source)) return true;
  return how !== 'anywhere' && (fromStart.test(source) || (how === 'whole' && whole.test(source)));
}

/** Whether a host that matches is of a domain that the pattern names: `\.example\.com$`, `^(?:.+\.)?example\.com$`. */
export const namesDomain = (source: string): boolean => source.length <= longest && ended.test(source);
