/**
 * Templates of Helm charts as YAML of the same length, so that every offset stays. Defaults of the chart's values take the place
 * of plain actions; what is decided by logic stays as if each branch was taken, and what is not known has a mark.
 */
import type { ProjectFiles } from '../../dependencies/package.ts';
import { type LocatedValue, valueAt } from '../../files/structured/value.ts';
import { readYaml } from '../../files/structured/yaml.ts';
import { unknownMark, writtenText } from '../values.ts';

/** Returns the folder of the chart that a template is of, with its slash; undefined for a file of no chart. */
export function chartOf(path: string, files: ProjectFiles): string | undefined {
  const at = path.lastIndexOf('templates/');
  if (at < 0 || (at > 0 && path.charAt(at - 1) !== '/')) return undefined;
  const folder = path.slice(0, at);
  return files.read(`${folder}Chart.yaml`) === undefined ? undefined : folder;
}

/** Returns the template with its actions replaced, and whether some of them decide what is there. */
export function rendered(
  text: string,
  folder: string,
  files: ProjectFiles,
): { readonly text: string; readonly isPartial: boolean } {
  const values = valuesOf(folder, files);
  let result = '';
  let from = 0;
  let isPartial = false;
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', from)) {
    const close = text.indexOf('}}', at);
    const end = close < 0 ? text.length : close + 2;
    const action = text.slice(at, end);
    result += text.slice(from, at);
    const made = replacement(
      action,
      isAlone(text, at, end),
      lineOf(text, at),
      isWhole(text, at, end) ? values : undefined,
    );
    isPartial ||= made.isPartial;
    result = made.dropsIndent ? result.slice(0, result.lastIndexOf('\n') + 1) : result;
    result += made.text;
    from = end;
  }
  return { text: result + text.slice(from), isPartial };
}

function valuesOf(folder: string, files: ProjectFiles): LocatedValue | undefined {
  try {
    return readYaml(files.read(`${folder}values.yaml`) ?? '').root;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Made {
  readonly text: string;
  readonly isPartial: boolean;
  /** The text has the indentation of its line, too. */
  readonly dropsIndent?: true;
}

function replacement(
  action: string,
  isWholeLine: boolean,
  indentation: string,
  values: LocatedValue | undefined,
): Made {
  const blank = action.replace(/[^\r\n]/g, ' ');
  const inner = action
    .replace(/^\{\{-?/, '')
    .replace(/-?\}\}$/, '')
    .trim();
  if (inner.startsWith('/*')) return { text: blank, isPartial: false };
  const [word = ''] = /^[a-z]+/.exec(inner) ?? [];
  if (
    /^(?:if|else|end|range|with|define|block|template|break|continue)$/.test(word) ||
    /^\$\w*\s*:?=/.test(inner)
  )
    return { text: blank, isPartial: word !== 'end' };
  const width = indentation.length + action.length;
  const depth = /\|\s*n?indent\s+(\d{1,2})$/.exec(inner)?.[1];
  if (isWholeLine && depth !== undefined && !action.includes('\n')) {
    const line = `${' '.repeat(Number(depth))}${unknownMark}: ${unknownMark}`;
    const isShort = line.length <= width;
    return isShort
      ? { text: line.padEnd(width), isPartial: true, dropsIndent: true }
      : { text: blank, isPartial: true };
  }
  const known = plainValue(inner, values);
  if (known !== undefined && known.length <= action.length)
    return { text: known.padEnd(action.length), isPartial: false };
  // A mark with blanks would begin a comment, or end a text in quotation marks.
  return { text: action.replace(/[^\r\n]/g, unknownMark), isPartial: depth !== undefined };
}

/** `.Values.a.b`, with a default and quotation marks around it or not: only values of one word, since blanks follow. */
function plainValue(inner: string, values: LocatedValue | undefined): string | undefined {
  const [, path = '', fallback] =
    /^\.Values\.([\w.]+)(?: *\| *default +"?([\w./:-]+)"?)?(?: *\| *(?:quote|toString|int))?$/.exec(inner) ??
    [];
  if (path === '') return undefined;
  const written = writtenText(valueAt(values, ...path.split('.')));
  const value = written === undefined || written === '' || written === 'null' ? fallback : written;
  return value !== undefined && /^[\w./:@-]+$/.test(value) ? value : undefined;
}

/** The white space before an action, where nothing else is. */
const lineOf = (text: string, at: number): string => {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return before.trim() === '' ? before : '';
};

/** Whether an action is all of a value: blanks after it change nothing then. */
function isWhole(text: string, at: number, end: number): boolean {
  const next = text.indexOf('\n', end);
  const after = text.slice(end, next < 0 ? text.length : next);
  return /(?:: |- )$/.test(text.slice(Math.max(0, at - 2), at)) && /^\s*(?:#|$)/.test(after);
}

function isAlone(text: string, at: number, end: number): boolean {
  const next = text.indexOf('\n', end);
  const after = text.slice(end, next < 0 ? text.length : next);
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return before.trim() === '' && after.trim() === '';
}
