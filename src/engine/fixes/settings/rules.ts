import type { FixLanguage } from '../source.ts';

/** A setting that weakens the program, and the value that does not. */
export interface SettingRule {
  readonly classes: readonly string[];
  readonly language: FixLanguage;
  readonly name: RegExp;
  /** What it says when it is the matter. */
  readonly bad: RegExp;
  /** Its good value; undefined to leave the setting out, so that the default holds. */
  readonly good: string | undefined;
}

const off = /^(?:false|False|0|'0'|"0"|`0`|None)$/;
const on = /^(?:true|True|1)$/;
const any = /^[\s\S]*$/;

const rule = (
  language: FixLanguage,
  vulnClass: string,
  name: RegExp,
  bad: RegExp,
  good: string | undefined,
): SettingRule => ({
  classes: [vulnClass],
  language,
  name,
  bad,
  good,
});

export const settingRules: readonly SettingRule[] = [
  rule('javascript', 'tls-verification-disabled', /^(?:rejectUnauthorized|strictSSL)$/, any, 'true'),
  rule('javascript', 'tls-verification-disabled', /^checkServerIdentity$/, any, undefined),
  rule('javascript', 'tls-verification-disabled', /^NODE_TLS_REJECT_UNAUTHORIZED$/, any, undefined),
  rule(
    'python',
    'tls-verification-disabled',
    /^(?:verify|check_hostname|verify_ssl|validate_certs)$/,
    /^(?!True$)/,
    'True',
  ),
  rule(
    'python',
    'weak-cipher',
    /^minimum_version$/,
    /TLSVersion\.(?:SSLv3|TLSv1|TLSv1_1|MINIMUM_SUPPORTED)$/,
    'ssl.TLSVersion.TLSv1_2',
  ),
  rule('python', 'tls-verification-disabled', /^verify_mode$/, any, 'ssl.CERT_REQUIRED'),
  rule('python', 'tls-verification-disabled', /^cert_reqs$/, any, '"CERT_REQUIRED"'),
  rule('python', 'tls-verification-disabled', /^ssl$/, off, undefined),
  rule('python', 'tls-verification-disabled', /^_create_default_https_context$/, any, undefined),
  rule('javascript', 'insecure-cookie', /^(?:secure|httpOnly)$/i, off, 'true'),
  rule(
    'python',
    'insecure-cookie',
    /^(?:secure|httponly|(?:SESSION|CSRF|REMEMBER|LANGUAGE)_COOKIE_(?:SECURE|HTTPONLY))$/i,
    off,
    'True',
  ),
  rule('javascript', 'jwt-misuse', /^(?:ignoreExpiration|ignoreNotBefore)$/, on, 'false'),
  rule('python', 'jwt-misuse', /^(?:verify|verify_signature|verify_exp)$/, off, 'True'),
  rule('javascript', 'csrf-disabled', /^(?:csrf|csrfPrevention)$/, off, 'true'),
  rule('python', 'csrf-disabled', /^WTF_CSRF_(?:ENABLED|CHECK_DEFAULT)$/, off, 'True'),
  rule('javascript', 'xxe', /^(?:noent|dtdload|dtdattr|dtdvalid|xinclude)$/, on, 'false'),
  rule('javascript', 'xxe', /^(?:nonet)$/, off, 'true'),
  rule('python', 'xxe', /^(?:resolve_entities|load_dtd|dtd_validation|huge_tree)$/, on, 'False'),
  rule('python', 'xxe', /^no_network$/, off, 'True'),
  rule('javascript', 'cors-misconfiguration', /^credentials$/, on, 'false'),
  rule(
    'python',
    'cors-misconfiguration',
    /^(?:allow_credentials|supports_credentials|CORS_ALLOW_CREDENTIALS)$/,
    on,
    'False',
  ),
  rule(
    'python',
    'debug-enabled',
    /^(?:debug|DEBUG|TEMPLATE_DEBUG|DEBUG_PROPAGATE_EXCEPTIONS|use_debugger|use_evalex)$/,
    on,
    'False',
  ),
  rule('javascript', 'debug-enabled', /^(?:debug|dumpExceptions|showStack|showErrorStack)$/, on, 'false'),
  rule('java', 'debug-enabled', /^debug$/, on, 'false'),
  rule('python', 'weak-cipher', /^(?:key_size|bits)$/, /^(?:512|768|1024|1536)$/, '2048'),
  rule('javascript', 'weak-cipher', /^modulusLength$/, any, '2048'),
  rule('python', 'xss', /^autoescape$/, off, 'True'),
  rule('python', 'template-injection', /^autoescape$/, off, 'True'),
];

export const settingWording: Readonly<
  Record<string, { readonly title: string; readonly explanation: string }>
> = {
  'tls-verification-disabled': {
    title: 'Check the certificate of the other side',
    explanation:
      'Certificates are verified again, as is the default. A server with a certificate of its own making is refused then: add its authority to the ones that are trusted (`ca`, `NODE_EXTRA_CA_CERTS`, `verify="…/ca.pem"`) instead of turning the check off.',
  },
  'insecure-cookie': {
    title: 'Keep the cookie to encrypted connections and out of scripts',
    explanation:
      'The cookie is sent over HTTPS only, and scripts of the page cannot read it. On plain HTTP, during development say, browsers keep such a cookie for `localhost` only.',
  },
  'jwt-misuse': {
    title: 'Check tokens',
    explanation: 'Tokens with a wrong signature or past their time are refused.',
  },
  'csrf-disabled': {
    title: 'Check requests for forgery',
    explanation:
      'Requests that change data must carry the token again. Forms and scripts that do not send it yet are refused until they do; an API that is authorised by a header alone does not need the check.',
  },
  xxe: {
    title: 'Parse XML without external entities',
    explanation:
      'Entities and document types from outside are not loaded. Documents that rely on them are read without what they refer to.',
  },
  'cors-misconfiguration': {
    title: 'Do not send credentials along for every origin',
    explanation:
      'Other sites may still read what is public, but not with the cookies of the user. If a certain site needs them, name its origin and allow credentials for it alone.',
  },
  'debug-enabled': {
    title: 'Turn debugging off',
    explanation:
      'Visitors see no internals of the program. Turn it on by a setting of the developer’s own machine.',
  },
  'weak-cipher': {
    title: 'Use what cannot be broken today',
    explanation:
      'Keys of 2048 bits and versions of TLS from 1.2 on are sound. Keys that are there already stay as they are; sides that have only a broken version are refused.',
  },
  xss: {
    title: 'Escape what templates show',
    explanation:
      'Templates escape values again, as is safe. Values that are markup on purpose must be marked so.',
  },
  'template-injection': {
    title: 'Escape what templates show',
    explanation: 'Templates escape values again.',
  },
};
