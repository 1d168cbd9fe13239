import type { LocatedTable, LocatedValue, Member, Span } from '../../files/structured/value.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Rule, SafeEdit } from '../rule.ts';
import { eachOf, memberOf } from '../values.ts';
import { addedMember } from '../yaml-edits.ts';

/** A resource of a cloud, as Terraform or CloudFormation declares it. */
export interface Resource {
  readonly format: 'terraform' | 'cloudformation';
  /** `aws_s3_bucket`, `AWS::S3::Bucket`. */
  readonly type: string;
  /** For messages: `aws_s3_bucket.data`, `DataBucket`. */
  readonly address: string;
  readonly name: string;
  readonly header: Span;
  /** Its attributes; those of CloudFormation's `Properties`. */
  readonly body: LocatedTable;
  readonly text: string;
}

export interface Place {
  readonly at: Span;
  readonly message: string;
  readonly fix?: SafeEdit;
}

/** A rule about one resource. */
export interface ResourceRule extends Rule {
  readonly types: readonly string[];
  readonly find: (resource: Resource) => readonly Place[];
}

/** Every member under a path of keys, `versioning.enabled`, through lists of blocks. */
export function membersAt(value: LocatedValue | undefined, path: string): readonly Member[] {
  const keys = path.split('.');
  let holders: readonly LocatedValue[] = value ? [value] : [];
  let found: readonly Member[] = [];
  for (const key of keys) {
    found = holders.flatMap((holder) => eachOf(holder)).flatMap((each) => memberOf(each, key) ?? []);
    holders = found.map((member) => member.value);
  }
  return found;
}

/** Sets an attribute that a resource lacks; undefined where its body is not one to add a line to. */
export function addedAttribute(
  { format, body, text, header }: Resource,
  key: string,
  value: string,
): Edit | undefined {
  if (format === 'cloudformation') return addedMember(text, body, [`${key}: ${value}`]);
  if (text.charAt(body.start) !== '{' || !/^\{[ \t]*\r?\n/.test(text.slice(body.start, body.start + 80)))
    return undefined;
  const lineStart = text.lastIndexOf('\n', header.start - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart, header.start))?.[0] ?? '';
  return { at: body.start + 1, end: body.start + 1, text: `\n${indentation}  ${key} = ${value}` };
}
