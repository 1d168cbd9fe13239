import type { ClassIR, Decorator, Expr, FunctionIR, ModuleIR, Stmt, TypeRef } from '../../../ir/ir.ts';
import { decoratorArgs, walk } from '../../../ir/walk.ts';
import { anywhere, type Rule, type RuleMatch, whereWritten } from '../../../rules/rule.ts';
import { writtenCookies } from './cookies.ts';
import { exposedExceptions } from './exceptions.ts';
import { fixedNonces } from './nonces.ts';
import { fastPasswordHash } from './passwords.ts';
import { namedClasses } from './polymorphism.ts';
import { weakRandom } from './random.ts';

const isOneOf = (type: TypeRef | undefined, names: RegExp): boolean =>
  type?.candidates.some((name) => names.test(name)) ?? false;

const inherits = (cls: ClassIR, names: RegExp): boolean =>
  cls.supers.some((base) => !('k' in base) && isOneOf(base, names));

function annotation({ expr }: Decorator): TypeRef | undefined {
  const written = expr.k === 'call' ? expr.callee : expr;
  return written.k === 'type' ? written.type : undefined;
}

/** The value of an annotation's element: `value` is the one without a name. */
function element(decorator: Decorator, ...names: readonly string[]): Expr | undefined {
  return decoratorArgs(decorator).find((arg) => names.includes(arg.name ?? 'value'))?.value;
}

// ── TLS ──────────────────────────────────────────────────────────────────────────────────────────────────────

const trustsAnyone = {
  vulnClass: 'tls-verification-disabled',
  message:
    'Every certificate is accepted, so anyone on the way can read and change the traffic. Leave the default trust manager, or give it your own key store.',
  variant: 'trust-all',
};
const acceptsAnyName = {
  vulnClass: 'tls-verification-disabled',
  message:
    'A certificate for any host name is accepted, so whoever has one can stand in for the server. Leave the default host name verifier.',
  variant: 'any-host',
};

/** A check that cannot refuse: it never throws, and calls nothing that could, save to write it down. */
function refusesNothing(fn: FunctionIR): boolean {
  let refuses = false;
  for (const statement of fn.body) {
    walk(statement, (node) => {
      if (node.k === 'throw') refuses = true;
      const name = node.k === 'call' && node.callee.k === 'field' ? node.callee.name : '';
      if (
        node.k === 'call' &&
        !/^(?:trace|debug|info|warn|error|log|println|print|printf|getName|toString|getSubject\w*)$/.test(
          name,
        )
      )
        refuses = true;
      return undefined;
    });
  }
  return !refuses;
}

const returnsTrue = (fn: FunctionIR): boolean => {
  const [only] = fn.body;
  return (
    fn.body.length === 1 && only?.k === 'return' && only.value?.k === 'const' && only.value.value === true
  );
};

function* trust(module: ModuleIR): Iterable<RuleMatch> {
  for (const cls of module.classes) {
    const manager = inherits(cls, /\.X509(?:Extended)?TrustManager$/);
    const verifier = inherits(cls, /\.HostnameVerifier$/);
    if (!manager && !verifier) continue;
    for (const index of cls.methods) {
      const fn = module.functions[index];
      if (!fn || fn.isAbstract) continue;
      const where = { at: fn.nameAt, end: fn.nameAt + fn.name.length };
      if (manager && fn.name === 'checkServerTrusted' && refusesNothing(fn))
        yield { ...trustsAnyone, ...where };
      if (verifier && fn.name === 'verify' && returnsTrue(fn)) yield { ...acceptsAnyName, ...where };
    }
  }
}

const nameSetters = /^(?:set(?:Default)?HostnameVerifier|hostnameVerifier|setSSLHostnameVerifier)$/;

/** `connection.setHostnameVerifier((host, session) -> true)`, `HostnameVerifier any = (h, s) -> true`. */
function* hostNames(module: ModuleIR): Iterable<RuleMatch> {
  const found: RuleMatch[] = [];
  const acceptsAll = (value: Expr | undefined): boolean => {
    const fn = value?.k === 'function' ? module.functions[value.fn] : undefined;
    return fn !== undefined && fn.params.length === 2 && returnsTrue(fn);
  };
  const visit = (statement: Stmt): void =>
    walk(statement, (node) => {
      if (
        node.k === 'call' &&
        node.callee.k === 'field' &&
        nameSetters.test(node.callee.name) &&
        acceptsAll(node.args[0]?.value)
      )
        found.push({ ...acceptsAnyName, at: node.at, end: node.end });
      if (node.k === 'declare' && isOneOf(node.type, /\.HostnameVerifier$/) && acceptsAll(node.init))
        found.push({ ...acceptsAnyName, at: node.at, end: node.end });
      return undefined;
    });
  for (const fn of module.functions) fn.body.forEach(visit);
  for (const { fields } of module.classes) {
    for (const field of fields)
      if (isOneOf(field.type, /\.HostnameVerifier$/) && acceptsAll(field.init))
        found.push({ ...acceptsAnyName, at: field.at, end: field.end });
  }
  yield* found;
}

