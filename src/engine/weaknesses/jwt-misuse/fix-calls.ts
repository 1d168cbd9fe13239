import type { Call } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Strategy } from '../../fixes/fix.ts';
import { renamedTo, rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import type { Source } from '../../fixes/source.ts';

const signed = {
  title: 'Accept signed tokens only',
  explanation: 'Only tokens with a valid signature are read; others are an error.',
};

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'java',
      ...signed,
      rewrite: renamedTo(/^(?:parse|parseClaimsJwt|parsePlaintextJwt)$/, 'parseClaimsJws'),
    },
    {
      language: 'javascript',
      ...signed,
      rewrite: (source, call) => withoutNone(source, call),
    },
    {
      language: 'python',
      ...signed,
      rewrite: (source, call) => withoutNone(source, call),
    },
    ...(['javascript', 'python'] as const).map((language) => ({
      language,
      title: 'Sign tokens with the key that is there',
      explanation:
        '`HS256` takes the key for a secret that both sides have, and tokens without a signature are no longer made or taken. Where the key is the private one of a pair, name its algorithm instead, `RS256` say.',
      rewrite: (source: Source, call: Call) => signedWithKey(source, call),
    })),
  ]),
];

/** `none` as the only algorithm, beside a key. */
function signedWithKey(source: Source, call: Call): Edit[] | undefined {
  const key = call.args[1] ?? call.keywords.get('key');
  if (!key || !call.list || /^(?:''|""|None|null|undefined)$/.test(source.textOf(key))) return undefined;
  const only = /\balgorithms?['"]?\s*[:=]\s*(?:\[\s*)?(['"])none\1\s*[\])},]/i.exec(source.textOf(call.list));
  if (!only) return undefined;
  const at = call.list.at + only.index + only[0].search(/['"]none/i) + 1;
  return [{ at, end: at + 'none'.length, text: 'HS256' }];
}

/** `algorithms` without `none`. */
function withoutNone(source: Source, call: Call): Edit[] | undefined {
  const text = source.textOf(call.node);
  const found = /,\s*(['"])none\1|(['"])none\2\s*,\s*/i.exec(text);
  return found
    ? [{ at: call.node.at + found.index, end: call.node.at + found.index + found[0].length, text: '' }]
    : undefined;
}
