import type { SyntaxNode } from '../../languages/syntax.ts';
import { bare, type Call, callAt } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { type Fix, type FixResult, noFix, type Situation, type Strategy } from '../fix.ts';
import { javascriptModule, pythonName } from '../imports.ts';
import { resolved, statementAround } from '../scope.ts';
import type { Source } from '../source.ts';
import { replaced } from '../statements.ts';

const wording: Omit<Fix, 'edits'> = {
  strategy: 'weak-hash/sha-256',
  title: 'Use SHA-256',
  explanation:
    'SHA-256 takes the place of the broken hash. Digests are longer and differ from those that are stored: whatever was kept with the old ones, names in a cache say, is made anew or has to be compared with both for a while.',
};

const passwords =
  'A password needs a slow hash with a salt, such as scrypt, Argon2 or bcrypt, and stored ones must still be recognised: that is a change of how accounts are kept, and not of this line.';

/** A fast hash takes the place of a broken one, except for passwords. */
export const strongHash: Strategy = {
  classes: ['weak-hash'],
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    if (/\/rounds$/.test(finding.ruleId) || /pbkdf2/i.test(call.name)) return rounds(source, call);
    const statement = source.textOf(statementAround(source, call.node)).split('\n')[0] ?? '';
    if (/passw|passwd|\bpwd\b|passphrase/i.test(statement) || /password$/.test(finding.ruleId))
      return noFix(passwords);
    return named(source, call) ?? renamed(situation, call);
  },
};

const weak = /^(['"`])(?:md2|md4|md5|sha-?1|sha|ripemd(?:-?160)?|rmd160)\1$/i;

/** `createHash('md5')`, `hashlib.new("sha1")`, `getInstance("MD5")`: the name of the hash, here or in a constant. */
function named(source: Source, call: Call): FixResult {
  for (const arg of [...call.args.slice(0, 1), ...call.keywords.values()]) {
    const value = resolved(source, arg);
    const text = source.textOf(value);
    if (!weak.test(text)) continue;
    const mark = text.slice(0, 1);
    return {
      ...wording,
      edits: [replaced(value, `${mark}${source.language === 'java' ? 'SHA-256' : 'sha256'}${mark}`)],
    };
  }
  return undefined;
}

const names: Readonly<Record<string, string>> = {
  md5: 'sha256',
  sha1: 'sha256',
  MD5: 'SHA256',
  SHA1: 'SHA256',
  md5Hex: 'sha256Hex',
  sha1Hex: 'sha256Hex',
  shaHex: 'sha256Hex',
  md2Hex: 'sha256Hex',
  getMd5Digest: 'getSha256Digest',
  getSha1Digest: 'getSha256Digest',
};

/** `hashlib.md5(…)`, `DigestUtils.md5Hex(…)`, `CryptoJS.MD5(…)`: the function that is the hash. */
function renamed({ source, project }: Situation, call: Call): FixResult {
  const target = names[call.name];
  if (source.language === 'javascript' && call.name === 'md5' && !call.receiver && call.args.length >= 1) {
    const crypto = javascriptModule(source, 'crypto', project);
    const { quote } = source.style;
    const text = `${crypto.name}.createHash(${quote}sha256${quote}).update(${source.textOf(call.args[0] as SyntaxNode)}).digest(${quote}hex${quote})`;
    return { ...wording, edits: [...crypto.edits, replaced(call.node, text)] };
  }
  if (target === undefined) return undefined;
  if (call.receiver) {
    // PyCryptodome has a module for each hash, with one way to make it.
    return { ...wording, edits: [replaced(call.nameNode, target)] };
  }
  if (source.language !== 'python') return undefined;
  const module = new RegExp(`from\\s+([\\w.]+)\\s+import[^\\n]*\\b${call.name}\\b`).exec(source.text)?.[1];
  if (module === undefined) return undefined;
  const imported = pythonName(source, module, target);
  return { ...wording, edits: [...imported.edits, replaced(call.nameNode, imported.name)] };
}

/** The number of rounds that a key is derived from a password with. */
function rounds(source: Source, call: Call): FixResult {
  const number = [...call.args, ...call.keywords.values()].map(bare).find((arg) => {
    const value = source.textOf(resolved(source, arg)).replaceAll('_', '');
    return /^\d+$/.test(value) && Number(value) < 600_000 && Number(value) >= 100;
  });
  if (!number) return undefined;
  const target = resolved(source, number);
  const edits: Edit[] = [
    replaced(
      target,
      source.textOf(target).includes('_') || source.language !== 'java' ? '600_000' : '600000',
    ),
  ];
  return {
    strategy: 'weak-hash/rounds',
    title: 'Derive the key with 600,000 rounds',
    explanation:
      'Guessing a password takes as long as OWASP asks for. Keys that were derived with fewer rounds do not match any more: keep their number beside each, and derive anew when its owner signs in.',
    edits,
  };
}
