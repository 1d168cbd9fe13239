import type { Range } from '../../finding.ts';
import { statementOf } from './statement.ts';

/** The code of a finding as its snippet shows it: a call taken apart, for an example in its own names. */
export interface Code {
  /** The call with what stands before its dot, or the first line where there is no call. */
  readonly text: string;
  /** What is called: `db.query`. */
  readonly callee: string;
  /** What stands before the last dot: `db`; the callee itself where there is none. */
  readonly receiver: string;
  /** The last name of the callee: `query`. */
  readonly name: string;
  readonly args: readonly string[];
  /** The argument, or the right side of an assignment, that is computed. */
  readonly value: string;
  /** The innermost part of `value` that is computed: a value of an object, of a keyword, of a text that is put together. */
  readonly part: string;
  /** The first line as it stands. */
  readonly line: string;
  /** The arguments behind `value`, each with a comma before it. */
  readonly others: string;
  /** The left side of an assignment, in whose right side the finding is; `result` where there is none. */
  readonly target: string;
}

interface Place {
  readonly snippet: string;
  readonly range: Range;
}

/** Characters of one expression in an example. */
const longest = 160;

/** Takes the code of a finding apart. The snippet has the range's lines, without the white space before the first. */
export function codeOf({ snippet, range }: Place): Code {
  const text = withoutComment(snippet);
  const at = startOf(text, range);
  const found = at === undefined ? undefined : callAt(text, at);
  const [line = ''] = text.split('\n', 1);
  const whole = line.trim();
  const { left, right } = assignmentOf(line) ?? {};
  const target = left ?? 'result';
  if (!found) {
    const value = right ?? whole.replace(/;$/, '').replace(/^(?:return|throw|yield|await)\s+/, '');
    return {
      text: shortened(whole),
      callee: left ?? firstName(whole),
      receiver: (left ?? firstName(whole)).replace(/\.\w+$/, ''),
      name: (left ?? firstName(whole)).split('.').at(-1) ?? 'value',
      args: [value],
      value: shortened(value),
      part: partOf(shortened(value)),
      line: whole,
      others: '',
      target,
    };
  }
  const { callee, args } = found;
  const bare = callee.replace(/^new\s+/, '');
  const dot = bare.lastIndexOf('.');
  const value = args.find(isComputed) ?? args[0] ?? (dot < 0 ? 'value' : bare.slice(0, dot));
  return {
    text: shortened(found.text),
    callee,
    receiver: dot < 0 ? bare : bare.slice(0, dot),
    name: bare.slice(dot + 1),
    args: args.map(shortened),
    value: shortened(value),
    part: partOf(shortened(value)),
    line: whole,
    others: args
      .slice(args.indexOf(value) + 1)
      .map((arg) => `, ${shortened(arg)}`)
      .join(''),
    target,
  };
}

