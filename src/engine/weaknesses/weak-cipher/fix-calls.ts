import type { Call } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Strategy } from '../../fixes/fix.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import { literalFor, rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import { statementAround } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced, withoutStatement } from '../../fixes/statements.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

const keys = {
  title: 'Use keys of 2048 bits',
  explanation:
    'New keys have a length that cannot be broken today. Keys that are there already stay as they are.',
};

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'java',
      title: 'Use a current version of TLS',
      explanation:
        'TLS negotiates the newest version that both sides have. Sides that have only the broken one are refused.',
      rewrite: literalFor(/^"(?:SSL|SSLv2|SSLv3|TLSv1|TLSv1\.1)"$/, () => '"TLS"'),
    },
    {
      language: 'python',
      title: 'Use a current version of TLS',
      explanation:
        'The library’s own settings take a version of TLS that is sound, and check certificates. Sides that have only the broken one are refused.',
      rewrite: (source, call) => (call.name === 'SSLContext' ? defaultContext(source, call) : undefined),
    },
    {
      language: 'python',
      title: 'Leave the choice of ciphers to the library',
      explanation:
        'The ciphers that the standard library takes by itself are sound. A peer that has none of them is refused.',
      rewrite: (source, call) =>
        call.name === 'set_ciphers' &&
        source.parentOf(call.node)?.type === 'expression_statement' &&
        isAmongOthers(source, call.node)
          ? [withoutStatement(source, call.node)]
          : undefined,
    },
    {
      language: 'java',
      ...keys,
      rewrite: literalFor(/^(?:512|768|1024)$/, () => '2048'),
    },
    {
      language: 'python',
      ...keys,
      rewrite: literalFor(/^(?:512|768|1024)$/, () => '2048'),
    },
  ]),
];

/** The context that the standard library recommends: for clients, or for servers where the file makes one. */
function defaultContext(source: Source, call: Call): Edit[] {
  const module = call.receiver
    ? { name: source.textOf(call.receiver), edits: [] }
    : pythonModule(source, 'ssl');
  const isServer = /\bserver_side\s*=\s*True|\.load_cert_chain\(|\bstart_server\(|\bssl_context\s*=/.test(
    source.text,
  );
  const purpose = isServer ? `${module.name}.Purpose.CLIENT_AUTH` : '';
  return [...module.edits, replaced(call.node, `${module.name}.create_default_context(${purpose})`)];
}

/** A block of Python may not be left without a statement. */
const isAmongOthers = (source: Source, node: SyntaxNode): boolean =>
  (source.parentOf(statementAround(source, node))?.children.length ?? 0) > 1;
