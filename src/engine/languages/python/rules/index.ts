import type { Decorator, Expr, ModuleIR, Stmt } from '../../../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../../../ir/walk.ts';
import { anywhere, type Rule, type RuleMatch, whereWritten } from '../../../rules/rule.ts';
import { exposedExceptions } from './exceptions.ts';
import { anyOrigin, withoutXsrfCheck } from './handlers.ts';
import { fastPasswordHash } from './passwords.ts';
import { weakRandom } from './random.ts';

interface Setting {
  readonly name: string;
  readonly value: Expr;
  readonly at: number;
  readonly end: number;
}

type Wrong = Omit<RuleMatch, 'at' | 'end'>;

const insecureCookie = (what: string, variant: string): Wrong => ({
  vulnClass: 'insecure-cookie',
  message: what,
  variant,
});
const anySite: Wrong = {
  vulnClass: 'cors-misconfiguration',
  message:
    'Any site may send requests with the cookies of a user and read the answers. Name the sites in CORS_ALLOWED_ORIGINS.',
};
const plainCookie = insecureCookie(
  'The cookie is sent over plain HTTP as well, where anyone on the way can read it. Set it to True.',
  'secure',
);
const scriptCookie = insecureCookie(
  'Scripts of the page can read the session cookie, and so can injected ones. Set it to True.',
  'httponly',
);

/** Django's settings that are wrong when they are this constant. */
const wrongSettings: Readonly<Record<string, { readonly value: boolean; readonly rule: Wrong }>> = {
  DEBUG: {
    value: true,
    rule: {
      vulnClass: 'debug-enabled',
      message:
        'Errors are answered with the source code and settings of the program. Take DEBUG from the environment, off by default.',
    },
  },
  SESSION_COOKIE_SECURE: { value: false, rule: plainCookie },
  CSRF_COOKIE_SECURE: { value: false, rule: plainCookie },
  SESSION_COOKIE_HTTPONLY: { value: false, rule: scriptCookie },
  CORS_ALLOW_ALL_ORIGINS: { value: true, rule: anySite },
  CORS_ORIGIN_ALLOW_ALL: { value: true, rule: anySite },
};

/** Flask's settings that are wrong when they are off, in a class for `from_object`. */
const wrongInClasses: Readonly<Record<string, Wrong>> = {
  SESSION_COOKIE_SECURE: plainCookie,
  REMEMBER_COOKIE_SECURE: plainCookie,
  SESSION_COOKIE_HTTPONLY: scriptCookie,
  WTF_CSRF_ENABLED: {
    vulnClass: 'csrf-disabled',
    message: 'Forms are accepted from any site, in the name of a user who is logged in. Leave the check on.',
  },
};

function settingsIn(body: readonly Stmt[]): Setting[] {
  const settings: Setting[] = [];
  for (const statement of body) {
    if (statement.k === 'declare' && statement.target.k === 'var' && statement.init)
      settings.push({
        name: statement.target.name,
        value: statement.init,
        at: statement.at,
        end: statement.end,
      });
  }
  return settings;
}

/** Names that no other program than Django's uses for settings. */
const ofDjango =
  /^(?:INSTALLED_APPS|MIDDLEWARE(?:_CLASSES)?|ROOT_URLCONF|(?:WSGI|ASGI)_APPLICATION|ALLOWED_HOSTS|DATABASES|AUTH_PASSWORD_VALIDATORS|PASSWORD_HASHERS|REST_FRAMEWORK|CSRF_COOKIE_\w+|SECURE_(?:SSL|HSTS|PROXY)_\w+|CORS_(?:ALLOW|ORIGIN)_\w+)$/;

/** A module that Django reads its settings from: it says so by the names that it sets. */
const isSettings = (settings: readonly Setting[]): boolean =>
  settings.some(({ name }) => ofDjango.test(name));

