import type { Call } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Strategy } from '../../fixes/fix.ts';
import { rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced, withoutElement } from '../../fixes/statements.ts';

const stack = {
  title: 'Keep the stack trace from the client',
  explanation:
    'The client gets a short text, and no file names, versions and internals. The error itself belongs in the log.',
};

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'java',
      ...stack,
      rewrite: (source, call) =>
        call.name === 'printStackTrace' && call.list
          ? [{ at: call.list.at, end: call.list.end, text: source.text === '' ? '' : '()' }]
          : undefined,
    },
    {
      language: 'python',
      ...stack,
      rewrite: (source, call) =>
        call.name === 'format_exc'
          ? [replaced(call.node, `${source.style.quote}Internal Server Error${source.style.quote}`)]
          : undefined,
    },
    {
      language: 'javascript',
      ...stack,
      rewrite: (source, call) => stackOut(source, call),
    },
  ]),
];

function stackOut(source: Source, call: Call): Edit[] | undefined {
  const edits: Edit[] = [];
  for (const arg of call.args) {
    if (/\.stack\)?$/.test(source.textOf(arg)) || /^`[^`]*\$\{\w+\.stack\}[^`]*`$/.test(source.textOf(arg)))
      edits.push(replaced(arg, `${source.style.quote}Internal Server Error${source.style.quote}`));
    for (const pair of arg.type === 'object' ? arg.children : [])
      if (/:\s*\w+\.stack$/.test(source.textOf(pair))) edits.push(withoutElement(source, pair));
  }
  return edits.length > 0 ? edits : undefined;
}
