import { bare, type Call, callAt } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Situation, Strategy } from '../../fixes/fix.ts';
import { functionAround, isBlock, unusedName } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { wording } from './wording.ts';

/** A cookie that is set without its flags gets them. */
const cookieFlags: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    const edits = call?.list && flagged(situation, call);
    return edits ? { strategy: 'insecure-cookie/flags', ...wording, edits } : undefined;
  },
};

function flagged({ source }: Situation, call: Call): Edit[] | undefined {
  switch (source.language) {
    case 'python':
      return pythonFlags(source, call);
    case 'java':
      return javaFlags(source, call);
    case 'javascript':
      return javascriptFlags(source, call);
  }
}

function pythonFlags(source: Source, call: Call): Edit[] | undefined {
  if (call.name !== 'set_cookie' && call.name !== 'set_secure_cookie') return undefined;
  const wanted: readonly (readonly [string, string])[] = [
    ['secure', 'True'],
    ['httponly', 'True'],
    ['samesite', `${source.style.quote}Lax${source.style.quote}`],
  ];
  const missing = wanted
    .filter(([name]) => !call.keywords.has(name))
    .map(([name, value]) => `${name}=${value}`);
  const wrong = wanted.slice(0, 2).flatMap(([name, value]) => {
    const given = call.keywords.get(name);
    return given && source.textOf(given) !== value ? [replaced(given, value)] : [];
  });
  const at = (call.list as SyntaxNode).end - 1;
  return [...wrong, ...(missing.length > 0 ? [{ at, end: at, text: `, ${missing.join(', ')}` }] : [])];
}

function javascriptFlags(source: Source, call: Call): Edit[] | undefined {
  const last = call.args.at(-1);
  if (!last) return undefined;
  if (/^set(?:Header)?$|^header$|^append$/.test(call.name)) {
    const { quote } = source.style;
    return [{ at: last.end, end: last.end, text: ` + ${quote}; HttpOnly; Secure; SameSite=Lax${quote}` }];
  }
  if (call.name === 'cookie' || call.name === 'setCookie' || call.name === 'set') {
    if (call.args.length === 2)
      return [
        {
          at: last.end,
          end: last.end,
          text:
            ', { httpOnly: true, secure: true, sameSite: ' +
            `${source.style.quote}lax${source.style.quote} }`,
        },
      ];
    return last.type === 'object' ? intoObject(source, last) : undefined;
  }
  // A session: its cookie's options are one level down.
  const options = bare(last);
  if (options.type !== 'object') return undefined;
  const cookie = options.children.find(
    (child) => child.type === 'pair' && source.textOf(child).startsWith('cookie'),
  );
  const value = cookie && fieldOf(cookie, 'value');
  if (value?.type === 'object') return intoObject(source, value);
  const at = options.children.at(-1)?.end;
  return cookie || at === undefined
    ? undefined
    : [{ at, end: at, text: ', cookie: { httpOnly: true, secure: true }' }];
}

function intoObject(source: Source, object: SyntaxNode): Edit[] {
  const edits: Edit[] = [];
  const missing: string[] = [];
  for (const name of ['httpOnly', 'secure']) {
    const pair = object.children.find(
      (child) => child.type === 'pair' && new RegExp(`^['"]?${name}['"]?\\s*:`).test(source.textOf(child)),
    );
    const value = pair && fieldOf(pair, 'value');
    if (!pair) missing.push(`${name}: true`);
    else if (value && source.textOf(value) !== 'true') edits.push(replaced(value, 'true'));
  }
  const last = object.children.at(-1);
  if (missing.length === 0) return edits;
  if (last) return [...edits, { at: last.end, end: last.end, text: `, ${missing.join(', ')}` }];
  return [replaced(object, `{ ${missing.join(', ')} }`)];
}

function javaFlags(source: Source, call: Call): Edit[] | undefined {
  const [first] = call.args;
  if (!first) return undefined;
  if (call.name === 'secure' || call.name === 'httpOnly')
    return source.textOf(first) === 'false' ? [replaced(first, 'true')] : undefined;
  if (call.name !== 'addCookie') return undefined;
  const statement = source.around(call.node, 'expression_statement');
  const parent = statement && source.parentOf(statement);
  if (!statement || !parent || !isBlock(parent)) return undefined;
  const indentation = source.indentationAt(statement.at);
  const { eol } = source.style;
  const lines = (name: string, flags: readonly string[]): string =>
    flags.map((flag) => `${name}.set${flag}(true);${eol}${indentation}`).join('');
  if (first.type === 'identifier') {
    const name = source.textOf(first);
    const from = functionAround(source, call.node).at;
    const before = source.text.slice(from, statement.at);
    const edits: Edit[] = [];
    const missing = ['Secure', 'HttpOnly'].filter((flag) => {
      const calls = [...before.matchAll(new RegExp(`\\b${name}\\.set${flag}\\(([^()]*)\\)`, 'g'))];
      for (const { 0: whole, 1: value = '', index } of calls)
        if (value.trim() === 'false')
          edits.push({
            at: from + index,
            end: from + index + whole.length,
            text: `${name}.set${flag}(true)`,
          });
      return calls.length === 0;
    });
    if (missing.length > 0) edits.push({ at: statement.at, end: statement.at, text: lines(name, missing) });
    return edits;
  }
  if (first.type !== 'object_creation_expression') return undefined;
  const name = unusedName(source, call.node, ['cookie', 'secureCookie', 'responseCookie']);
  if (name === undefined) return undefined;
  const declared = `Cookie ${name} = ${source.textOf(first)};${eol}${indentation}${lines(name, ['Secure', 'HttpOnly'])}`;
  return [{ at: statement.at, end: statement.at, text: declared }, replaced(first, name)];
}

export const fixes: readonly Strategy[] = [cookieFlags];
