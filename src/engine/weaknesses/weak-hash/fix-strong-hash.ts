import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type Fix, type FixResult, noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { javascriptModule } from '../../fixes/imports.ts';
import { pythonName } from '../../fixes/python-imports.ts';
import { functionAround, resolved, statementAround, variableOf } from '../../fixes/scope.ts';
import { type Source, walk } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

const wording: Omit<Fix, 'edits'> = {
  strategy: 'weak-hash/sha-256',
  title: 'Use SHA-256',
  explanation:
    'SHA-256 takes the place of the broken hash. Digests are longer and differ from those that are stored: whatever was kept with the old ones, names in a cache say, is made anew or has to be compared with both for a while.',
};

const signatures: Omit<Fix, 'edits'> = {
  strategy: 'weak-hash/signature',
  title: 'Sign with SHA-256',
  explanation:
    'SHA-256 takes the place of the broken hash in the signature. Whoever makes and whoever checks the signatures have to change together; those that are stored still need the old one to be checked.',
};

const passwords =
  'A password needs a slow hash with a salt, such as scrypt, Argon2 or bcrypt, and stored ones must still be recognised: that is a change of how accounts are kept, and not of this line.';

/** A fast hash takes the place of a broken one, except for passwords. */
const strongHash: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    if (/\/rounds$/.test(finding.ruleId) || /pbkdf2|^PBEKeySpec$/i.test(call.name))
      return rounds(source, call);
    const statement = source.textOf(statementAround(source, call.node)).split('\n')[0] ?? '';
    if (/passw|passwd|\bpwd\b|passphrase/i.test(statement) || /password$/.test(finding.ruleId))
      return noFix(passwords);
    return knownOutside(source, call) ?? named(source, call) ?? renamed(situation, call);
  },
};

/** A digest that somebody else makes, keeps or reads under the name of the old hash cannot change here alone. */
function knownOutside(source: Source, call: Call): FixResult {
  const whole = chainAround(source, call.node);
  const within = functionAround(source, call.node);
  const near = within === source.root ? statementAround(source, call.node) : within;
  const label = [...walk(near)].find(
    (one) =>
      /^(?:string|string_literal|template_string)$/.test(one.type) &&
      /md5|sha-?1(?!\d)/i.test(source.textOf(one)) &&
      !weak.test(source.textOf(one)) &&
      !(call.node.at <= one.at && one.end <= call.node.end),
  );
  if (label)
    return noFix(
      `The digest goes by the name of its hash, ${source.textOf(label).slice(0, 60)}, so that others expect that very hash. Offer one of SHA-256 under a name of its own, and leave the old one out once nobody reads it.`,
    );
  const other = comparedWith(source, whole);
  if (other && !usesHash(source, resolved(source, other), call))
    return noFix(
      'The digest is compared with one that was made elsewhere, with the old hash, and would not match it any more. Change the place that makes it together with this one, or accept both for a while.',
    );
  return undefined;
}

/** `createHash(…).update(…).digest(…)`: the whole of a chain that begins with a call. */
function chainAround(source: Source, node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let parent = source.parentOf(at); parent; parent = source.parentOf(parent)) {
    const goesOn =
      /^(?:member_expression|attribute|call_expression|call|method_invocation|await_expression|parenthesized_expression)$/.test(
        parent.type,
      ) && parent.at === at.at;
    if (!goesOn) break;
    at = parent;
  }
  return at;
}

/** The other side of a comparison, here or of the variable that holds the digest. */
function comparedWith(source: Source, digest: SyntaxNode): SyntaxNode | undefined {
  const direct = otherSide(source, digest);
  if (direct) return direct;
  const declared = source.parentOf(digest);
  const name = declared && (fieldOf(declared, 'name') ?? fieldOf(declared, 'left'));
  const variable = name?.type === 'identifier' ? variableOf(source, name) : undefined;
  return variable?.reads.map((read) => otherSide(source, read)).find((one) => one !== undefined);
}

function otherSide(source: Source, node: SyntaxNode): SyntaxNode | undefined {
  const parent = source.parentOf(node);
  if (!parent) return undefined;
  if (/^(?:binary_expression|comparison_operator)$/.test(parent.type)) {
    const sides = parent.children.filter(
      (child) => child.end - child.at > 0 && !/^[=!]==?$/.test(child.type),
    );
    const [left, right] = [sides[0], sides.at(-1)];
    if (!left || !right || !/^\s*[=!]==?\s*$/.test(source.text.slice(left.end, right.at))) return undefined;
    return left === node ? right : right === node ? left : undefined;
  }
  const list = /^argument/.test(parent.type) ? source.parentOf(parent) : parent;
  const call = callOf(source, list);
  if (!call || !/^(?:equals|equalsIgnoreCase|isEqual|compare_digest|timingSafeEqual)$/.test(call.name))
    return undefined;
  if (call.receiver === node) return call.args[0];
  return call.args.find((arg) => arg !== node) ?? call.receiver;
}

const usesHash = (source: Source, node: SyntaxNode, hash: Call): boolean =>
  [...walk(node)].some((one) => callOf(source, one)?.name === hash.name);

const weak = /^(['"`])(?:md2|md4|md5|sha-?1|sha|ripemd(?:-?160)?|rmd160)\1$/i;

/** `createHash('md5')`, `hashlib.new("sha1")`, `getInstance("MD5")`: the name of the hash, here or in a constant. */
function named(source: Source, call: Call): FixResult {
  for (const arg of [...call.args.slice(0, 1), ...call.keywords.values()]) {
    const value = resolved(source, arg);
    const text = source.textOf(value);
    const scheme = /^"(?:MD5|SHA-?1)(with(?:RSA|DSA|ECDSA))"$/i.exec(text)?.[1];
    if (scheme !== undefined) return { ...signatures, edits: [replaced(value, `"SHA256${scheme}"`)] };
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
  const module = new RegExp(`^[ \\t]*from\\s+([\\w.]+)\\s+import[^\\n]*\\b${call.name}\\b`, 'm').exec(
    source.text,
  )?.[1];
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

export const fixes: readonly Strategy[] = [strongHash];
