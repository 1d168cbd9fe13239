import type { Finding } from '../finding.ts';

/** Why there is no mechanical fix, where no strategy said so itself. */
export function reasonFor(finding: Finding, why: 'no-language' | 'no-strategy'): string {
  const known = byClass[finding.vulnClass];
  if (known) return known;
  if (why === 'no-language') return `There are no mechanical fixes for files such as ${finding.file}.`;
  return 'The code here has no shape for which a mechanical fix is known to be right.';
}

const byClass: Readonly<Record<string, string>> = {
  'code-injection':
    'Code that is put together while the program runs has no mechanical fix: say what it is meant to do, and do it without evaluating text.',
  'unsafe-deserialization':
    'Another format for the data changes what the program can read. Choose one that holds data only, such as JSON, and move what is stored to it.',
  'mass-assignment': 'Which fields a client may set is a decision about the application: list them.',
  'jwt-misuse':
    'The token has to be verified with a key that the code here does not have. Say which key signs it, and verify it with that.',
  'insecure-temporary-file':
    'Whoever else uses the file finds it by its fixed name. Make a file of a new name (`mkdtemp`, `NamedTemporaryFile`) and hand that on.',
  'tls-verification-disabled':
    'A class of the program’s own accepts every certificate. Leave it out, and put the authority of the server into a trust store instead.',
  ssrf: 'Which servers may be asked is a decision about the application: list them, and compare the host of the address with the list.',
  'template-injection':
    'A template that is text from outside has no mechanical fix: use a fixed template and hand the values to it.',
  'trust-boundary':
    'Whether the value may be trusted in the session is a decision about the application: check it before it is kept.',
  'unsafe-reflection':
    'Which classes or methods a request may name is a decision about the application: list them.',
};
