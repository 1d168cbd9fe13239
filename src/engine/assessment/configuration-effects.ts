import type { Effects } from './effect.ts';

const onThePath = {
  vector: 'N',
  why: 'the attacker has to be on the network path between the two sides.',
} as const;

/** Effects of weak algorithms, settings and secrets: places that are the issue themselves. */
export const configurationEffects: Effects = {
  'weak-hash': {
    inside: {
      confidentiality: ['L', 'hashed values can be found by trying.'],
      integrity: ['L', 'two contents with the same hash can be made.'],
    },
    complexity: 'the attacker needs the hashes, or has to make a collision.',
    unknowns: ['The hash protects something: a password, a signature, a file’s content.'],
    payload: 'a content with the same hash, or guesses against hashes that came out',
    outcome: 'What the hash was to protect is forged or found.',
  },
  'weak-cipher': {
    inside: {
      confidentiality: ['L', 'encrypted data can be read, in whole or in its patterns.'],
      integrity: ['L', 'encrypted data can be changed unnoticed.'],
    },
    complexity: 'the attacker needs the encrypted data, and time.',
    unknowns: ['The encrypted data can be had.'],
    payload: 'attempts at encrypted data',
    outcome: 'The data is read or changed without the key.',
  },
  'weak-random': {
    inside: {
      confidentiality: ['L', 'tokens and passwords that are made so can be guessed.'],
      integrity: ['L', 'a guessed token acts as its owner.'],
    },
    complexity: 'the attacker has to see some values and compute the next.',
    unknowns: ['The value protects something.'],
    payload: 'the next value of the generator',
    outcome: 'A value that was to be secret is known.',
  },
  'insecure-cookie': {
    inside: { confidentiality: ['L', 'the session in the cookie is the attacker’s.'] },
    requirement: 'the cookie travels without encryption, or a script can run in the page.',
    interaction: { kind: 'passive', why: 'a victim with a session has to use the site.' },
    payload: 'nothing; the cookie is read on its way or by a script',
    outcome: 'The attacker has the victim’s session.',
  },
  'tls-verification-disabled': {
    inside: {
      confidentiality: ['H', 'all that is sent over the connection can be read.'],
      integrity: ['H', 'what comes back can be forged.'],
    },
    position: onThePath,
    requirement: 'the attacker can answer in the place of the other side.',
    payload: 'a certificate of their own',
    outcome: 'The program talks with the attacker and believes it to be the other side.',
  },
  'jwt-misuse': {
    inside: {
      confidentiality: ['H', 'the attacker sees what any user sees.'],
      integrity: ['H', 'the attacker acts as any user.'],
    },
    payload: 'a token that they wrote themselves',
    outcome: 'The program takes the forged token for a real one.',
  },
  'hard-coded-secret': {
    inside: {
      confidentiality: ['H', 'whoever has the code has what the secret opens.'],
      integrity: ['L', 'most secrets also allow changes.'],
    },
    requirement: 'the attacker has the code, a build of it, or its history.',
    unknowns: ['The secret is still valid.'],
    payload: 'the secret as it stands in the code',
    outcome: 'The service that the secret opens lets the attacker in.',
  },
  'cors-misconfiguration': {
    inside: { confidentiality: ['L', 'other sites read answers that were meant for this one.'] },
    interaction: { kind: 'active', why: 'a victim with a session has to open the attacker’s page.' },
    payload: 'a request from a page of another site',
    outcome: 'The attacker’s page reads the victim’s data.',
  },
  'csrf-disabled': {
    inside: { integrity: ['L', 'actions are done in the victim’s name.'] },
    interaction: { kind: 'active', why: 'a victim with a session has to open the attacker’s page.' },
    unknowns: ['The session is kept in a cookie that other sites’ requests carry.'],
    payload: 'a form that a page of another site submits',
    outcome: 'The program does what the victim never asked for.',
  },
  'debug-enabled': {
    inside: {
      confidentiality: ['H', 'error pages show code, variables and settings.'],
      integrity: ['L', 'some debuggers run what is typed into them.'],
    },
    requirement: 'this setting is in force where others reach the program.',
    payload: 'a request that makes the program fail',
    outcome: 'The error page tells, or does, what only developers may.',
  },
  'file-permissions': {
    inside: {
      confidentiality: ['L', 'another user of the machine reads what the file holds.'],
      integrity: ['H', 'another user of the machine changes the file.'],
    },
    position: { vector: 'L', why: 'the attacker needs an account on the same machine.' },
    unknowns: ['The machine has other users, or programs that run as such.'],
    payload: 'a write to the file, as any user',
    outcome: 'The program, or whoever uses the file, works with what the attacker wrote.',
  },
  'insecure-temporary-file': {
    inside: {
      confidentiality: ['L', 'another user of the machine reads the file.'],
      integrity: ['L', 'another user puts a file or link in its place first.'],
    },
    position: { vector: 'L', why: 'the attacker needs an account on the same machine.' },
    complexity: 'the attacker has to be faster than the program.',
    payload: 'a link under the name that the program is about to use',
    outcome: 'The program reads or writes a file of the attacker’s choice.',
  },
  'unpinned-dependency': {
    inside: {
      confidentiality: ['H', 'what is fetched reads what the developer can read.'],
      integrity: ['H', 'what is fetched runs with the developer’s rights.'],
      availability: ['H', 'what is fetched can delete what the developer can.'],
    },
    requirement: 'the attacker can publish a version of the package or image.',
    interaction: { kind: 'passive', why: 'a developer has to start the server.' },
    payload: 'a new version of what is fetched',
    outcome: 'The attacker’s code runs on developers’ machines.',
  },
  'hidden-text': {
    inside: {
      confidentiality: ['L', 'an agent can be told to hand over what it sees.'],
      integrity: ['L', 'an agent can be told to change what it works on.'],
    },
    interaction: { kind: 'passive', why: 'someone has to let an agent work with the file.' },
    unknowns: ['What the hidden characters say.'],
    payload: 'instructions that no reviewer sees',
    outcome: 'An agent does what the hidden text says.',
  },
  'unsafe-model': {
    inside: {
      confidentiality: ['H', 'code in the model reads what the program can read.'],
      integrity: ['H', 'code in the model runs as the program.'],
      availability: ['H', 'code in the model can end the program.'],
    },
    requirement: 'the attacker can put a model in the place of the one that is loaded.',
    unknowns: ['Where the model comes from.'],
    payload: 'a model that holds code',
    outcome: 'The attacker’s code runs when the model is loaded.',
  },
  'cleartext-transmission': {
    inside: {
      confidentiality: ['H', 'all that is sent over the connection can be read.'],
      integrity: ['H', 'what comes back can be forged.'],
    },
    position: onThePath,
    requirement: 'the attacker can read what goes over the network.',
    payload: 'nothing; what is sent is read and changed on its way',
    outcome: 'What is sent is known, and answers are the attacker’s.',
  },
};
