import type { Finding } from '../finding.ts';

/** Why there is no mechanical fix, where no strategy said so itself: what is missing, and what to do by hand. */
export function reasonFor(finding: Finding, why: 'no-language' | 'no-strategy'): string {
  const known = byClass[finding.vulnClass];
  if (known) return known;
  if (why === 'no-language')
    return `There are no mechanical fixes for files such as ${finding.file}. The details of the issue say what to change by hand.`;
  return 'There is no mechanical fix for this class yet. The details of the issue say what to change by hand.';
}

const byClass: Readonly<Record<string, string>> = {
  'code-injection':
    'Code that is put together while the program runs has no mechanical fix: say what it is meant to do, and do it without evaluating text.',
  'command-injection':
    'How this call takes arguments apart from a command is not known. Run the program with a list of arguments, or check each value that becomes part of the command.',
  'cors-misconfiguration':
    'Which sites may read the answers is a decision about the application: list their origins, compare the one of the request with the list, and answer with it only when it is there.',
  'csrf-disabled':
    'The protection is switched off in a way that has no mechanical reverse. Leave out what switches it off, and let forms and scripts send the token.',
  'debug-enabled':
    'Where debugging is switched on here has no mechanical reverse. Take it from a setting that is off where the program serves others.',
  'hard-coded-secret':
    'The text of the secret is not written where it is used. Find where it comes from, read it from the environment there, and replace the secret.',
  'file-permissions':
    'Who besides the owner needs the file is a decision about the machine: give 0600 (0700 for a folder), or a group the rights that it needs.',
  'header-injection':
    'How the value becomes part of the header is not seen in this call. Take line breaks out of it before it is handed over.',
  'information-exposure':
    'What of the error the client needs to know is a decision about the application: write the error to the log, and answer with a text of your own.',
  'insecure-cookie':
    'Where the flags of this cookie are set is not seen in this call. Set `Secure`, `HttpOnly` and `SameSite` where the cookie is made.',
  'insecure-temporary-file':
    'Whoever else uses the file finds it by its fixed name. Make a file of a new name (`mkdtemp` of Node, `tempfile.NamedTemporaryFile` of Python, `Files.createTempFile` of Java) and hand that name on, or keep the file in a folder of the program’s own.',
  'jwt-misuse':
    'The token has to be verified with a key that the code here does not have. Say which key signs it, and verify it with that.',
  'ldap-injection':
    'How the filter or the name is put together is not seen in this call. Escape each value where it becomes part of it: by the rules for filters (RFC 4515) or for names (RFC 4514).',
  'log-injection':
    'What of this call is written to the log is not seen. Take line breaks out of what comes from outside before it is logged.',
  'mass-assignment':
    'Which fields a client may set is a decision about the application: list them, and take only those from the request.',
  'nosql-injection':
    'How the query is put together is not seen in this call. Make each value a text or a number before it becomes part of the query.',
  'open-redirect':
    'What becomes the address is not seen in this place. Let it begin with one slash and a path of this site, or choose it from a list.',
  'path-traversal':
    'What of this call is the path is not seen. Resolve it, and refuse it unless it lies in the folder that is meant.',
  'prototype-pollution':
    'Which key is written is not seen in this place. Refuse `__proto__`, `constructor` and `prototype`, or keep the data in a `Map`.',
  redos:
    'The expression can be made faster only by changing what it matches. Say more exactly what is meant, or bound the length of the text first.',
  'regex-injection':
    'How the expression is put together is not seen in this call. Escape the value before it becomes part of it.',
  'sql-injection':
    'How this call takes values apart from the statement is not known. Give the statement a place for each value, and hand the values over beside it.',
  'tls-verification-disabled':
    'A class of the program’s own accepts every certificate. Leave it out, and put the authority of the server into a trust store instead.',
  ssrf: 'Which servers may be asked is a decision about the application: list them, and compare the host of the address with the list.',
  'template-injection':
    'A template that is text from outside has no mechanical fix: use a fixed template and hand the values to it.',
  'trust-boundary':
    'Whether the value may be trusted in the session is a decision about the application: check it before it is kept.',
  'unsafe-deserialization':
    'Another format for the data changes what the program can read. Choose one that holds data only, such as JSON, and move what is stored to it.',
  'unsafe-reflection':
    'Which classes or methods a request may name is a decision about the application: list them, and look the name up in the list.',
  'weak-hash':
    'Which hash is used is decided elsewhere, in a setting or an argument. Name SHA-256 there, and see who keeps or compares digests of the old one.',
  'weak-random':
    'What stands in for the random numbers here has no replacement of the same form. Take them from the source of the operating system: `crypto.randomInt`, `secrets`, `SecureRandom`.',
  'xpath-injection':
    'How the expression is put together is not seen in this call. Bind the value as a variable, or refuse quotation marks in it.',
  xss: 'How the value becomes part of the page is not seen in this place. Escape it for where it stands, or set it as text; an address has to begin with `https:` or a slash.',
  xxe: 'Where the parser is made is not seen in this place. Switch document types and external entities off there, before it reads anything.',
};
