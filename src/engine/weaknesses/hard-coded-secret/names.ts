import { createHash } from 'node:crypto';
import { type Call, callOf, isCall } from '../../fixes/calls.ts';
import type { Environment, NamedSecret } from '../../fixes/environment.ts';
import { functionAround } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

/** Tells secrets apart without keeping them. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Words that say that something is secret, and not whose secret it is. */
const generic =
  /^(?:(?:THE|MY|DEFAULT)_)?(?:SECRET|PASSWORD|PASSWD|PASS|PWD|KEY|TOKEN|API_?KEY|AUTH|CREDENTIALS?|VALUE|DATA|BYTES|TEXT|S|K|P)$/;
/** Names of files and variables that say nothing of what is in them. */
const vague =
  /^(?:APP|MAIN|INDEX|SERVER|CONFIG|CONFIGURATION|SETTINGS|CONSTANTS|UTILS?|HELPERS?|COMMON|OPTIONS?|OPTS|PARAMS|ARGS|RESULT|CONST|SRC|LIB|INIT|ROUTES?|API|CLIENT|THIS|SELF|SAMPLE|[A-Z])$/;
/** What systems and shells set themselves. */
const ofSystem =
  /^(?:PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|OLDPWD|LANG|TERM|HOSTNAME|TMP|TEMP|TMPDIR|EDITOR|MAIL|PORT|HOST|DEBUG|NODE_ENV|NODE_OPTIONS|PYTHONPATH|JAVA_HOME|LC_\w+)$/;

const longest = 40;
/** Numbers that are tried behind a name. */
const mostAlike = 100;

/**
 * The environment variable of a secret, named after what the code calls it: the one that it was given before, or a name that
 * neither the project nor another patch of it uses.
 */
export function variableName(
  source: Source,
  literal: SyntaxNode,
  secret: string,
  environment: Environment,
  given: readonly NamedSecret[],
): string {
  const digest = digestOf(secret);
  const before = given.find((one) => one.digest === digest);
  if (before) return before.environment;
  const isFree = (name: string): boolean =>
    !ofSystem.test(name) &&
    !given.some((one) => one.environment === name) &&
    (!environment.knows(name) || environment.valueOf(name) === secret);
  const wishes = wishesFor(source, literal);
  const [last = 'APP_SECRET'] = wishes.toReversed();
  for (const wish of wishes) if (isFree(wish)) return wish;
  for (let number = 2; number < mostAlike; number++)
    if (isFree(`${last}_${number}`)) return `${last}_${number}`;
  return `${last}_${digest.slice(0, 8).toUpperCase()}`;
}

/** From what says most about the secret to what is longest. */
function wishesFor(source: Source, literal: SyntaxNode): string[] {
  const call = callAround(source, literal);
  const near = nearName(source, literal) ?? (call && nameForCall(source, call));
  const contexts = contextsOf(source, literal, call);
  const own = near ?? 'SECRET';
  const stem = stemOf(source.path);
  const within = (context: string): string =>
    own.startsWith(context) ? own : `${context}_${own === 'PASS' ? 'PASSWORD' : own}`;
  const isGeneric = generic.test(own);
  const wishes = [
    ...(isGeneric ? [...contexts, ...(vague.test(stem) ? [] : [stem])].map(within) : [own]),
    ...(isGeneric && near === undefined ? ['APP_SECRET'] : [own]),
    ...contexts.map(within),
    within(stem),
    ...contexts.map((context) => `${stem}_${within(context)}`),
  ];
  return [...new Set(wishes)].filter((name) => /^[A-Z][A-Z\d_]+$/.test(name) && name.length <= longest);
}

/** What a secret is to a call that has no name for it. */
function nameForCall(source: Source, call: Call): string | undefined {
  if (/\bjwt\b|signWith|JWT|H(?:MAC|mac)(?:\d|Sha|SHA)*/.test(source.textOf(call.node))) return 'JWT_SECRET';
  return /^(?:getConnection|createConnection|connect)$/.test(call.name) ? 'DB_PASSWORD' : undefined;
}

