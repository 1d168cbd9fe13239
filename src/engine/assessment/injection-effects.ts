import type { Effects } from './effect.ts';

/** Effects of data that is taken for code, a query, or a name of something. */
export const injectionEffects: Effects = {
  'sql-injection': {
    inside: {
      confidentiality: ['H', 'every row that the program’s database account may read can be read.'],
      integrity: ['H', 'rows can be changed through conditions, unions or further statements.'],
      availability: ['H', 'tables can be emptied, and slow statements hold the database.'],
    },
    unknowns: ['The database account has more rights than this statement needs.'],
    payload: "a value that closes the literal and goes on as SQL, such as `' OR 1=1 --`",
    outcome: 'The database runs the attacker’s condition or statement with the program’s rights.',
  },
  'nosql-injection': {
    inside: {
      confidentiality: [
        'H',
        'operators such as `$ne` or `$regex` match documents that the query was to leave out.',
      ],
      integrity: ['L', 'what is matched decides what later code changes.'],
    },
    payload: 'an object where a text was expected, such as `{"$ne": null}`',
    outcome: 'The query matches documents of others, often past a login.',
  },
  'command-injection': {
    inside: {
      confidentiality: ['H', 'commands read whatever the process may read.'],
      integrity: ['H', 'commands write whatever the process may write.'],
      availability: ['H', 'commands can stop the process or fill its disk.'],
    },
    unknowns: ['The process runs with more rights than its task needs.'],
    payload:
      'a value with a shell’s separators, such as `; id`, or one that reads as an option of the program',
    outcome: 'The command of the attacker runs on the server with the process’s rights.',
  },
  'code-injection': {
    inside: {
      confidentiality: ['H', 'the code sees all that the program sees, its secrets too.'],
      integrity: ['H', 'the code can change what the program does.'],
      availability: ['H', 'the code can end the program.'],
    },
    payload: 'a text that is program code',
    outcome: 'The attacker’s code runs inside the program.',
  },
  'ldap-injection': {
    inside: {
      confidentiality: ['H', 'a filter with wildcards lists entries and guesses attributes.'],
      integrity: ['L', 'a login that compares by a filter can be passed.'],
    },
    payload: 'a value with a filter’s own characters, such as `*)(uid=*`',
    outcome: 'The directory answers a question other than the one intended.',
  },
  'xpath-injection': {
    inside: {
      confidentiality: ['H', 'the whole document can be read, step by step.'],
      integrity: ['L', 'a check that asks the document can be passed.'],
    },
    payload: "a value that closes the literal, such as `' or '1'='1`",
    outcome: 'The expression selects nodes that it was to leave out.',
  },
  'template-injection': {
    inside: {
      confidentiality: [
        'H',
        'template languages reach the objects of the program, and through them its files.',
      ],
      integrity: ['H', 'most template engines can be led to run code.'],
      availability: ['H', 'a template can loop for ever or end the program.'],
    },
    payload: 'a template expression, such as `{{7*7}}` and then one that reaches further',
    outcome: 'The template engine evaluates the attacker’s expression on the server.',
  },
  'path-traversal': {
    inside: {
      confidentiality: ['H', 'files outside the intended folder can be read: configuration, keys, sources.'],
      integrity: ['L', 'where the path is written to, files can be replaced.'],
    },
    unknowns: ['The process may read files beyond the intended folder.'],
    payload: 'a path with `../`, or an absolute one',
    outcome: 'The program opens a file of the attacker’s choice.',
  },
  xss: {
    inside: {
      confidentiality: ['L', 'what the page shows its reader can be read.'],
      integrity: ['L', 'what the page shows and sends can be changed.'],
    },
    beyond: {
      confidentiality: ['L', 'the script reads what the victim’s browser has of this site.'],
      integrity: ['L', 'the script acts as the victim.'],
    },
    interaction: {
      kind: 'active',
      why: 'a victim has to open the attacker’s link or the page with the planted text.',
    },
    unknowns: ['No content security policy stops scripts in the page.'],
    payload: 'a text with markup, such as `<img src=x onerror=…>`',
    outcome: 'The attacker’s script runs in the victim’s browser as part of this site.',
  },
  ssrf: {
    inside: {
      confidentiality: ['L', 'answers of internal addresses come back, or can be told from errors and time.'],
      integrity: ['L', 'requests that change something can be sent from the server.'],
    },
    beyond: {
      confidentiality: [
        'H',
        'services that trust the server’s network, such as a cloud’s metadata address, answer.',
      ],
      integrity: ['L', 'those services take orders from the server’s address.'],
    },
    unknowns: ['The server’s network reaches hosts that the attacker’s does not.'],
    payload: 'an address inside the network, such as `http://169.254.169.254/`',
    outcome: 'The server asks a host of the attacker’s choice.',
  },
  'open-redirect': {
    inside: { integrity: ['L', 'the site’s own address leads to a page of the attacker.'] },
    beyond: {
      confidentiality: ['L', 'what the victim types there, or a token in the address, is the attacker’s.'],
    },
    interaction: { kind: 'active', why: 'a victim has to follow the link.' },
    payload: 'an address of another site, such as `//evil.example`',
    outcome: 'The victim lands on the attacker’s page and believes to be on this site.',
  },
  xxe: {
    inside: {
      confidentiality: ['H', 'an entity is replaced by the content of a local file.'],
      availability: ['L', 'entities that expand without end hold the parser.'],
    },
    beyond: { confidentiality: ['L', 'an entity’s address is fetched from the server’s network.'] },
    payload: 'a document with an entity such as `<!ENTITY x SYSTEM "file:///etc/passwd">`',
    outcome: 'The parser reads a file or address of the attacker’s choice into the document.',
  },
  'unsafe-deserialization': {
    inside: {
      confidentiality: ['H', 'objects that run code while they are built see all that the program sees.'],
      integrity: ['H', 'they can change what the program does.'],
      availability: ['H', 'they can end it.'],
    },
    unknowns: ['A class that does something while it is built is within reach; most installations have one.'],
    payload: 'a serialised object of a class of the attacker’s choice',
    outcome: 'Building the object runs the attacker’s code.',
  },
  'log-injection': {
    inside: { integrity: ['L', 'lines can be forged, which misleads those who read the log.'] },
    payload: 'a value with line breaks',
    outcome: 'The log says things that did not happen.',
  },
  'trust-boundary': {
    inside: { integrity: ['L', 'code that trusts the session takes the value for a checked one.'] },
    unknowns: ['Other code decides by that value without a check of its own.'],
    payload: 'a value that only a checked source should give',
    outcome: 'The value counts as trusted from then on.',
  },
  'prototype-pollution': {
    inside: {
      confidentiality: ['L', 'checks for missing properties can be passed.'],
      integrity: ['H', 'every object gets properties of the attacker’s choice.'],
      availability: ['H', 'changed defaults make later requests fail.'],
    },
    payload: 'an object with a key such as `__proto__` or `constructor`',
    outcome: 'All objects of the process have the attacker’s property.',
  },
  redos: {
    inside: { availability: ['H', 'one short text keeps the thread busy for minutes.'] },
    payload: 'a text that nearly matches in very many ways',
    outcome: 'The program answers nobody while it matches.',
  },
  'regex-injection': {
    inside: {
      integrity: ['L', 'a filter matches what it was to leave out.'],
      availability: ['H', 'an expression that backtracks without end keeps the thread busy.'],
    },
    payload: 'a regular expression such as `(a+)+$`',
    outcome: 'The program matches with the attacker’s expression.',
  },
  'header-injection': {
    inside: { integrity: ['L', 'headers, or a whole answer, can be added.'] },
    beyond: { integrity: ['L', 'a cache or a browser takes the forged answer for this site’s.'] },
    interaction: { kind: 'passive', why: 'a victim or a cache has to ask for the manipulated answer.' },
    unknowns: ['The server library does not refuse line breaks in headers.'],
    payload: 'a value with `\\r\\n` and a header',
    outcome: 'The answer carries headers of the attacker.',
  },
  'unsafe-reflection': {
    inside: {
      confidentiality: ['L', 'members that were to stay inside can be read.'],
      integrity: ['H', 'classes and methods that were never meant for it can be run.'],
      availability: ['L', 'some of them end the program.'],
    },
    payload: 'the name of another class or method',
    outcome: 'The program runs what the name says.',
  },
  'mass-assignment': {
    inside: {
      confidentiality: ['L', 'fields such as an owner decide who sees a record.'],
      integrity: ['H', 'fields such as a role or a price can be set by the client.'],
    },
    payload: 'a request with additional fields, such as `"role": "admin"`',
    outcome: 'The record is stored with the attacker’s values.',
  },
  'information-exposure': {
    inside: { confidentiality: ['L', 'details of the program help with further attacks.'] },
    payload: 'a request that makes the program fail or answer in full',
    outcome: 'The answer tells what was to stay inside.',
  },
};
