import type { Call, Expr, FunctionIR, ModuleIR } from '../../../ir/ir.ts';
import { dottedName, type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** What is fast by design. MD5 and SHA-1 are reported whatever they are used for. */
const fast = /^(?:sha(?:224|256|384|512)|sha3_(?:224|256|384|512)|blake2[bs])$/;

/** What a password is called. */
const password =
  /^(?:(?:\w+_)?(?:password|passwd|passphrase|pwd)|pass(?:word)?_?(?:text|raw|plain)|raw_password)$/i;

/** Functions that take a digest to make a slow one of it, or that look it up at a service for leaked ones. */
const slow = /bcrypt|argon2|scrypt|pbkdf2|pwned/i;

/** `hashlib.sha256(password.encode())`: who gets the digests tries billions of passwords a second. */
export function* fastPasswordHash(module: ModuleIR): Iterable<RuleMatch> {
  const modules = new Set<string>();
  const functions = new Set<string>();
  for (const { local, module: from, member } of module.imports) {
    if (from !== 'hashlib') continue;
    if (member === '*') modules.add(local);
    else if (fast.test(member)) functions.add(local);
  }
  if (modules.size + functions.size === 0) return;
  const isFast = ({ callee, args }: Call): boolean => {
    if (callee.k === 'var') return functions.has(callee.name);
    if (callee.k !== 'field' || callee.object.k !== 'var' || !modules.has(callee.object.name)) return false;
    const name = callee.name === 'new' ? nameIn(args[0]?.value) : callee.name;
    return fast.test(name);
  };
  for (const fn of module.functions) {
    const found: Call[] = [];
    for (const statement of fn.body)
      walk(statement, (node) => {
        if (node.k === 'call' && isFast(node) && node.args.some(({ value }) => holdsPassword(value)))
          found.push(node);
        return undefined;
      });
    if (found.length === 0 || isSlowed(fn)) continue;
    for (const { at, end } of found)
      yield {
        vulnClass: 'weak-hash',
        at,
        end,
        message:
          'This hash function is made to be fast, so guesses at the password are fast as well. Use Argon2, scrypt or bcrypt.',
        variant: 'password',
      };
  }
}

const nameIn = (expr: Expr | undefined): string =>
  expr?.k === 'const' && typeof expr.value === 'string' ? expr.value.toLowerCase().replace('-', '') : '';

function holdsPassword(value: Expr): boolean {
  let found = false;
  const visit = (node: IRNode): boolean => {
    if ((node.k === 'var' || node.k === 'field') && password.test(node.name)) found = true;
    if (node.k === 'index' && node.index.k === 'const' && password.test(String(node.index.value)))
      found = true;
    return !found;
  };
  walk(value, visit);
  return found;
}

function isSlowed(fn: FunctionIR): boolean {
  let found = false;
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'call' && slow.test(dottedName(node.callee) ?? '')) found = true;
      return !found;
    });
  return found;
}
