import type { VulnerabilityClass } from './schema.ts';

/** Input that is read as a language: a statement, a command, a path, a page. */
export const injectionClasses: readonly VulnerabilityClass[] = [
  {
    id: 'sql-injection',
    title: 'SQL injection',
    impact: 'read and change the database at will',
    description:
      'Text that an attacker chooses becomes part of an SQL statement, so it is read as SQL instead of as a value.',
    remediation:
      'Pass values as bound parameters of a prepared statement; take table and column names from a fixed list.',
    cwes: ['CWE-89'],
    references: ['https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html'],
    score: 93,
    confidence: 92,
    sources: ['remote', 'local', 'stored', 'library'],
    found: 'flow',
  },
  {
    id: 'nosql-injection',
    title: 'NoSQL injection',
    impact: 'bypass checks and read other documents',
    description:
      'An attacker chooses the structure or the code of a document-store query, for example by sending an object with operators where a text was expected.',
    remediation:
      'Convert values to the expected scalar type before they enter a query, and never build server-side scripts from input.',
    cwes: ['CWE-943'],
    references: ['https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html'],
    score: 82,
    confidence: 80,
    sources: ['remote', 'library', 'local'],
    found: 'flow',
  },
  {
    id: 'command-injection',
    title: 'OS command injection',
    impact: 'run commands on the server',
    description:
      'Text that an attacker chooses reaches a shell or the name or arguments of a program that is started.',
    remediation:
      "Start programs with an argument list and no shell; take the program's name from a fixed list and end option parsing with `--`.",
    cwes: ['CWE-78'],
    references: [
      'https://cheatsheetseries.owasp.org/cheatsheets/OS_Command_Injection_Defense_Cheat_Sheet.html',
    ],
    score: 96,
    confidence: 92,
    sources: ['remote', 'local', 'stored', 'library'],
    found: 'flow',
  },
  {
    id: 'code-injection',
    title: 'Code injection',
    impact: 'run their own code inside the program',
    description: 'Text that an attacker chooses is compiled or evaluated as program code.',
    remediation: 'Do not evaluate text; use a parser for the data format, or a fixed table of operations.',
    cwes: ['CWE-94', 'CWE-95'],
    references: ['https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html'],
    score: 96,
    confidence: 92,
    sources: ['remote', 'local', 'stored', 'library'],
    found: 'flow',
  },
  {
    id: 'ldap-injection',
    title: 'LDAP injection',
    impact: 'bypass a login or read directory entries',
    description: 'Text that an attacker chooses becomes part of an LDAP filter or name.',
    remediation:
      'Escape values with the encoder for LDAP filters or names, or pass them as filter arguments.',
    cwes: ['CWE-90'],
    references: ['https://cheatsheetseries.owasp.org/cheatsheets/LDAP_Injection_Prevention_Cheat_Sheet.html'],
    score: 82,
    confidence: 88,
    sources: ['remote', 'stored', 'library', 'local'],
    found: 'flow',
  },
  {
    id: 'xpath-injection',
    title: 'XPath injection',
    impact: 'read parts of a document they should not see',
    description: 'Text that an attacker chooses becomes part of an XPath expression.',
    remediation: 'Bind values as XPath variables instead of concatenating them.',
    cwes: ['CWE-643'],
    references: ['https://owasp.org/www-community/attacks/XPATH_Injection'],
    score: 75,
    confidence: 88,
    sources: ['remote', 'stored', 'library', 'local'],
    found: 'flow',
  },
  {
    id: 'template-injection',
    title: 'Server-side template injection',
    impact: 'run code on the server through the template engine',
    description: 'An attacker chooses the text of a template, not just the values that it shows.',
    remediation: 'Keep templates constant and pass input only as values to render.',
    cwes: ['CWE-1336'],
    references: [
      'https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/07-Input_Validation_Testing/18-Testing_for_Server-side_Template_Injection',
    ],
    score: 93,
    confidence: 88,
    sources: ['remote', 'stored', 'library', 'local'],
    found: 'flow',
  },
  {
    id: 'path-traversal',
    title: 'Path traversal',
    impact: 'read or write files outside the intended folder',
    description:
      'A file name that an attacker chooses is used without making sure that it stays in the intended folder.',
    remediation:
      'Resolve the path, then check that it is inside the intended folder; or map names to files through a fixed table.',
    cwes: ['CWE-22'],
    references: ['https://owasp.org/www-community/attacks/Path_Traversal'],
    score: 78,
    confidence: 86,
    sources: ['remote', 'stored'],
    found: 'both',
  },
  {
    id: 'xss',
    title: 'Cross-site scripting',
    impact: "run scripts in other users' browsers",
    description:
      'Text that an attacker chooses is written into a page without encoding for the place where it stands.',
    remediation:
      'Let the template engine escape, or encode for the exact context; sanitise where HTML must be allowed.',
    cwes: ['CWE-79'],
    references: [
      'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    ],
    score: 72,
    confidence: 84,
    sources: ['remote', 'stored', 'library', 'local'],
    found: 'both',
  },
];
