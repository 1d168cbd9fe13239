import type { SyntaxNode } from '../../languages/syntax.ts';
import { type Call, callAt } from '../calls.ts';
import type { Edit } from '../edits.ts';
import type { Fix, FixResult, Situation } from '../fix.ts';
import { type FixLanguage, fixLanguages } from '../source.ts';
import type { DynamicValue } from './dynamic.ts';

export const everyLanguage: readonly FixLanguage[] = fixLanguages;

/** How a value is made harmless where it stands, with what that takes elsewhere in the file. */
export interface Treatment {
  readonly wrap: (value: DynamicValue) => Edit[];
  readonly edits: readonly Edit[];
}

export const around = ({ at, end }: SyntaxNode, open: string, close: string): Edit[] => [
  { at, end: at, text: open },
  { at: end, end, text: close },
];

const prefixed = (prefix: string, [first, ...rest]: readonly Edit[]): Edit[] =>
  first ? [{ ...first, text: prefix + first.text }, ...rest] : [];

/** The change that wraps each of the values; undefined where there is none. */
export function treated(
  situation: Situation,
  wording: Omit<Fix, 'edits'>,
  treatment: Treatment,
  values: readonly DynamicValue[],
): FixResult {
  if (values.length === 0 || situation.source.text === '') return undefined;
  return {
    ...wording,
    edits: [...treatment.edits, ...values.flatMap((value) => prefixed(value.prefix, treatment.wrap(value)))],
  };
}

/** The call that a finding is about. */
export const called = ({ source, finding }: Situation): Call | undefined =>
  callAt(source, source.offsetsOf(finding.range));