/** The name that a line assigns to, without the words of a declaration, and what it assigns; undefined for another line. */
function assignmentOf(line: string): { readonly left: string; readonly right: string } | undefined {
  const sign = /[^=!<>]=(?!=)/.exec(line);
  if (!sign) return undefined;
  const declared = line
    .slice(0, sign.index + 1)
    .replace(/\+$/, '')
    .trim();
  const left = declared.split(/\s+/).at(-1) ?? '';
  const right = line
    .slice(sign.index + 2)
    .trim()
    .replace(/;$/, '')
    .trim();
  const isTarget = /^[\w.$[\]'"]+$/.test(left) && /^[\w\s.$[\]'"<>,?]*$/.test(declared);
  return isTarget && right !== '' ? { left, right } : undefined;
}

/** What is computed in an object, a keyword argument or a text that is put together. */
function partOf(value: string): string {
  const isObject = value.startsWith('{') && value.endsWith('}') && /\w["']?\s*:/.test(value);
  const inside = isObject ? value.slice(1, -1) : undefined;
  if (inside !== undefined) {
    const parts = bracketed(`(${inside})`, 0)?.parts ?? [inside];
    const values = parts.map((part) => part.replace(/^["']?\$?\w+["']?\s*:\s*/, ''));
    const computed = values.findLast((part) => isComputed(part) && part !== value);
    return computed === undefined ? value : partOf(computed);
  }
  const keyword = /^\*{0,2}(?:\w+=(?!=))?([\s\S]+)$/.exec(value)?.[1] ?? value;
  const [first] = statementOf(keyword, () => '?')?.values ?? [];
  return (first ?? keyword).replace(/![rsa]$/, '');
}

const firstName = (line: string): string => /[A-Za-z_$][\w$.]*/.exec(line)?.[0] ?? 'value';

/** An example is for reading: what is longer is cut, and says so. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
}

/** A comment at the end of the first line is not part of the example. */
const withoutComment = (text: string): string =>
  text.replaceAll(/[ \t]+(?:\/\/|#)[ \t][^\n'"`]*$/gm, '').slice(0, 2_000);

/** Where the range begins in the snippet, whose first line has lost its white space. */
function startOf(text: string, { startLine, startColumn, endLine, endColumn }: Range): number | undefined {
  const length = endColumn - startColumn;
  for (let at = Math.min(startColumn - 1, text.length - 1); at >= 0; at--) {
    if (!/[\w$'"`([]/.test(text.charAt(at)) || /[\w$]/.test(text.charAt(at - 1))) continue;
    const end = startLine === endLine ? at + length : undefined;
    if (
      end !== undefined &&
      (end > text.length || (/[\w$]/.test(text.charAt(end)) && /[\w$]/.test(text.charAt(end - 1))))
    )
      continue;
    const call = callAt(text, at);
    if (call && (end === undefined || call.end === end)) return at;
  }
  const [first = ''] = text.split('\n', 1);
  const open = first.indexOf('(');
  return open < 0 ? undefined : (/[\w$.]+$/.exec(first.slice(0, open))?.index ?? undefined);
}

interface FoundCall {
  readonly text: string;
  readonly callee: string;
  readonly args: readonly string[];
  readonly end: number;
}

/** The call whose callee begins at, or has its last name at, an offset. */
function callAt(text: string, at: number): FoundCall | undefined {
  const start = chainStart(text, at);
  const before = text.slice(start, at);
  const own = /^(?:new\s+)?[\w$]+(?:\??\.[\w$]+|<[\w$<>, ?]*>)*/.exec(text.slice(at))?.[0];
  if (own === undefined) return undefined;
  const open = at + own.length;
  if (text.charAt(open) !== '(') return chained(text, at);
  const inside = bracketed(text, open);
  if (!inside) return undefined;
  const callee = before + own;
  return { text: callee + text.slice(open, inside.end), callee, args: inside.parts, end: inside.end };
}

/** Where the chain begins that a name ends: `request` of `request.getSession().set`. */
function chainStart(text: string, at: number): number {
  let start = at;
  while (text.charAt(start - 1) === '.') {
    let to = start - 1;
    if (text.charAt(to - 1) === '?') to--;
    for (let depth = 0; to > 0; to--) {
      const ch = text.charAt(to - 1);
      if (/[)\]]/.test(ch)) depth++;
      else if (/[([]/.test(ch)) {
        if (--depth < 0) break;
      } else if (depth === 0 && !/[\w$]/.test(ch)) break;
    }
    if (to === start - 1) break;
    start = to;
  }
  const created = text.slice(0, start).search(/\bnew\s+$/);
  return created < 0 ? start : created;
}

/** `first(…).second(…)`: the last call of the chain. */
function chained(text: string, at: number): FoundCall | undefined {
  const open = text.indexOf('(', at);
  const line = text.indexOf('\n', at);
  if (open < 0 || (line >= 0 && open > line)) return undefined;
  const callee = /[\w$.]+$/.exec(text.slice(at, open))?.[0];
  const inside = callee === undefined ? undefined : bracketed(text, open);
  return callee === undefined || !inside
    ? undefined
    : { text: text.slice(at, inside.end), callee, args: inside.parts, end: inside.end };
}

/** What stands between brackets, parted at the commas of their own level. */
function bracketed(
  text: string,
  open: number,
): { readonly parts: readonly string[]; readonly end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  let quote = '';
  for (let at = open; at < text.length; at++) {
    const ch = text.charAt(at);
    if (quote !== '') {
      if (ch === '\\') at++;
      else if (ch === quote) quote = '';
    } else if (/["'`]/.test(ch)) quote = ch;
    else if (/[([{]/.test(ch)) depth++;
    else if (/[)\]}]/.test(ch) && --depth === 0) {
      const last = text.slice(from, at).trim();
      return { parts: last === '' ? parts : [...parts, last], end: at + 1 };
    } else if (ch === ',' && depth === 1) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return undefined;
}

/** Whether an argument is more than a literal, a function or an option. */
const isComputed = (arg: string): boolean =>
  !/^(?:[bru]?(["'`])(?:\\.|\$(?!\{)|(?!\1)[^\\$])*\1|[\d.]+|true|false|null|None|True|False|\{\s*\}|\w+\.class|new \w+(?:Context|Configuration)?\([^"'+]*\)|\w+=(?:[\d.]+|True|False|None|"[^"]*"|'[^']*')|\(.*\)\s*=>.*|\w+\s*=>.*)$/s.test(
    arg,
  ) && !/^(?:res|response|resp|req|request|this|self|conn|connection|cursor|session|ctx)$/.test(arg);
