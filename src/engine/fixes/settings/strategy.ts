import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { bare, type Call, callAt } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { type NoFix, noFix, type Situation, type Strategy } from '../fix.ts';
import { functionAround, isBlock, unusedName } from '../scope.ts';
import type { Source } from '../source.ts';
import { replaced, withoutElement, withoutStatement } from '../statements.ts';
import { type Setting, settingsOf } from './found.ts';
import { type SettingRule, settingRules, settingWording } from './rules.ts';

/** Settings that weaken the program get the value that does not. */
export const goodSettings: Strategy = {
  classes: [...new Set(settingRules.flatMap(({ classes }) => classes))],
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const rules = settingRules.filter(
      ({ classes, language }) => language === source.language && classes.includes(finding.vulnClass),
    );
    const token =
      finding.vulnClass === 'jwt-misuse' && source.language === 'python' ? pythonToken(situation) : [];
    if ('reason' in token) return token;
    const edits = subjectsOf(situation)
      .flatMap((node) => settingsOf(source, node))
      .flatMap((setting) => changed(source, setting, rules));
    const wording = settingWording[finding.vulnClass];
    if (edits.length === 0 || !wording) return undefined;
    return { strategy: `${finding.vulnClass}/setting`, ...wording, edits: [...edits, ...token] };
  },
};

/** A token is verified with a key and with the algorithms that are accepted: what the call lacks of these. */
function pythonToken({ source, finding }: Situation): readonly Edit[] | NoFix {
  const call = callAt(source, source.offsetsOf(finding.range));
  if (call?.name !== 'decode' || !call.list) return [];
  const key = call.args[1] ?? call.keywords.get('key');
  if (!key)
    return noFix(
      'The token has to be verified with a key, and the call here has none. Hand over the key of whoever signs the tokens, name the algorithm, and leave the option out.',
    );
  if (call.args[2] ?? call.keywords.get('algorithms')) return [];
  const named = [
    ...source.text.matchAll(/\balgorithms?\s*=\s*(?:\[\s*)?["']((?:HS|RS|ES|PS)\d{3}|EdDSA)["']/g),
  ];
  const algorithms = new Set(named.map((match) => match[1]));
  const [only] = algorithms;
  if (only === undefined || algorithms.size !== 1)
    return noFix(
      'Verifying takes the algorithms that are accepted, and nothing in the file says which one signs the tokens. Hand over `algorithms` with that one, and leave the option out.',
    );
  const { quote } = source.style;
  const at = call.args.at(-1)?.end ?? call.list.end - 1;
  return [{ at, end: at, text: `, algorithms=[${quote}${only}${quote}]` }];
}

function subjectsOf({ source, finding, node }: Situation): SyntaxNode[] {
  const range = source.offsetsOf(finding.range);
  const call = callAt(source, range);
  return call && call.node.end === range.end ? [call.node] : [node];
}

function changed(source: Source, setting: Setting, rules: readonly SettingRule[]): Edit[] {
  const value = source.textOf(setting.value);
  const rule = rules.find(({ name, bad }) => name.test(setting.name) && bad.test(value));
  if (!rule) return [];
  if (rule.good !== undefined) return value === rule.good ? [] : [replaced(setting.value, rule.good)];
  return [
    setting.node.type.startsWith('assignment')
      ? withoutStatement(source, setting.node)
      : withoutElement(source, setting.node),
  ];
}

/** A cookie that is set without its flags gets them. */
export const cookieFlags: Strategy = {
  classes: ['insecure-cookie'],
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    const wording = settingWording['insecure-cookie'];
    const edits = call?.list && flagged(situation, call);
    return edits && wording ? { strategy: 'insecure-cookie/flags', ...wording, edits } : undefined;
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
