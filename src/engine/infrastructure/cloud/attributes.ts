import type { LocatedValue, Span } from '../../files/structured/value.ts';
import { grouped } from '../../grouped.ts';
import type { Rule } from '../rule.ts';
import { eachOf, memberOf, memberSpan, tableOf, writtenText } from '../values.ts';
import { addedAttribute, membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

/** Where a format has the attribute: the types of resources, and its paths in them. */
type Where = readonly [types: readonly string[], ...paths: readonly string[]];

/** A rule that one attribute decides, for the formats that have it. */
export interface AttributeRow extends Omit<Rule, 'id'> {
  /** `<weakness>/<rule>`. */
  readonly id: string;
  /** Values that are an issue, also as one item of a list; of a text without upper case. */
  readonly bad: RegExp;
  /** Completes a resource's address to a sentence: `has an address on the internet.` */
  readonly message: string;
  /** What is as one with a bad value: a resource without the attribute, or a block of it that has the others. */
  readonly whenAbsent?: 'resource' | 'block';
  /** The value that a fix sets, where it is safe to do so. */
  readonly good?: string;
  /** Resources that have one of these attributes, or those of a type (`AWS::RDS::DBInstance Name`), are left alone. */
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

function ruleOf(row: AttributeRow, format: Resource['format'], [types, ...paths]: Where): ResourceRule {
  const { title, cwes, score, confidence, remediation, unless = [] } = row;
  return {
    ...{ title, cwes, score, confidence, remediation, types },
    id: `${format}/${row.id}` as Rule['id'],
    find: (resource) => {
      if (unless.some((each) => hasAttribute(resource, each))) return [];
      const message = `${resource.address} ${row.message}`;
      return [...written(row, resource, paths), ...absent(row, resource, paths)].map((place) => ({
        ...place,
        message,
      }));
    },
  };
}

/** @param wanted a path, after a type where it is one of that alone */
function hasAttribute({ type, body }: Resource, wanted: string): boolean {
  const [path = '', of = type] = wanted.split(' ').toReversed();
  return of === type && membersAt(body, path).length > 0;
}

const explanation =
  'The resource is changed with the next deployment. Read in the plan whether it is replaced.';

function written(
  { bad, good }: AttributeRow,
  { body, text }: Resource,
  paths: readonly string[],
): readonly Omit<Place, 'message'>[] {
  return paths.flatMap((path) =>
    membersAt(body, path).flatMap((member) => {
      const items = member.value.tag === undefined ? eachOf(member.value) : [];
      const found = items.find((each) => bad.test(writtenText(each)?.toLowerCase() ?? unknown));
      if (!found) return [];
      const own = text.slice(member.value.start, member.value.end);
      // A variable or a reference stands for the value: it is changed where that is set.
      const isLiteral =
        own.replace(/^(["'])(.*)\1$/s, '$2').toLowerCase() === writtenText(found)?.toLowerCase();
      const edits = [{ at: member.value.start, end: member.value.end, text: good ?? '' }];
      const fix = { title: `Set ${path} to ${good ?? ''}`, explanation, edits };
      return [{ at: memberSpan(member), ...(good !== undefined && isLiteral && { fix }) }];
    }),
  );
}

/** What no pattern of values matches. */
const unknown = '\uE000';

function absent(
  { whenAbsent, good }: AttributeRow,
  resource: Resource,
  paths: readonly string[],
): readonly Omit<Place, 'message'>[] {
  if (whenAbsent === 'block') return blocksWithout(resource, paths).map((at) => ({ at }));
  // What a block or a value of elsewhere holds is not known.
  const isKnown = whenAbsent === 'resource' && resource.body.tag === undefined;
  if (!isKnown || paths.some((path) => membersAt(resource.body, path).length > 0)) return [];
  const [path = ''] = paths;
  const edit = good === undefined || path.includes('.') ? undefined : addedAttribute(resource, path, good);
  const fix = edit && { title: `Set ${path} to ${good ?? ''}`, explanation, edits: [edit] };
  return [{ at: resource.header, ...(fix && { fix }) }];
}

/** Blocks at the paths' parents that lack all of their last keys: the resource itself where a path has one key. */
function blocksWithout({ body, header }: Resource, paths: readonly string[]): readonly Span[] {
  const parents = grouped(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('.'))));
  return [...parents].flatMap(([parent, own]) => {
    const keys = own.map((path) => path.slice(path.lastIndexOf('.') + 1));
    const lacks = (value: LocatedValue): boolean =>
      tableOf(value) !== undefined &&
      value.tag === undefined &&
      keys.every((key) => memberOf(value, key) === undefined);
    if (parent === '') return lacks(body) ? [header] : [];
    return membersAt(body, parent).flatMap(({ key, value }) => (eachOf(value).some(lacks) ? [key] : []));
  });
}
