import type { Graded } from './graded.ts';

/**
 * Questions about issues of `test/fixtures/search`, as people ask them, written before any result was seen. An issue is told as
 * `repository class SEVERITY file`.
 */
export const issueQueries: readonly Graded[] = [
  { query: 'SQL injection', best: [/ sql-injection /], good: [/ nosql-injection /] },
  {
    query: 'sqli in the clinic',
    best: [/^clinic sql-injection /],
    good: [/ sql-injection /],
    some: [/^clinic /],
  },
  {
    query: 'can somebody run commands on our server?',
    best: [/ command-injection /],
    good: [/ code-injection /],
    some: [/ argument-injection | template-injection | unsafe-deserialization /],
  },
  {
    query: 'user input ends up in a shell',
    best: [/ command-injection /],
    good: [/ argument-injection /],
    some: [/ code-injection /],
  },
  {
    query: 'RCE',
    best: [/ command-injection | code-injection /],
    good: [/ template-injection | unsafe-deserialization /],
  },
  {
    query: 'cross site scripting in the shop',
    best: [/^shop-api xss /],
    good: [/ xss /],
    some: [/^shop-api /],
  },
  {
    query: 'html is built from request parameters without escaping',
    best: [/ xss /],
    good: [/ template-injection /],
  },
  { query: 'hardcoded passwords and keys', best: [/ hard-coded-secret | exposed-secret /] },
  { query: 'secrets committed to the repository', best: [/ hard-coded-secret | exposed-secret /] },
  { query: 'weak password hashing', best: [/ weak-hash /], good: [/ weak-cipher /] },
  { query: 'MD5 or SHA1', best: [/ weak-hash /] },
  {
    query: 'outdated encryption such as DES',
    best: [/ weak-cipher /],
    good: [/ weak-hash /],
    some: [/ unencrypted-storage | weak-transport /],
  },
  { query: 'predictable tokens', best: [/ weak-random /], some: [/ jwt-misuse /] },
  { query: 'server fetches any URL that a user gives', best: [/ ssrf /], some: [/ open-redirect /] },
  { query: 'SSRF', best: [/ ssrf /] },
  {
    query: 'reading arbitrary files from disk',
    best: [/ path-traversal /],
    some: [/ xxe | link-following /],
  },
  { query: '../ in file names', best: [/ path-traversal /], some: [/ link-following /] },
  { query: 'XML external entities', best: [/ xxe /] },
  {
    query: 'unsafe unpickling',
    best: [/^clinic unsafe-deserialization /],
    good: [/ unsafe-deserialization /],
  },
  { query: 'deserialization of untrusted data', best: [/ unsafe-deserialization /] },
  { query: 'users are sent to a malicious website after login', best: [/ open-redirect /] },
  {
    query: 'certificate is not checked',
    best: [/ tls-verification-disabled /],
    some: [/ weak-transport | cleartext-transmission | unverified-download /],
  },
  { query: 'cookies that can be stolen', best: [/ insecure-cookie /], good: [/ xss /] },
  { query: 'debug mode in production', best: [/ debug-enabled /] },
  { query: 'CORS allows everyone', best: [/ cors-misconfiguration /] },
  { query: 'publicly readable bucket', best: [/ public-storage /], good: [/ public-endpoint /] },
  {
    query: 'database reachable from the internet',
    best: [/ public-endpoint | open-network /],
    some: [/ sql-injection /],
  },
  {
    query: 'pull requests can run code in our pipeline',
    best: [/ untrusted-workflow-code | workflow-injection /],
    good: [/ excessive-permissions | mutable-reference /],
  },
  { query: 'someone can freeze our server with a regular expression', best: [/ regex-injection | redos /] },
  { query: 'fake log entries', best: [/ log-injection /] },
  { query: 'LDAP filter injection', best: [/ ldap-injection /] },
  {
    query: 'eval of user input',
    best: [/ code-injection /],
    good: [/ template-injection | command-injection /],
  },
  { query: 'temp files', best: [/ insecure-temporary-file /], some: [/ file-permissions /] },
  {
    query: 'CWE-89 in routes/account.js',
    best: [/ sql-injection \w+ routes\/account\.js/],
    good: [/ sql-injection /],
    some: [/ routes\/account\.js/],
  },
  {
    query: 'problems in the login',
    best: [/ (?:\S*account\.js|\S*LoginController\.java|\S*people\.py|\S*staff\.py)$/],
    some: [/ session\.js$/],
  },
  { query: 'critical vulnerabilities in the bank', best: [/^bank \S+ CRITICAL /], some: [/^bank /] },
  { query: 'what is wrong with the Dockerfile', best: [/ Dockerfile$/] },
  {
    query: 'comand injecton',
    best: [/ command-injection /],
    some: [/ code-injection | argument-injection /],
  },
  {
    query: 'Wo landet Benutzereingabe in einer Datenbankabfrage?',
    best: [/ sql-injection | nosql-injection /],
  },
  { query: 'fest eingebaute Passwörter', best: [/ hard-coded-secret | exposed-secret /] },
  { query: 'Befehle auf dem Server ausführen', best: [/ command-injection /], good: [/ code-injection /] },
  {
    query: 'unsichere Verschlüsselung',
    best: [/ weak-cipher /],
    good: [/ weak-hash | unencrypted-storage | weak-transport /],
  },
  {
    query: 'JWT without signature check',
    best: [/ jwt-misuse /],
    good: [/ hard-coded-secret \w+ (?:routes\/account\.js|app\/auth\.py)/],
  },
  {
    query: 'mongo query with operators from the request',
    best: [/ nosql-injection /],
    some: [/ sql-injection /],
  },
];
