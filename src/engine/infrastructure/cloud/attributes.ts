import type { Rule } from '../rule.ts';
import { memberSpan, writtenText } from '../values.ts';
import { addedAttribute, membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

/** Where a format has the attribute: the types of resources, and its path in them. */
type Where = readonly [types: readonly string[], path: string];

/** A rule that one attribute decides, for the formats that have it. */
export interface AttributeRow extends Omit<Rule, 'id'> {
  /** `<weakness>/<rule>`. */
  readonly id: string;
  /** Values that are an issue; of a text without upper case. */
  readonly bad: RegExp;
  /** Completes a resource's address to a sentence: `has an address on the internet.` */
  readonly message: string;
  /** Whether a resource without the attribute is as one with a bad value. */
  readonly whenAbsent?: boolean;
  /** The value that a fix sets, where it is safe to do so. */
  readonly good?: string;
  /** Resources that have one of these attributes are left alone. */
  readonly unless?: readonly string[];
  readonly terraform?: Where;
  readonly cloudformation?: Where;
}

/** Returns the rules of a row, one for each format. */
export const attributeRules = (row: AttributeRow): readonly ResourceRule[] =>
  (['terraform', 'cloudformation'] as const).flatMap((format) => {
    const where = row[format];
    return where ? [ruleOf(row, format, where)] : [];
  });

function ruleOf(row: AttributeRow, format: Resource['format'], [types, path]: Where): ResourceRule {
  const { title, cwes, score, confidence, remediation } = row;
  return {
    ...{ title, cwes, score, confidence, remediation, types },
    id: `${format}/${row.id}` as Rule['id'],
    find: (resource) => placesOf(row, resource, path),
  };
}

function placesOf(row: AttributeRow, resource: Resource, path: string): readonly Place[] {
  const { bad, whenAbsent = false, good, unless = [] } = row;
  const message = `${resource.address} ${row.message}`;
  if (unless.some((each) => membersAt(resource.body, each).length > 0)) return [];
  const members = membersAt(resource.body, path);
  const title = `Set ${path} to ${good ?? ''}`;
  const explanation =
    'The resource is changed with the next deployment. Read in the plan whether it is replaced.';
  if (members.length === 0) {
    // What a block or a value of elsewhere holds is not known.
    const isKnown = whenAbsent && resource.body.tag === undefined;
    const edit = good === undefined || path.includes('.') ? undefined : addedAttribute(resource, path, good);
    return isKnown
      ? [{ at: resource.header, message, ...(edit && { fix: { title, explanation, edits: [edit] } }) }]
      : [];
  }
  return members.flatMap((member): Place[] => {
    const text = writtenText(member.value);
    if (text === undefined || !bad.test(text.toLowerCase())) return [];
    const own = resource.text.slice(member.value.start, member.value.end);
    // A variable or a reference stands for the value: it is changed where that is set.
    const isLiteral = own.replace(/^(["'])(.*)\1$/s, '$2').toLowerCase() === text.toLowerCase();
    const edits = [{ at: member.value.start, end: member.value.end, text: good ?? '' }];
    return [
      {
        at: memberSpan(member),
        message,
        ...(good !== undefined && isLiteral && { fix: { title, explanation, edits } }),
      },
    ];
  });
}