const secretNames = new Set(['SECRET_KEY', 'JWT_SECRET_KEY', 'JWT_SECRET', 'SIGNING_KEY']);
const writtenKey: Wrong = {
  vulnClass: 'hard-coded-secret',
  message:
    'The key that signs sessions and tokens is written into the code: everyone who can read it can forge them. Load it from the environment or a secret store.',
  variant: 'key',
};

const isText = (value: Expr): boolean =>
  value.k === 'const' && typeof value.value === 'string' && value.value.length >= 4;

/** Settings of Django, and the classes that Flask's `from_object` reads. */
function* settings(module: ModuleIR): Iterable<RuleMatch> {
  const own = settingsIn(module.functions[0]?.body ?? []);
  if (isSettings(own)) {
    for (const { name, value, at, end } of own) {
      const wrong = Object.hasOwn(wrongSettings, name) ? wrongSettings[name] : undefined;
      if (wrong && value.k === 'const' && value.value === wrong.value) yield { ...wrong.rule, at, end };
      if (name === 'SECRET_KEY' && isText(value)) yield { ...writtenKey, at, end };
      if (name === 'PASSWORD_HASHERS' && value.k === 'array') yield* fastHasher(value);
      if (name === 'SESSION_SERIALIZER' && /PickleSerializer$/.test(textOf(value)))
        yield { ...pickledSessions, at, end };
      if ((name === 'MIDDLEWARE' || name === 'MIDDLEWARE_CLASSES') && value.k === 'array')
        yield* withoutCsrf(value, at, end);
    }
    return;
  }
  for (const cls of module.classes) {
    if (!/(?:config|settings)/i.test(cls.name)) continue;
    // By its name, it most likely is for tests: a reason to doubt, not to say nothing.
    const isForTests = /test/i.test(cls.name);
    for (const { name, init, at, end } of cls.fields) {
      if (init && secretNames.has(name) && isText(init)) yield { ...writtenKey, at, end };
      const wrong = Object.hasOwn(wrongInClasses, name) ? wrongInClasses[name] : undefined;
      if (wrong && init?.k === 'const' && init.value === false)
        yield { ...wrong, at, end, ...(isForTests && { confidence: 30 }) };
    }
  }
}

const pickledSessions: Wrong = {
  vulnClass: 'unsafe-deserialization',
  message:
    'Whoever can write a session, or knows the secret key, runs code in this program. Leave the JSON serializer.',
  confidence: 70,
};

/** The first hasher makes the digests of new passwords; the others only read old ones. */
function* fastHasher({ items }: Extract<Expr, { k: 'array' }>): Iterable<RuleMatch> {
  const [first] = items;
  if (
    !first ||
    !/\b(?:Unsalted)?(?:MD5|SHA1)PasswordHasher$|\bCryptPasswordHasher$/.test(textOf(first.value))
  )
    return;
  yield {
    vulnClass: 'weak-hash',
    at: first.value.at,
    end: first.value.end,
    message:
      'This hasher is made to be fast, so guesses at passwords are fast as well. Put Argon2, scrypt, bcrypt or PBKDF2 first.',
    variant: 'password',
  };
}

const textOf = (value: Expr): string =>
  value.k === 'const' && typeof value.value === 'string' ? value.value : '';

function* withoutCsrf(value: Extract<Expr, { k: 'array' }>, at: number, end: number): Iterable<RuleMatch> {
  const names = value.items.map((item) => (item.value.k === 'const' ? String(item.value.value) : ''));
  if (!names.includes('django.contrib.sessions.middleware.SessionMiddleware')) return;
  if (names.some((name) => name === '' || name.toLowerCase().includes('csrf'))) return;
  yield {
    vulnClass: 'csrf-disabled',
    at,
    end,
    message:
      'Sessions are on, but forms are accepted from any site in the name of a user who is logged in. Add django.middleware.csrf.CsrfViewMiddleware.',
  };
}

