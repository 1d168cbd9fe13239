import { closingBracket, walkCode } from './code-scan.ts';

/** Which names code speaks of, and which it declares, told without parsing it. */

const token =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|(\.{3}|\?\.|\.)|([A-Za-z_$][\w$]*)/g;

/** Words of the language, and what is the same everywhere. */
const known = new Set(
  `await async break case catch class const continue debugger default delete do else enum export extends false finally for
   function if import in instanceof let new null of return super switch this throw true try typeof undefined var void while
   with yield as satisfies keyof Infinity NaN isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI
   encodeURIComponent Math Number Date Array Object Boolean String RegExp Map Set JSON Intl BigInt console Error Symbol
   $event arguments`.split(/\s+/),
);

/** Names that an expression uses, other than as a member of something. */
export function namesUsed(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  let isMember = false;
  for (const [, dot, name] of code.matchAll(token)) {
    if (name !== undefined && !isMember && !known.has(name)) names.add(name);
    isMember = dot === '.' || dot === '?.';
  }
  return names;
}

/** Names that stand before a call's bracket in it. */
export function namesCalled(code: string): ReadonlySet<string> {
  return new Set(
    [...code.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)\s{0,9}(?:\?\.)?\(/g)].map(([, name = '']) => name),
  );
}

const declaring =
  /(?<![\w$.])(?:(const|let|var|import)|(?:async\s{1,9})?(?:function|class|enum)\s{0,9}\*?)\s{0,99}([\w$]*)/g;
/** Characters of one declaration's names. */
const longestDeclaration = 4_000;

/** Names that a script declares or imports, here or in functions of it. */
export function namesDeclared(script: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of script.matchAll(declaring)) {
    const [whole, list, name = ''] = match;
    if (name) names.add(name);
    if (list === undefined) continue;
    const from = match.index + whole.length;
    const rest = script.slice(from, from + longestDeclaration);
    const end =
      list === 'import'
        ? rest.search(/['"]/)
        : name === '' && /^[{[]/.test(rest)
          ? closingBracket(rest, 1, rest.length, rest[0] === '{' ? '}' : ']')
          : rest.search(/=(?!>)|;|\n\s{0,99}(?![\s,])|\bof\b/);
    for (const used of namesUsed(end === undefined || end < 0 ? '' : rest.slice(0, end))) names.add(used);
  }
  return names;
}

/** Keys of the object, or texts of the list, that stands under a key somewhere in a script: `props: ['a']`, `methods: { a() {} }`. */
export function keysUnder(script: string, section: string): readonly string[] {
  const keys = new Set<string>();
  const opening = new RegExp(String.raw`(?<![\w$.])${section}\s{0,9}:\s{0,99}([{[])`).exec(script);
  if (!opening) return [];
  const isList = opening[1] === '[';
  const from = opening.index + opening[0].length;
  let isKey = true;
  walkCode(script, from, script.length, (char, at, depth) => {
    if (depth > 0) return false;
    if (char === (isList ? ']' : '}')) return true;
    if (char === ',') isKey = true;
    else if (isKey && char > ' ' && char !== '/') {
      const [, key = ''] =
        /^(?:async\s{1,9}|get\s{1,9})?['"]?([A-Za-z_$][\w$]*)/.exec(script.slice(at, at + 200)) ?? [];
      if (key) keys.add(key);
      isKey = false;
    }
    return false;
  });
  return [...keys];
}
