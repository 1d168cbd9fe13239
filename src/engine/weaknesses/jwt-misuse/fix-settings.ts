import { callAt } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type NoFix, noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { off, on, setting } from '../../fixes/settings/rule.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting('javascript', /^(?:ignoreExpiration|ignoreNotBefore)$/, on, 'false'),
      setting('python', /^(?:verify|verify_signature|verify_exp)$/, off, 'True'),
    ],
    {
      title: 'Check tokens',
      explanation: 'Tokens with a wrong signature or past their time are refused.',
    },
    pythonToken,
  ),
];

/** A token is verified with a key and with the algorithms that are accepted: what the call lacks of these. */
function pythonToken({ source, finding }: Situation): readonly Edit[] | NoFix {
  if (source.language !== 'python') return [];
  const call = callAt(source, source.offsetsOf(finding.range));
  if (call?.name !== 'decode' || !call.list) return [];
  const key = call.args[1] ?? call.keywords.get('key');
  if (!key)
    return noFix(
      'The token has to be verified with a key, and the call here has none. Hand over the key of whoever signs the tokens, name the algorithm, and leave the option out.',
    );
  if (call.args[2] ?? call.keywords.get('algorithms')) return [];
  const named = [
    ...source.text.matchAll(/\balgorithms?\s*=\s*(?:\[\s*)?["']((?:HS|RS|ES|PS)\d{3}|EdDSA)["']/g),
  ];
  const algorithms = new Set(named.map((match) => match[1]));
  const [only] = algorithms;
  if (only === undefined || algorithms.size !== 1)
    return noFix(
      'Verifying takes the algorithms that are accepted, and nothing in the file says which one signs the tokens. Hand over `algorithms` with that one, and leave the option out.',
    );
  const { quote } = source.style;
  const at = call.args.at(-1)?.end ?? call.list.end - 1;
  return [{ at, end: at, text: `, algorithms=[${quote}${only}${quote}]` }];
}