function isExemption(decorator: Decorator, module: ModuleIR): boolean {
  const name = dottedName(decorator.expr) ?? '';
  if (name === 'csrf_exempt' || name.endsWith('.csrf_exempt') || name === 'csrf.exempt') return true;
  if (name !== 'method_decorator' && !name.endsWith('.method_decorator')) return false;
  return (
    decoratorArgs(decorator).some(({ value }) => (dottedName(value) ?? '').endsWith('csrf_exempt')) &&
    module.imports.length > 0
  );
}

function* csrfExemptions(module: ModuleIR): Iterable<RuleMatch> {
  const decorated = [...module.functions, ...module.classes].flatMap((definition) => definition.decorators);
  for (const decorator of decorated) {
    if (!isExemption(decorator, module)) continue;
    yield {
      vulnClass: 'csrf-disabled',
      at: decorator.at,
      end: decorator.end,
      message:
        'This view accepts requests that other sites make in the name of a user who is logged in. Leave the check on, or authenticate by a token in a header.',
      confidence: 60,
    };
  }
}

/** `ssl._create_default_https_context = ssl._create_unverified_context`: the whole process stops checking. */
function* globalTls(module: ModuleIR): Iterable<RuleMatch> {
  const found: RuleMatch[] = [];
  for (const fn of module.functions) {
    for (const statement of fn.body) {
      walk(statement, (node) => {
        if (node.k !== 'assign' || node.target.k !== 'field') return undefined;
        if (dottedName(node.target) !== 'ssl._create_default_https_context') return undefined;
        if (dottedName(node.value) !== 'ssl._create_unverified_context') return undefined;
        found.push({
          vulnClass: 'tls-verification-disabled',
          at: node.at,
          end: node.end,
          message:
            'From here on the whole program accepts any certificate, so anyone on the way can read and change its traffic. Leave verification on, or give the CA file.',
        });
        return undefined;
      });
    }
  }
  yield* found;
}

/** A stack trace in what a view returns: `return traceback.format_exc()`. */
function* returnedTraces(module: ModuleIR): Iterable<RuleMatch> {
  const direct = new Set(
    module.imports.filter((i) => i.module === 'traceback' && i.member === 'format_exc').map((i) => i.local),
  );
  const modules = new Set(
    module.imports.filter((i) => i.module === 'traceback' && i.member === '*').map((i) => i.local),
  );
  if (direct.size === 0 && modules.size === 0) return;
  const found: RuleMatch[] = [];
  for (const fn of module.functions) {
    if (
      fn.decorators.length === 0 &&
      !fn.params.some((param) => param.target.k === 'var' && param.target.name === 'request')
    )
      continue;
    for (const statement of fn.body) {
      walk(statement, (node) => {
        if (node.k === 'return' && node.value) collectTraces(node.value, found, direct, modules);
        return undefined;
      });
    }
  }
  yield* found;
}

function collectTraces(
  value: Expr,
  found: RuleMatch[],
  direct: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): void {
  walk(value, (node) => {
    if (node.k !== 'call') return undefined;
    const { callee } = node;
    const named = callee.k === 'var' && direct.has(callee.name);
    const member =
      callee.k === 'field' &&
      callee.name === 'format_exc' &&
      callee.object.k === 'var' &&
      modules.has(callee.object.name);
    if (named || member)
      found.push({
        vulnClass: 'information-exposure',
        at: node.at,
        end: node.end,
        message:
          'The stack trace of an error is sent to the client, with paths and internals of the program. Log it, and answer with a short text.',
      });
    return undefined;
  });
}

export const rules: readonly Rule[] = [
  anywhere(settings),
  anywhere(csrfExemptions),
  whereWritten(['_create_default_https_context'], globalTls),
  anywhere(returnedTraces),
  whereWritten(['except', 'errorhandler'], exposedExceptions),
  whereWritten(['check_origin'], anyOrigin),
  whereWritten(['check_xsrf_cookie'], withoutXsrfCheck),
  whereWritten(['hashlib'], fastPasswordHash),
  anywhere(weakRandom),
];
