import type { Expr, FunctionIR, ModuleIR } from '../../../ir/ir.ts';
import { walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** Names of cookies that let whoever has them in. */
const credential = /sess|token|auth|jwt|sid\b|remember/i;
const removed = /^[^=]*=\s*(?:;|$)|max-age\s*=\s*0\b|expires\s*=\s*thu, 01[ -]jan[ -]1970/i;
/** What is not known stands here. */
const unknown = '\0';

/** `response.addHeader("Set-Cookie", "token=" + token + "; Path=/")`: a cookie whose attributes are written out. */
export function* writtenCookies(module: ModuleIR): Iterable<RuleMatch> {
  for (const fn of module.functions) {
    const found: RuleMatch[] = [];
    for (const statement of fn.body)
      walk(statement, (node) => {
        if (node.k !== 'call' || node.callee.k !== 'field' || !/^(?:set|add)Header$/.test(node.callee.name))
          return true;
        const [name, value] = node.args.map((arg) => arg.value);
        if (name?.k !== 'const' || !/^set-cookie$/i.test(String(name.value)) || !value) return true;
        const message = wrongIn(textOf(value, fn));
        if (message) found.push({ vulnClass: 'insecure-cookie', at: node.at, end: node.end, message });
        return true;
      });
    yield* found;
  }
}

function wrongIn(text: string): string | undefined {
  // What follows anything but the sign of equality may be attributes.
  if (!text.includes('=') || new RegExp(`[^=]${unknown}$`).test(text) || removed.test(text)) return undefined;
  const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
  if (attributes.some((attribute) => attribute.includes(unknown) && !attribute.includes('=')))
    return undefined;
  const has = (wanted: string): boolean => attributes.some((attribute) => attribute.toLowerCase() === wanted);
  if (!has('secure'))
    return 'The cookie may be sent over unencrypted connections: the attribute `Secure` is missing.';
  return has('httponly') || !credential.test(pair)
    ? undefined
    : 'Scripts of the page can read this cookie: the attribute `HttpOnly` is missing.';
}

/** A text that is put together, as far as it stands there. */
function textOf(value: Expr, fn: FunctionIR, variables = 3): string {
  if (value.k === 'const') return String(value.value);
  if (value.k === 'binary' && value.op === '+')
    return textOf(value.left, fn, variables) + textOf(value.right, fn, variables);
  if (value.k === 'var' && variables > 0) {
    const written = initialOf(value.name, fn);
    if (written) return textOf(written, fn, variables - 1);
  }
  return unknown;
}

/** What a variable is declared with, where nothing else is put into it. */
function initialOf(name: string, fn: FunctionIR): Expr | undefined {
  const written: (Expr | undefined)[] = [];
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (
        (node.k === 'declare' || node.k === 'assign') &&
        node.target.k === 'var' &&
        node.target.name === name
      )
        written.push(node.k === 'declare' ? node.init : undefined);
      return true;
    });
  const [only, ...others] = written;
  return others.length === 0 && only?.k !== 'var' ? only : undefined;
}