// ── Statements in annotations ────────────────────────────────────────────────────────────────────────────────

const numbers =
  /^(?:int|long|short|byte|double|float|boolean|java\.lang\.(?:Integer|Long|Short|Byte|Double|Float|Boolean)|java\.math\.\w+|java\.util\.(?:UUID|Date)|java\.time\.\w+)$/;

/** MyBatis puts `${name}` into the statement as text, and binds `#{name}`. */
function* interpolatedStatements(module: ModuleIR): Iterable<RuleMatch> {
  for (const fn of module.functions) {
    for (const decorator of fn.decorators) {
      if (
        !isOneOf(annotation(decorator), /^org\.apache\.ibatis\.annotations\.(?:Select|Insert|Update|Delete)$/)
      )
        continue;
      for (const arg of decoratorArgs(decorator)) {
        for (const text of constants(arg.value)) {
          const names = [...String(text.value).matchAll(/\$\{\s*([\w.]+)/g)].map((match) => match[1] ?? '');
          if (!names.some((name) => takesText(fn, name, module))) continue;
          yield {
            vulnClass: 'sql-injection',
            at: text.at,
            end: text.end,
            message: `\`\${${names[0]}}\` is put into the statement as text, so its value is read as SQL. Bind it with \`#{${names[0]}}\`.`,
            variant: 'interpolated-statement',
            confidence: 75,
          };
        }
      }
    }
  }
}

/** Whether the parameter of that name may be text; a property of an object may, unless its class says otherwise. */
function takesText(fn: FunctionIR, path: string, module: ModuleIR): boolean {
  const [head = '', ...rest] = path.split('.');
  const named = fn.params.find((param) => parameterName(param.target, param.decorators) === head);
  const param = named ?? (fn.params.length === 1 && !rest.length ? fn.params[0] : undefined);
  if (!param) return true;
  if (rest.length === 0 && named) return !isOneOf(param.type, numbers);
  const cls = module.classes.find((candidate) => candidate.qualifiedName === param.type?.candidates[0]);
  const field = cls?.fields.find((candidate) => candidate.name === (rest[0] ?? head));
  if (field) return !isOneOf(field.type, numbers);
  return !isOneOf(param.type, numbers);
}

function parameterName(
  target: FunctionIR['params'][number]['target'],
  decorators: readonly Decorator[],
): string {
  for (const decorator of decorators) {
    if (!isOneOf(annotation(decorator), /\.Param$/)) continue;
    const value = element(decorator, 'value');
    if (value?.k === 'const') return String(value.value);
  }
  return target.k === 'var' ? target.name : '';
}

function constants(value: Expr): Extract<Expr, { k: 'const' }>[] {
  const found: Extract<Expr, { k: 'const' }>[] = [];
  walk(value, (node) => {
    if (node.k === 'const' && typeof node.value === 'string') found.push(node);
    return undefined;
  });
  return found;
}

// ── Settings in annotations ──────────────────────────────────────────────────────────────────────────────────

function* settings(module: ModuleIR): Iterable<RuleMatch> {
  for (const { decorators } of [...module.classes, ...module.functions]) {
    for (const decorator of decorators) {
      const { at, end } = decorator;
      const type = annotation(decorator);
      const debug = element(decorator, 'debug');
      if (isOneOf(type, /\.EnableWebSecurity$/) && debug?.k === 'const' && debug.value === true)
        yield {
          vulnClass: 'debug-enabled',
          at,
          end,
          message:
            'The security debug mode writes requests with their credentials to the log. Switch it off.',
        };
      if (isOneOf(type, /\.web\.bind\.annotation\.CrossOrigin$/) && allowsAll(decorator))
        yield {
          vulnClass: 'cors-misconfiguration',
          at,
          end,
          message: 'Scripts of every site may read the answers of this handler. Name the sites in `origins`.',
          confidence: 60,
        };
    }
  }
}

/** Without origins, all are allowed. */
function allowsAll(decorator: Decorator): boolean {
  const origins = element(decorator, 'origins', 'value', 'originPatterns');
  if (!origins) return true;
  return constants(origins).some((text) => text.value === '*');
}

export const rules: readonly Rule[] = [
  anywhere(trust),
  whereWritten(['hostnameverifier'], hostNames),
  anywhere(interpolatedStatements),
  anywhere(settings),
  whereWritten(['set-cookie'], writtenCookies),
  whereWritten(['jsontypeinfo'], namedClasses),
  whereWritten(['random'], weakRandom),
  whereWritten(['getwriter', 'getoutputstream', 'senderror', 'stacktrace', 'jspwriter'], exposedExceptions),
  whereWritten(['ivparameterspec', 'gcmparameterspec'], fixedNonces),
  whereWritten(['digest', 'secureutil'], fastPasswordHash),
];
