import type { Expr, ModuleIR, Node } from '../../../ir/ir.ts';
import { dottedName, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** Options that turn the check of certificates off when they are false, whichever library reads them. */
const checks = new Set(['rejectUnauthorized', 'strictSSL']);

/** A host name check that accepts every host: it does nothing, or returns nothing. */
function acceptsAll(value: Expr, module: ModuleIR): boolean {
  if (value.k !== 'function') return false;
  const body = module.functions[value.fn]?.body ?? [];
  const [first] = body;
  if (first === undefined) return true;
  if (body.length > 1 || first.k !== 'return') return false;
  return (
    first.value === undefined || (first.value.k === 'const' && !first.value.value) || isEmpty(first.value)
  );
}

const isEmpty = (value: Expr): boolean =>
  (value.k === 'object' && value.props.length === 0) || (value.k === 'var' && value.name === 'undefined');

const isOff = (name: string, value: Expr, module: ModuleIR): boolean =>
  (checks.has(name) && value.k === 'const' && (value.value === false || value.value === 0)) ||
  (name === 'checkServerIdentity' && acceptsAll(value, module));

/** `process.env.VERIFY === 'true'`: off unless somebody switches it on. */
const isOffUnlessSet = (value: Expr): boolean =>
  value.k === 'binary' &&
  (value.op === '===' || value.op === '==') &&
  value.left.k === 'field' &&
  dottedName(value.left.object) === 'process.env' &&
  value.right.k === 'const' &&
  (value.right.value === 'true' || value.right.value === '1');

/** Names of settings that say whether certificates are checked. */
const setting =
  /verif|unverified|insecure|authori[sz]ed|strict|reject|trust|self_?signed|invalid|ignore|bypass|skip|check|disable|dev|debug|test/i;

/** Whether a condition asks such a setting, and not only whether there is an encrypted connection. */
function asksSetting(test: Expr): boolean {
  let found = false;
  walk(test, (node) => {
    if (node.k === 'var' || node.k === 'field') found ||= setting.test(node.name);
    return !found;
  });
  return found;
}

/** Below what is shown as high: whoever runs the program decides. */
const doubtful = 60;

const servers = new Set(['createServer', 'createSecureServer', 'Server']);

/** What a server is created with: there, it is clients whose certificates are not asked for. */
function serverOptions(module: ModuleIR): ReadonlySet<Expr> {
  const local = new Map(module.imports.map((one) => [one.local, one]));
  const isServer = (callee: Expr): boolean => {
    const [first = '', ...rest] = (dottedName(callee) ?? '').split('.');
    const from = local.get(first);
    const member = from?.member !== undefined && servers.has(from.member) ? from.member : rest[0];
    return from !== undefined && isTls.test(from.module) && member !== undefined && servers.has(member);
  };
  const found = new Set<Expr>();
  for (const fn of module.functions)
    for (const statement of fn.body)
      walk(statement, (node) => {
        if ((node.k === 'call' || node.k === 'new') && isServer(node.callee))
          for (const { value } of node.args) found.add(value);
        return undefined;
      });
  return found;
}

const isTls = /^(?:node:)?(?:https|http2|tls|spdy)$/;

/** Code that runs, or values that hold, only by a setting about the check; and defaults that callers set: `_.defaults(this, given, {…})`. */
function underSettings(module: ModuleIR): readonly Node[] {
  const found: Node[] = [];
  for (const fn of module.functions)
    for (const statement of fn.body)
      walk(statement, (node) => {
        if ((node.k === 'if' || node.k === 'conditional') && asksSetting(node.test)) found.push(node);
        else if (node.k === 'logical' && asksSetting(node.left)) found.push(node.right);
        else if (node.k === 'call' && /(?:^|\.)defaults(?:Deep)?$/.test(dottedName(node.callee) ?? ''))
          found.push(node);
        return undefined;
      });
  return found;
}

/** TLS connections that do not check whom they talk to. */
export function* uncheckedCertificates(module: ModuleIR): Iterable<RuleMatch> {
  const found: RuleMatch[] = [];
  const ofServers = serverOptions(module);
  const settings = underSettings(module);
  const report = (name: string, { at, end }: Node, isSet = false): void => {
    const isDoubtful = isSet || settings.some((range) => range.at <= at && end <= range.end);
    const message =
      name === 'checkServerIdentity'
        ? 'Every certificate is accepted, whatever host it was made for.'
        : 'The certificate of the other side is not checked, so anyone on the way can read and change the traffic.';
    found.push({
      vulnClass: 'tls-verification-disabled',
      at,
      end,
      message,
      ...(isDoubtful && { confidence: doubtful }),
    });
  };
  for (const fn of module.functions) {
    for (const statement of fn.body) {
      walk(statement, (node) => {
        if (node.k === 'object' && !ofServers.has(node)) {
          for (const prop of node.props)
            if (typeof prop.key === 'string' && isOff(prop.key, prop.value, module)) report(prop.key, prop);
            else if (typeof prop.key === 'string' && checks.has(prop.key) && isOffUnlessSet(prop.value))
              report(prop.key, prop, true);
        } else if (node.k === 'assign' && node.target.k === 'field') {
          if (isOff(node.target.name, node.value, module)) report(node.target.name, node);
        }
        return undefined;
      });
    }
  }
  yield* found;
}

/** Options that name a version, and the versions that are broken. */
const oldVersions: Readonly<Record<string, RegExp>> = {
  secureProtocol: /^(?:SSLv2|SSLv3|TLSv1|TLSv1_1)_(?:client_|server_)?method$/,
  minVersion: /^(?:SSLv3|TLSv1|TLSv1\.1)$/,
  maxVersion: /^(?:SSLv3|TLSv1|TLSv1\.1)$/,
  DEFAULT_MIN_VERSION: /^(?:TLSv1|TLSv1\.1)$/,
  DEFAULT_MAX_VERSION: /^(?:TLSv1|TLSv1\.1)$/,
};

/** TLS connections by a version of the protocol that is broken. */
export function* oldProtocols(module: ModuleIR): Iterable<RuleMatch> {
  const found: RuleMatch[] = [];
  const note = (name: string, value: Expr, at: number, end: number): void => {
    if (value.k !== 'const' || typeof value.value !== 'string') return;
    if (!Object.hasOwn(oldVersions, name) || !oldVersions[name]?.test(value.value)) return;
    found.push({
      vulnClass: 'weak-cipher',
      variant: 'protocol',
      at,
      end,
      message: 'This version of the protocol is broken; require TLSv1.2 or later.',
    });
  };
  for (const fn of module.functions) {
    for (const statement of fn.body) {
      walk(statement, (node) => {
        if (node.k === 'object') {
          for (const { key, value, at, end } of node.props)
            if (typeof key === 'string') note(key, value, at, end);
        } else if (node.k === 'assign' && node.target.k === 'field')
          note(node.target.name, node.value, node.at, node.end);
        return undefined;
      });
    }
  }
  yield* found;
}
