import type { Call, Expr, FunctionIR, ModuleIR } from '../../../ir/ir.ts';
import { type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** What is fast by design. MD5 and SHA-1 are reported whatever they are used for. */
const fast = /^SHA-?(?:224|256|384|512|3-\d{3})(?:\/\d{3})?$/i;

/** `DigestUtils.sha256Hex(password)`, `DigestUtil.sha512(password)`, `Sha256Hash(password)`. */
const digests = /^(?:sha(?:224|256|384|512)|sha3_(?:224|256|384|512))(?:Hex)?$/;
const digestTypes = /\.(?:DigestUtils|DigestUtil|SecureUtil)$/;

/** What a password is called. */
const password = /^(?:[a-z]+|\w+_)?(?:password|passwd|passphrase|pwd)(?:text|raw|plain|bytes|chars)?$/i;
/** What is called after a password, but is none: its hash, its place, how long it is. */
const derived = /hash|encod|encrypt|digest|stored|expected|salt|length|field|path|file|reset/i;

const namesPassword = (name: string): boolean => password.test(name) && !derived.test(name);

/** `MessageDigest.getInstance("SHA-256").digest(password.getBytes())`: who gets the digests tries billions a second. */
export function* fastPasswordHash(module: ModuleIR): Iterable<RuleMatch> {
  for (const fn of module.functions) {
    for (const { at, end } of digestsOfPasswords(fn))
      yield {
        vulnClass: 'weak-hash',
        at,
        end,
        message:
          'This hash function is made to be fast, so guesses at the password are fast as well. Use Argon2, scrypt or bcrypt.',
        variant: 'password',
        confidence: 70,
      };
  }
}

/** Where the function asks for a fast digest that it then feeds a password; none where it repeats that, to be slow. */
function digestsOfPasswords(fn: FunctionIR): readonly Call[] {
  const makers = new Map<string, Call>();
  const found = new Set<Call>();
  let isRepeated = false;
  const visit = (node: IRNode, inLoop: boolean): void => {
    walk(node, (inner) => {
      if (inner !== node && (inner.k === 'loop' || inner.k === 'foreach')) {
        visit(inner, true);
        return false;
      }
      if (inner.k === 'declare' && inner.target.k === 'var' && inner.init && isMaking(inner.init))
        makers.set(inner.target.name, inner.init);
      if (inner.k === 'assign' && inner.target.k === 'var' && isMaking(inner.value))
        makers.set(inner.target.name, inner.value);
      const place = inner.k === 'call' ? fedBy(inner, makers) : undefined;
      if (place) {
        if (inLoop) isRepeated = true;
        if (inner.k === 'call' && inner.args.some(({ value }) => holdsPassword(value))) found.add(place);
      }
      return true;
    });
  };
  for (const statement of fn.body) visit(statement, statement.k === 'loop' || statement.k === 'foreach');
  return isRepeated ? [] : [...found];
}

const isMaking = (expr: Expr): expr is Call => {
  if (expr.k !== 'call' || expr.callee.k !== 'field' || expr.callee.name !== 'getInstance') return false;
  const { object } = expr.callee;
  const [first] = expr.args;
  return (
    object.k === 'type' &&
    object.type.candidates.includes('java.security.MessageDigest') &&
    first?.value.k === 'const' &&
    typeof first.value.value === 'string' &&
    fast.test(first.value.value)
  );
};

/** Where the digest was asked for that a call feeds. */
function fedBy(call: Call, makers: ReadonlyMap<string, Call>): Call | undefined {
  const { callee } = call;
  if (callee.k !== 'field') return undefined;
  const { object, name } = callee;
  if (object.k === 'type')
    return digests.test(name) && object.type.candidates.some((type) => digestTypes.test(type))
      ? call
      : undefined;
  if (name !== 'digest' && name !== 'update') return undefined;
  if (object.k === 'var') return makers.get(object.name);
  return isMaking(object) ? object : undefined;
}

function holdsPassword(value: Expr): boolean {
  let found = false;
  walk(value, (node) => {
    if (node.k === 'var' && namesPassword(node.name)) found = true;
    if (node.k === 'field' && namesPassword(node.name.replace(/^get(?=[A-Z])/, ''))) found = true;
    if (node.k === 'const' && /^(?:password|passwd|pwd)$/i.test(String(node.value))) found = true;
    return !found;
  });
  return found;
}
