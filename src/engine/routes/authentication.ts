/**
 * Words by which code names the asking for an identity. A name is split into its words first, so that `author` and
 * `authoring` are not `auth`.
 */
const words = new Set([
  'auth',
  'authn',
  'authz',
  'authed',
  'authenticate',
  'authenticated',
  'authentication',
  'authenticator',
  'authorization',
  'authorisation',
  'authorize',
  'authorise',
  'authorized',
  'authorised',
  'authorizer',
  'expressjwt',
  'jwt',
  'login',
  'oauth',
  'oauth2',
  'passport',
  'permission',
  'permissions',
  'principal',
  'rolesallowed',
  'secured',
  'signedin',
]);

/** Two words that mean it together: `ensureLoggedIn`, `currentUser`, `requireUser`, `verifyToken`, `isAdmin`. */
const pairs: readonly RegExp[] = [
  /(?:logged|signed) in/,
  /(?:current|active|require|ensure|session|check|verify) (?:user|session|token|admin|role|roles|account|member)/,
  /(?:require|ensure|verify|check|validate) \w+ (?:user|session|token)/,
  /(?:is|only|require|requires|has|ensure) (?:admin|administrator|superuser|staff|owner|role|roles)/,
  /(?:admin|superuser|staff|user passes|role|roles|owner) (?:required|only|test|allowed|guard)/,
  /pre authorize|post authorize|deny all/,
  /(?:api|access) (?:key|token)/,
  /bearer/,
];

/** Names that read alike and let everyone in, or let people in for the first time. */
const open =
  /\b(?:no|without|skip|ignore|ignored|exempt|bypass|disable|public|anonymous|allow any|permit all|optional|guest|un|logout|login (?:page|form|view|handler|route|limiter)|(?:rate )?limit\w*|register|routers?|routes?|passport (?:initialize|session))\b/;

const privileged =
  /\b(?:admin|administrator|superuser|staff|owner|root|role|roles|permission|permissions|pre authorize|secured)\b/;

/** What a name that ends so does: `authMiddleware` asks, `jwtChallenges` and `authUtils` do not. */
const heads =
  /(?:^| )(?:middleware|mixin|guard|required|check|checker|filter|interceptor|user|token|key|admin|role|roles|only|allowed|test|protect|protected|verify|validate|in|access|bearer|member|staff|superuser|owner|account|session)$/;
/** What a name that begins so asks for. */
const verbs =
  /^(?:require|requires|ensure|is|verify|check|must|has|protect|restrict|allow|only|validate|authenticate|authorize)(?: |$)/;

/** Whether something of that name asks who the caller is. */
export function isAuthentication(name: string): boolean {
  const text = wordsOf(name);
  if (open.test(text)) return false;
  const last = wordsOf(name.slice(name.lastIndexOf('.') + 1));
  const head = last.slice(last.lastIndexOf(' ') + 1);
  if (!words.has(head) && !heads.test(last) && !verbs.test(last)) return false;
  return text.split(' ').some((word) => words.has(word)) || pairs.some((pair) => pair.test(text));
}

/** Whether it lets only some of the known callers pass. */
export const isForFew = (guard: string): boolean => privileged.test(wordsOf(guard));

function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();
}
