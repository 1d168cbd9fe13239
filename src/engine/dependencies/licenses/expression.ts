import parse from 'spdx-expression-parse';
import * as z from 'zod';

/** One licence of an expression, or two that are joined. */
export type License =
  | { readonly kind: 'license'; readonly id: string; readonly exception?: string }
  | { readonly kind: 'and' | 'or'; readonly left: License; readonly right: License };

/** Longer ones, and ones inside more parentheses, are not read: the parser calls itself for each. */
const longestExpression = 1_000;

const tree: z.ZodType<License> = z.union([
  z
    .object({ license: z.string(), plus: z.literal(true).optional(), exception: z.string().optional() })
    .transform(
      ({ license, plus, exception }): License => ({
        kind: 'license',
        id: presentId(license, plus === true),
        ...(exception !== undefined && { exception }),
      }),
    ),
  z
    .object({
      conjunction: z.enum(['and', 'or']),
      get left() {
        return tree;
      },
      get right() {
        return tree;
      },
    })
    .transform(({ conjunction, left, right }): License => ({ kind: conjunction, left, right })),
]);

/** The licences of an SPDX expression (SPDX 2.3, annex D). @returns undefined for what is none, such as a file's name */
export function parseLicense(expression: string): License | undefined {
  if (expression.length > longestExpression) return undefined;
  try {
    return tree.safeParse(parse(expression.trim())).data;
  } catch {
    // The parser throws for every text that is no expression.
    return undefined;
  }
}

/** A licence as SPDX writes it today: licences of GNU say whether later versions are meant. */
function presentId(id: string, orLater: boolean): string {
  if (/^(?:[AL]?GPL|GFDL)-\d\.\d$/.test(id)) return `${id}-${orLater ? 'or-later' : 'only'}`;
  return orLater ? `${id}+` : id;
}

/** The expression of parsed licences, with the parentheses that it needs. */
export function licenseText(license: License, within?: 'and'): string {
  if (license.kind === 'license')
    return license.exception === undefined ? license.id : `${license.id} WITH ${license.exception}`;
  const { kind, left, right } = license;
  const inner = kind === 'and' ? 'and' : undefined;
  const text = `${licenseText(left, inner)} ${kind.toUpperCase()} ${licenseText(right, inner)}`;
  return kind === 'or' && within === 'and' ? `(${text})` : text;
}
