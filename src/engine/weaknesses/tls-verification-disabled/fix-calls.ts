import type { Call } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Situation, Strategy } from '../../fixes/fix.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import { type Rewriting, rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced, withoutStatement } from '../../fixes/statements.ts';

const certificates = {
  title: 'Check the certificate of the other side',
  explanation:
    'The default check is in place again: a certificate has to be valid for the host that is asked for. A server with a certificate of its own making needs a trust store that has it.',
};

/** Takes one call out of a chain; where it is all there is, the whole statement. */
const withoutCall: Rewriting = (source, call) => {
  const parent = source.parentOf(call.node);
  const chained =
    parent &&
    /^(?:member_expression|method_invocation|attribute)$/.test(parent.type) &&
    parent.at === call.node.at;
  if (!call.receiver) return undefined;
  if (chained || parent?.type !== 'expression_statement')
    return [{ at: call.receiver.end, end: call.node.end, text: '' }];
  return call.receiver.type === 'identifier'
    ? [withoutStatement(source, call.node)]
    : [{ at: call.receiver.end, end: call.node.end, text: '' }];
};

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'java',
      ...certificates,
      rewrite: (source, call) =>
        /hostnameVerifier$/i.test(call.name) ? withoutCall(source, call, {} as Situation) : undefined,
    },
    {
      language: 'python',
      ...certificates,
      rewrite: (source, call) =>
        call.name === '_create_unverified_context' ? defaultContext(source, call) : undefined,
    },
    {
      language: 'python',
      title: 'Refuse unknown host keys',
      explanation:
        'A server whose key is not known is refused. Load the known hosts first (`load_system_host_keys`).',
      rewrite: (source, call) => {
        const [policy] = call.args;
        const text = policy ? source.textOf(policy) : '';
        return policy && /(?:AutoAdd|Warning)Policy/.test(text)
          ? [replaced(policy, text.replace(/(?:AutoAdd|Warning)Policy/, 'RejectPolicy'))]
          : undefined;
      },
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