/** `"…".getBytes()`, `Buffer.from("…")`: the same secret in another form. */
const isOtherForm = (source: Source, { name, receiver }: Call, literal: SyntaxNode): boolean =>
  receiver !== undefined &&
  ((receiver.at <= literal.at && literal.end <= receiver.end) ||
    (name === 'from' && source.textOf(receiver) === 'Buffer'));

/** What the literal itself is given to: a variable, a key, a keyword. */
function nearName(source: Source, literal: SyntaxNode): string | undefined {
  let node = literal;
  for (let parent = source.parentOf(node); parent; parent = source.parentOf(node)) {
    if (
      !/^(?:parenthesized_expression|argument_list|arguments|method_invocation|call(?:_expression)?|attribute|member_expression)$/.test(
        parent.type,
      )
    )
      break;
    const around = callOf(source, parent);
    if (around && !isOtherForm(source, around, literal)) break;
    node = parent;
  }
  const parent = source.parentOf(node);
  const holds =
    parent &&
    /^(?:pair|keyword_argument|assignment|assignment_expression|variable_declarator|public_field_definition|field_definition|assignment_pattern|default_parameter)$/.test(
      parent.type,
    );
  const target = holds
    ? (fieldOf(parent, 'name') ?? fieldOf(parent, 'left') ?? fieldOf(parent, 'key') ?? parent.children[0])
    : undefined;
  const word = target && target !== node ? snake(source.textOf(target)) : '';
  if (word === 'PWD') return 'PASSWORD';
  return word.length >= 3 ? word : undefined;
}

/** The last word of an expression in capitals: `DB_PASSWORD` of `settings.dbPassword`, `settings["db-password"]`. */
function snake(text: string): string {
  const [, word = ''] = /(?<!\w)\d*([A-Za-z_][\w-]*)['"\]]*\s*$/.exec(text) ?? [];
  return word
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .replaceAll(/^_+|_+$/g, '')
    .toUpperCase()
    .slice(0, longest);
}

function callAround(source: Source, literal: SyntaxNode): Call | undefined {
  for (let node = source.parentOf(literal); node; node = source.parentOf(node)) {
    if (isCall(node)) {
      const call = callOf(source, node);
      if (call && !isOtherForm(source, call, literal)) return call;
    }
    if (/statement$|declaration$|^block$/.test(node.type)) return undefined;
  }
  return undefined;
}

/** What says whose secret it is: what the call's value is given to, the object around it, what is called, the function. */
function contextsOf(source: Source, literal: SyntaxNode, call: Call | undefined): string[] {
  const names: string[] = [];
  for (let node = source.parentOf(literal); node; node = source.parentOf(node)) {
    if (/^(?:variable_declarator|assignment|assignment_expression|pair)$/.test(node.type)) {
      const target = fieldOf(node, 'name') ?? fieldOf(node, 'left') ?? fieldOf(node, 'key');
      const value = fieldOf(node, 'value') ?? fieldOf(node, 'right');
      const isDirect = value === literal;
      if (target && !isDirect) names.push(snake(source.textOf(target)));
    }
    if (/(?:_body|^program|^module|function\w*|method_\w+)$/.test(node.type)) break;
  }
  if (call) names.push(call.receiver ? snake(source.textOf(call.receiver)) : snake(call.name));
  const around = functionAround(source, literal);
  const named = around === source.root ? undefined : fieldOf(around, 'name');
  if (named) names.push(snake(source.textOf(named)));
  const words = names.map((name) =>
    name.replace(/_?(?:CONFIG|OPTIONS|SETTINGS|CLIENT|CONNECTION|POOL)$/, ''),
  );
  return [...new Set(words)].filter((name) => name.length >= 2 && !vague.test(name) && !generic.test(name));
}

/** `BILLING` of `src/billing/index.js`. */
function stemOf(path: string): string {
  const parts = path.split('/').map((part) => snake(part.replace(/\.\w+$/, '')));
  return parts.findLast((part) => part !== '' && !vague.test(part)) ?? parts.at(-1) ?? 'APP';
}
