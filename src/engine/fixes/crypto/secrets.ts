import type { SyntaxNode } from '../../languages/syntax.ts';
import { callAt, callOf } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { noFix, type Strategy } from '../fix.ts';
import { pythonModule } from '../python-imports.ts';
import { resolved } from '../scope.ts';
import { type Source, walk } from '../source.ts';
import { replaced } from '../statements.ts';

const notInSight =
  'The text of the secret is not written where it is used, or it is put together. Find where it comes from, read it from the environment there, and replace the secret.';

const isForTests = (path: string): boolean =>
  /(?:^|\/)(?:tests?|it|specs?|__tests__|testing|fixtures)\/|(?:Tests?|IT|Spec)\.java$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.(?:spec|test)\.[cm]?[jt]sx?$/.test(
    path,
  );

/** Secrets in code come from the environment. */
export const secretFromEnvironment: Strategy = {
  classes: ['hard-coded-secret'],
  languages: ['javascript', 'python', 'java'],
  fix: ({ source, finding, node }) => {
    const range = source.offsetsOf(finding.range);
    const literal = literalOf(source, node, range);
    if (!literal) return noFix(notInSight);
    if (isForTests(source.path))
      return noFix(
        'This is code for tests. A value that nothing but tests uses may stay: dismiss the finding then. Where it is a secret of a real system, replace it there, and let the tests take the new one from their environment.',
      );
    if (source.around(literal, 'annotation', 'marker_annotation', 'import_statement', 'import_declaration'))
      return noFix(
        'An annotation takes constants only. Read the secret from the configuration of the framework.',
      );
    const name = variableName(source, literal);
    const { text, edits } = reading(source, name);
    const code = source.textOf(literal);
    const bytes = /^b['"]/.test(code) ? '.encode()' : '';
    // The other side of it, in the same file, has to go on with the same secret.
    const all = [...walk(source.root)].filter(
      (one) =>
        one === literal ||
        (isText(one) && source.textOf(one) === code && code.length >= 10 && isUsedAsValue(source, one)),
    );
    return {
      strategy: 'hard-coded-secret/environment',
      title: `Read the secret from the environment variable ${name}`,
      explanation: `The secret is taken from \`${name}\`, which is set where the program runs. The one that stood here is known to everyone who has seen the file or its history: replace it.`,
      needs: [{ environment: name, text: 'The new secret, in place of the one that stood in the code.' }],
      edits: [...edits, ...all.map((one) => replaced(one, text + bytes))],
    };
  },
};

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

/** What the value is called, in capitals: `SESSION_SECRET`, `DB_PASSWORD`. */
function variableName(source: Source, literal: SyntaxNode): string {
  const parent = source.parentOf(literal);
  const holds =
    parent &&
    /^(?:pair|keyword_argument|assignment|assignment_expression|variable_declarator)$/.test(parent.type);
  const [first] = holds ? parent.children : [];
  const near = first && first !== literal ? source.textOf(first) : '';
  const word = (/(?<!\w)\d*([A-Za-z_]\w*)['"\]]*\s*$/.exec(near)?.[1] ?? '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toUpperCase();
  if (word.length >= 3 && word.length <= 40) return word;
  // The same secret in other calls has to become the same variable.
  const call = source.around(literal, 'call', 'call_expression', 'method_invocation');
  return call && /\bjwt\b|signWith|JWT|HMAC\d+/i.test(source.textOf(call)) ? 'JWT_SECRET' : 'APP_SECRET';
}

function reading(source: Source, name: string): { text: string; edits: readonly Edit[] } {
  switch (source.language) {
    case 'javascript':
      return { text: `process.env.${name}${/\.[cm]?tsx?$/.test(source.path) ? '!' : ''}`, edits: [] };
    case 'python': {
      const os = pythonModule(source, 'os');
      return {
        text: `${os.name}.environ[${source.style.quote}${name}${source.style.quote}]`,
        edits: os.edits,
      };
    }
    case 'java':
      return { text: `System.getenv("${name}")`, edits: [] };
  }
}
