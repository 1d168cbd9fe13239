/** What people say when they mean a weakness, without its name. Texts are in lower case, without accents. */

/** Phrases that stand for weaknesses; the first that fits a part of a text takes it. */
export const phrases: readonly (readonly [expression: RegExp, classes: readonly string[]])[] = (
  [
    [
      '(?:run|runs|execut\\w*|start\\w*|spawn\\w*)\\b.{0,30}\\b(?:commands?|programs?|process(?:es)?|shell)',
      'command-injection',
    ],
    [
      '(?:os|system|shell|bash) (?:commands?|calls?)|\\bshell\\b|befehle?\\b.{0,40}\\bausfuhr\\w*|popen|child_process',
      'command-injection',
    ],
    [
      '(?:run|execut)\\w*\\b.{0,30}\\bcode|\\beval\\b|arbitrary code|beliebige\\w* code|code\\b.{0,30}\\bausfuhr\\w*',
      'code-injection',
    ],
    [
      '\\brce\\b|remote code execution|take over (?:the|our|my) (?:server|machine)',
      'command-injection code-injection template-injection unsafe-deserialization',
    ],
    [
      '(?:database|sql) (?:quer(?:y|ies)|statements?)|datenbankabfragen?|(?:concatenat\\w*|build\\w*|built) (?:sql|quer(?:y|ies))',
      'sql-injection',
    ],
    ['mongo\\w*|query operators?|\\$(?:where|ne|gt)\\b', 'nosql-injection'],
    [
      '<script\\b|javascript: ?ur[il]|(?:without|missing|no|un)[- ]?escap\\w*|\\bhtml\\b.{0,40}\\b(?:escap\\w*|built|user|input|inject\\w*|request)|\\b(?:escap\\w*|inject\\w*)\\b.{0,30}\\bhtml',
      'xss',
    ],
    [
      '(?:fetch|load|request|call|open)\\w* (?:any|arbitrary|a|every)? ?ur[il]s?|internal (?:network|services?|hosts?)|169\\.254\\.169\\.254|(?:any|arbitrary) ur[il]',
      'ssrf',
    ],
    [
      '\\.\\.[/\\\\]|/etc/passwd|(?:read|write|open|access|overwrit|delet)\\w* (?:any|arbitrary|other|all|system|local|foreign)? ?files?|arbitrary files?|(?:beliebige|fremde|andere) dateien?|dateien?\\b.{0,30}\\b(?:lesen|auslesen)',
      'path-traversal',
    ],
    [
      'file names? from|user[- ]controlled (?:paths?|file names?)|outside (?:of )?(?:the|its) (?:folder|directory)',
      'path-traversal',
    ],
    [
      'pickl\\w*|unpickl\\w*|unmarshal\\w*|object streams?|untrusted objects?|yaml\\.?load',
      'unsafe-deserialization',
    ],
    ['external entit(?:y|ies)|xml pars\\w*|billion laughs|\\bdtds?\\b|doctype', 'xxe'],
    [
      '(?:redirect|send|sent|forward|lead)\\w*\\b.{0,30}\\b(?:web ?sites?|sites?|domains?|pages?|ur[il]s?)|phishing|weiterleit\\w*|umleit\\w*',
      'open-redirect',
    ],
    [
      'certificates?\\b.{0,30}\\b(?:not|never|un|disabled|ignored|check|checked|verif\\w*|valid\\w*)|(?:ignor|skip|disabl)\\w*\\b.{0,20}\\bcertificates?|man in the middle|\\bmitm\\b|self[- ]signed|zertifikat\\w*',
      'tls-verification-disabled',
    ],
    [
      'unencrypted (?:traffic|connections?|http)|plain ?text (?:traffic|http|connections?)|http instead of https',
      'cleartext-transmission weak-transport',
    ],
    [
      'password (?:hash\\w*|storage)|hash\\w* (?:of )?passwords?|\\bsha-?1\\b|\\bmd5\\b|(?:schwache|unsichere) (?:hash\\w*|prufsumme\\w*)',
      'weak-hash',
    ],
    [
      '\\b(?:3?des|rc4|ecb|blowfish|aes-?ecb)\\b|(?:old|outdated|obsolete|insecure|unsafe|unsichere|veraltete) (?:encryption|ciphers?|crypto\\w*|verschlusselung\\w*)',
      'weak-cipher',
    ],
    [
      '(?:predict|guess)\\w*\\b.{0,20}\\b(?:tokens?|ids?|numbers?|values?|passwords?|secrets?)|math\\.random|(?:not|in)[- ]?secure random\\w*|vorhersagbare?\\w*|erratbare?\\w*|zufallszahl\\w*',
      'weak-random',
    ],
    [
      '(?:passwords?|keys?|secrets?|credentials?|tokens?)\\b.{0,25}\\b(?:in (?:the )?(?:code|source\\w*|repo\\w*|git)|committed|checked in)|fest (?:eingebaut|eingetragen|codiert|verdrahtet)\\w*\\b.{0,20}\\b\\w+|(?:passworter|schlussel|geheimnisse)\\b.{0,20}\\bim (?:code|quelltext|repository)',
      'hard-coded-secret exposed-secret',
    ],
    ['\\bsecrets?\\b', 'hard-coded-secret exposed-secret'],
    [
      'cookies?\\b.{0,30}\\b(?:stolen|steal\\w*|read|secure|httponly|samesite|flags?|javascript)|session (?:theft|hijack\\w*|fixation)',
      'insecure-cookie',
    ],
    [
      'jwts?\\b.{0,40}\\b(?:signature|verif\\w*|check\\w*|none|unsigned)|(?:alg|algorithm) none|unsigned tokens?|(?:signature|token) (?:is )?(?:not )?(?:checked|verified)',
      'jwt-misuse',
    ],
    [
      '(?:stack ?traces?|error (?:details|messages?))\\b.{0,30}\\b(?:users?|clients?|browsers?|shown|sent|leak\\w*)|(?:leak|reveal|disclos)\\w* (?:internal|sensitive|details|information)',
      'information-exposure',
    ],
    ['\\bdebug(?:ger|ging)?\\b', 'debug-enabled'],
    [
      '(?:any|every|all|other|wildcard|foreign|cross)[- ]origins?|access-control-allow\\S*|other (?:web ?)?sites? (?:can|may) (?:read|call)',
      'cors-misconfiguration',
    ],
    ['forged? requests?|anti[- ]?forgery|other sites? (?:can|may) (?:post|submit|send)', 'csrf-disabled'],
    [
      '(?:fake|forge|inject|split|spoof)\\w*\\b.{0,15}\\blogs?(?: ?(?:entries|lines|files?))?|log (?:entries|lines)|newlines? in logs?|(?:gefalschte|eingeschleuste) (?:log\\w*|protokoll\\w*)',
      'log-injection',
    ],
    [
      '(?:slow|evil|expensive|malicious|any) (?:regex\\w*|regular expressions?)|(?:freez|hang|block|stop|slow down)\\w*\\b.{0,50}\\b(?:regex\\w*|regular expressions?|pattern)|denial of service',
      'redos regex-injection',
    ],
    [
      '(?:temp|temporary)[- ]?(?:files?|director(?:y|ies)|folders?)|mktemp|temporare\\w* (?:dateien?|verzeichnisse?)',
      'insecure-temporary-file',
    ],
    ['chmod|(?:world|group)[- ](?:readable|writ(?:e)?able)|everybody can (?:read|write)', 'file-permissions'],
    [
      '(?:public\\w*|open|world)[- ]?(?:ly )?(?:readable|accessible|available)? ?(?:s3 )?(?:buckets?|storage|blobs?|containers?)|\\bs3\\b',
      'public-storage',
    ],
    [
      '(?:reachable|accessible|exposed|open|available)\\b.{0,20}\\b(?:from|to|on)\\b.{0,10}\\b(?:internet|world|everyone|everybody|outside|public)|aus dem internet|0\\.0\\.0\\.0',
      'open-network public-endpoint',
    ],
    [
      '(?:pull requests?|forks?|contributors?|outsiders?)\\b.{0,40}\\b(?:code|pipeline|workflow|ci|build|secrets?|run)|(?:poison|hijack)\\w*\\b.{0,20}\\b(?:pipeline|workflow|build)',
      'untrusted-workflow-code workflow-injection',
    ],
    ['(?:as|by) root\\b|root user|non-?root', 'container-root'],
    ['unpinned|not pinned|floating (?:tags?|versions?)|:latest\\b', 'mutable-reference unpinned-dependency'],
    [
      '(?:outdated|vulnerable|old|insecure|veraltete) (?:packages?|dependenc(?:y|ies)|librar(?:y|ies)|versions?|pakete|bibliotheken)',
      'vulnerable-dependency',
    ],
    ['(?:too many|wide|broad|excessive|all) (?:permissions?|privileges?|rights)', 'excessive-permissions'],
    [
      '(?:unencrypted|not encrypted|without encryption)\\b.{0,20}\\b(?:disks?|databases?|storage|volumes?|data|backups?)|encryption at rest',
      'unencrypted-storage',
    ],
    ['__proto__|constructor\\.prototype', 'prototype-pollution'],
    ['(?:response |http )?headers?\\b.{0,20}\\b(?:newlines?|inject\\w*|split\\w*|crlf)', 'header-injection'],
    ['directory (?:service|look-?ups?)|\\bldap\\b|active directory', 'ldap-injection'],
    [
      "(?:no|missing|without|lack of) (?:access control|permission checks?|ownership checks?)|other (?:users?|customers?)'? data",
      'missing-authorization',
    ],
    [
      '(?:jinja|handlebars|freemarker|velocity|twig|ejs)\\w*|templates?\\b.{0,20}\\b(?:user|input|request)',
      'template-injection',
    ],
  ] as const
).map(([words, classes]) => [new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})`, 'gu'), classes.split(' ')]);

/** Single words that make a weakness likely; each line is one meaning. */
export const meanings: readonly (readonly [words: string, classes: string])[] = [
  ['command process spawn bash os', 'command-injection argument-injection'],
  ['sql query database statement table', 'sql-injection nosql-injection'],
  ['script html browser markup', 'xss'],
  ['outbound intranet', 'ssrf'],
  ['traversal directory folder path filename', 'path-traversal link-following'],
  ['upload download', 'path-traversal unsafe-content-type'],
  ['credential password key apikey', 'hard-coded-secret exposed-secret'],
  ['certificate tls ssl https', 'tls-verification-disabled weak-transport'],
  ['deserialize serialize marshal', 'unsafe-deserialization'],
  ['entity xml', 'xxe'],
  ['hash digest checksum', 'weak-hash'],
  ['cipher encrypt encryption cryptography', 'weak-cipher weak-hash'],
  ['predictable guessable random', 'weak-random'],
  ['redirect', 'open-redirect'],
  ['backtracking regex pattern', 'redos regex-injection'],
  ['token jwt signature', 'jwt-misuse'],
  ['template', 'template-injection'],
  ['forgery', 'csrf-disabled ssrf'],
  ['origin', 'cors-misconfiguration'],
  ['package dependency advisory cve', 'vulnerable-dependency'],
  ['prototype pollute', 'prototype-pollution'],
  ['cookie session', 'insecure-cookie'],
  ['newline', 'log-injection header-injection'],
  ['stacktrace leak disclose', 'information-exposure'],
  ['unauthenticated anonymous', 'missing-authentication'],
  ['bucket storage', 'public-storage unencrypted-storage'],
  ['firewall port network', 'open-network'],
  [
    'pipeline workflow ci',
    'untrusted-workflow-code workflow-injection excessive-permissions mutable-reference',
  ],
  ['docker image container', 'container-root mutable-reference container-privileges'],
];

/** Weaknesses of one kind: who asks for one of them may mean another. */
export const families: readonly (readonly string[])[] = [
  'command-injection code-injection template-injection argument-injection unsafe-deserialization unsafe-reflection',
  'sql-injection nosql-injection xpath-injection ldap-injection',
  'xss template-injection unsafe-content-type header-injection',
  'weak-hash weak-cipher weak-random',
  'weak-cipher unencrypted-storage weak-transport cleartext-transmission',
  'tls-verification-disabled weak-transport cleartext-transmission unverified-download',
  'path-traversal link-following alias-traversal',
  'insecure-temporary-file file-permissions',
  'hard-coded-secret exposed-secret',
  'ssrf open-redirect',
  'insecure-cookie xss',
  'jwt-misuse missing-authentication hard-coded-secret',
  'public-storage public-endpoint open-network',
  'untrusted-workflow-code workflow-injection excessive-permissions mutable-reference',
  'mutable-reference unpinned-dependency unverified-download',
  'redos regex-injection',
  'log-injection missing-audit-trail',
  'container-root container-privileges excessive-permissions',
  'missing-authentication missing-authorization csrf-disabled',
].map((line) => line.split(' '));
