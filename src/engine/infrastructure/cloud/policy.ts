/** Policies of AWS as resources hold them: who may do what (IAM JSON policy elements reference). */
import { readJson } from '../../files/structured/json.ts';
import type { LocatedTable, LocatedValue, Span } from '../../files/structured/value.ts';
import { eachOf, memberSpan, tableOf, unknownMark, writtenText } from '../values.ts';
import { membersAt, type Resource } from './resource.ts';

export interface Statement {
  readonly at: Span;
  readonly isAllow: boolean;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Whether it names who it is for: an identity's policy is for whoever has it. */
  readonly isOfResource: boolean;
  /** Accounts and their users. */
  readonly principals: readonly string[];
  /** Providers of identities, such as GitHub. */
  readonly federated: readonly string[];
  readonly conditions: readonly Condition[];
}

export interface Condition {
  /** In lower case: `stringlike`. */
  readonly operator: string;
  /** In lower case: `aws:sourcearn`. */
  readonly key: string;
  readonly values: readonly string[];
}

/** The tag of a document that stands in a data source: its statements are examined there. */
export const documentTag = 'document';

/** Returns the statements under one of the paths, each once; a data source is a document itself. */
export function statements(resource: Resource, paths: readonly string[]): readonly Statement[] {
  if (resource.type === 'data.aws_iam_policy_document') return statementsOf(resource.body, undefined);
  return paths.flatMap((path) =>
    membersAt(resource.body, path).flatMap((member) => {
      const isWrittenHere = member.value.kind === 'table' && member.value.tag === undefined;
      return statementsOf(member.value, isWrittenHere ? undefined : memberSpan(member));
    }),
  );
}

/** A member whatever its spelling: JSON has `Effect`, blocks of Terraform have `effect`. */
function anyCase(table: LocatedTable, ...names: readonly string[]): LocatedValue | undefined {
  for (const [key, { value }] of table.members) if (names.includes(key.toLowerCase())) return value;
  return undefined;
}

/** The texts of a value, or of its items; what is computed is a mark. */
const textsOf = (value: LocatedValue | undefined): readonly string[] =>
  eachOf(value).map((item) => writtenText(item) ?? (item.kind === 'text' ? item.text : unknownMark));

/** @param kind of principals, `aws` or `federated` */
const principalsOf = (value: LocatedValue | undefined, kind: string): readonly string[] =>
  eachOf(value).flatMap((each) => {
    if (each.kind !== 'table') return kind === 'aws' ? textsOf(each) : [];
    const identifiers = anyCase(each, 'identifiers');
    if (!identifiers) return textsOf(anyCase(each, kind));
    const type = (writtenText(anyCase(each, 'type')) ?? 'aws').toLowerCase();
    return type === kind || (type === '*' && kind === 'aws') ? textsOf(identifiers) : [];
  });

/** @returns one that says nothing where what is there cannot be read */
function conditionsOf(value: LocatedValue | undefined): readonly Condition[] {
  const found = eachOf(value).flatMap((each) => {
    const table = tableOf(each);
    if (!table) return [];
    const test = anyCase(table, 'test');
    const variable = anyCase(table, 'variable');
    if (test && variable)
      return [conditionOf(textsOf(test)[0], textsOf(variable)[0], anyCase(table, 'values'))];
    return [...table.members].flatMap(([operator, { value: keys }]) =>
      [...(tableOf(keys)?.members ?? [])].map(([key, member]) => conditionOf(operator, key, member.value)),
    );
  });
  return value && found.length === 0 ? [conditionOf()] : found;
}

const conditionOf = (operator = '', key = '', values?: LocatedValue): Condition => ({
  operator: operator.toLowerCase(),
  key: key.toLowerCase(),
  values: textsOf(values),
});

function statementsOf(document: LocatedValue | undefined, at: Span | undefined): readonly Statement[] {
  if (document?.kind === 'text' && document.text.trimStart().startsWith('{')) {
    try {
      return statementsOf(readJson(document.text).root, at);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError) return [];
      throw error;
    }
  }
  const table = tableOf(document);
  if (!table) return [];
  return eachOf(anyCase(table, 'statement')).flatMap((each) => {
    const statement = tableOf(each);
    if (!statement || anyCase(statement, 'notaction', 'not_actions')) return [];
    const [first] = [...statement.members.values()];
    const principal = anyCase(statement, 'principal', 'principals');
    // Everybody but those who are named.
    const others = anyCase(statement, 'notprincipal', 'not_principals') ? ['*'] : [];
    return [
      {
        at: at ?? (first ? memberSpan(first) : statement),
        isAllow: /^allow$/i.test(writtenText(anyCase(statement, 'effect')) ?? 'Allow'),
        actions: textsOf(anyCase(statement, 'action', 'actions')),
        resources: textsOf(anyCase(statement, 'resource', 'resources')),
        isOfResource: principal !== undefined || others.length > 0,
        principals: [...principalsOf(principal, 'aws'), ...others],
        federated: principalsOf(principal, 'federated'),
        conditions: conditionsOf(anyCase(statement, 'condition')),
      },
    ];
  });
}

/** Whether one of a statement's texts stands for all that there are. */
export const isEverything = (texts: readonly string[]): boolean => texts.includes('*');

/** Whether a principal is everybody, or the same role in any account. */
export const isEverybody = (principals: readonly string[]): boolean =>
  principals.some((each) => each === '*' || /^arn:[\w-]+:iam::\*:/.test(each));

/** What a request says of itself, or that holds of every caller. */
const saysNothing =
  /^aws:(?:securetransport|referer|useragent|currenttime|epochtime|requestedregion|multifactorauth\w*)$|^s3:/;
const anyValue = /^(?:\*+|arn:[\w*-]+:iam::\*.*|0\.0\.0\.0\/0|::\/0)$/;

/** Whether a condition leaves some callers out by who or where they are. `ForAllValues` holds of who lacks the key. */
export const isLimited = ({ conditions }: Statement): boolean =>
  conditions.some(
    ({ operator, key, values }) =>
      !/^forallvalues:|^(?:foranyvalue:)?\w*not/.test(operator) &&
      !saysNothing.test(key) &&
      !(values.length > 0 && values.some((value) => anyValue.test(value))),
  );
