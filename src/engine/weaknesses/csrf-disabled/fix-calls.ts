import { callOf } from '../../fixes/calls.ts';
import type { Strategy } from '../../fixes/fix.ts';
import { rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import { replaced, withoutStatement } from '../../fixes/statements.ts';

const forged = {
  title: 'Check requests for forgery',
  explanation:
    'Requests that change data must carry the token again. Forms and scripts that do not send it yet are refused until they do; an API that is authorised by a header alone does not need the check.',
};

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'java',
      ...forged,
      rewrite: (source, call) => {
        const [only] = call.args;
        if (call.name === 'csrf' && call.list && only && /^\w+::disable$/.test(source.textOf(only)))
          return [replaced(call.list, '(csrf -> {})')];
        if (call.name !== 'disable' || !call.receiver) return undefined;
        const text = source.textOf(call.receiver);
        const list =
          source.around(source.parentOf(call.node), 'lambda_expression') &&
          source.around(call.node, 'argument_list');
        const csrf = list && source.parentOf(list);
        if (csrf && /\.csrf\($/.test(source.text.slice(csrf.at, list.at + 1)))
          return [replaced(list, '(csrf -> {})')];
        if (!/\.csrf\(\)$/.test(text)) return undefined;
        const before = callOf(source, call.receiver)?.receiver;
        if (!before) return undefined;
        const parent = source.parentOf(call.node);
        if (parent?.type === 'expression_statement' && before.type === 'identifier')
          return [withoutStatement(source, call.node)];
        return [{ at: before.end, end: call.node.end, text: '' }];
      },
    },
    {
      language: 'javascript',
      ...forged,
      rewrite: (source, call) => {
        const text = source.textOf(call.node);
        const found = /(?:,\s*)?['"](?:POST|PUT|PATCH|DELETE)['"]/.exec(text);
        return found
          ? [{ at: call.node.at + found.index, end: call.node.at + found.index + found[0].length, text: '' }]
          : undefined;
      },
    },
  ]),
];
