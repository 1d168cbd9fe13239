import { callAt, callOf } from '../../fixes/calls.ts';
import { noFix, type Strategy } from '../../fixes/fix.ts';
import { resolved } from '../../fixes/scope.ts';
import { type Source, walk } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { isOfTests } from '../../roles/path-roles.ts';
import { digestOf, variableName } from './names.ts';
import { readVariable } from './reading.ts';

const notInSight =
  'The text of the secret is not written where it is used, or it is put together. Find where it comes from, read it from the environment there, and replace the secret.';

/** Secrets in code come from the environment. */
const secretFromEnvironment: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: ({ source, finding, node, project }) => {
    const range = source.offsetsOf(finding.range);
    const literal = literalOf(source, node, range);
    if (!literal) return noFix(notInSight);
    if (isOfTests(source.path))
      return noFix(
        'This is code for tests. A value that nothing but tests uses may stay: dismiss the finding then. Where it is a secret of a real system, replace it there, and let the tests take the new one from their environment.',
      );
    if (source.around(literal, 'annotation', 'marker_annotation', 'import_statement', 'import_declaration'))
      return noFix(
        'An annotation takes constants only. Read the secret from the configuration of the framework.',
      );
    const code = source.textOf(literal);
    const secret = textOfLiteral(code);
    const name = variableName(source, literal, secret, project.environment(), project.secrets);
    const bytes = /^b['"]/.test(code) ? '.encode()' : '';
    // The other side of it, in the same file, has to go on with the same secret.
    const all = [...walk(source.root)].filter(
      (one) =>
        one === literal ||
        (isText(one) && source.textOf(one) === code && code.length >= 10 && isUsedAsValue(source, one)),
    );
    const reading = readVariable(source, name, all, project);
    const fails =
      reading.when === 'load'
        ? 'Without it, the program ends with an error that names it as soon as this code is loaded.'
        : 'Without it, the code that uses it ends with an error that names it; loading the file works, as tests need it.';
    return {
      strategy: 'hard-coded-secret/environment',
      title: `Read the secret from the environment variable ${name}`,
      explanation: `The secret is taken from \`${name}\`, which is set where the program runs. ${fails} The one that stood here is known to everyone who has seen the file or its history: replace it.`,
      needs: [
        { environment: name, text: `The new secret, in place of the one that stood in the code. ${fails}` },
      ],
      secrets: [{ environment: name, digest: digestOf(secret) }],
      edits: [...reading.edits, ...all.map((one) => replaced(one, reading.text + bytes))],
    };
  },
};

/** What a literal says, without its marks. */
const textOfLiteral = (code: string): string => /^\w*("""|'''|["'`])([\s\S]*)\1$/.exec(code)?.[2] ?? code;

const isText = (one: SyntaxNode): boolean => /^(?:string|string_literal|template_string)$/.test(one.type);

/** Not the key of a mapping, a name that is imported, or the text of an annotation. */
function isUsedAsValue(source: Source, one: SyntaxNode): boolean {
  const parent = source.parentOf(one);
  if (!parent || one.field === 'key' || one.field === 'source' || parent.type === 'expression_statement')
    return false;
  return (
    parent.type !== 'subscript' &&
    !source.around(
      one,
      'annotation',
      'marker_annotation',
      'import_statement',
      'import_declaration',
      'switch_label',
      'case_pattern',
      'switch_case',
    )
  );
}

/** The literal that holds the secret: what is marked, what is assigned there, or the argument that gives it away. */
function literalOf(
  source: Source,
  node: SyntaxNode,
  range: { at: number; end: number },
): SyntaxNode | undefined {
  const isString = (one: SyntaxNode | undefined): one is SyntaxNode =>
    one !== undefined && /^(?:string|string_literal|template_string)$/.test(one.type) && one.end - one.at > 4;
  const marked = source.around(node, 'string', 'string_literal', 'template_string');
  const parent = marked && source.parentOf(marked);
  // A key of a mapping or a subscript names the secret, and is not the secret.
  if (isString(marked) && parent && marked.field !== 'key' && parent.type !== 'subscript') return marked;
  const around = source.around(node, 'assignment', 'assignment_expression', 'pair', 'variable_declarator');
  const value = around?.children.find(({ field }) => field === 'right' || field === 'value');
  if (value && isString(resolved(source, value))) return resolved(source, value);
  const call = callAt(source, range);
  if (!call) return undefined;
  const named = [...walk(call.node)].filter(
    (one) =>
      /^(?:pair|keyword_argument)$/.test(one.type) &&
      /^['"]?(?=\w*(?:secret|password|passwd|pwd|key|token))\w+['"]?\s*[:=]/i.test(source.textOf(one)),
  );
  for (const one of named) {
    const last = one.children.at(-1);
    if (last && isString(resolved(source, last))) return resolved(source, last);
  }
  const strings = call.args.map((arg) => innermost(source, arg)).filter(isString);
  return strings.findLast(
    (one) =>
      !/^['"](?:[A-Z]{2,}\d*|sha-?\d+|md5|aes[\w/-]*|HS\d+|utf-?8|hex|root|admin|user|app|sa|jdbc:[^'"]*)['"]$/i.test(
        source.textOf(one),
      ),
  );
}

/** `"…".getBytes()`, `Keys.hmacShaKeyFor(…)`: the text in it. */
function innermost(source: Source, arg: SyntaxNode): SyntaxNode | undefined {
  const value = resolved(source, arg);
  if (/^(?:string|string_literal)$/.test(value.type)) return value;
  const call = callOf(source, value);
  if (
    !call ||
    !/^(?:getBytes|encode|toCharArray|from|decode|hmacShaKeyFor|SecretKeySpec|TextEncoder)$/.test(call.name)
  )
    return undefined;
  const [first] = call.args;
  return (call.receiver && innermost(source, call.receiver)) ?? (first && innermost(source, first));
}

export const fixes: readonly Strategy[] = [secretFromEnvironment];
