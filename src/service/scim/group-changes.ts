import * as z from 'zod';
import { attributeOf, readFilter } from './filter.ts';
import { type PatchOperation, ScimMember, stepsOf } from './messages.ts';
import { ScimError } from './scim-error.ts';

/** What a provider wants of a group; what is undefined stays. */
export interface GroupChanges {
  readonly displayName?: string | undefined;
  readonly externalId?: string | null | undefined;
  /** All that are to be in it. */
  readonly members?: ReadonlySet<string> | undefined;
}

const Name = z.string().trim().min(1).max(200);
const Members = z.union([ScimMember.transform((member) => [member]), z.array(ScimMember).max(10_000)]);

/** The changes that operations of a PATCH come to, one after the other. @throws ScimError */
export function patchedGroup(
  operations: readonly PatchOperation[],
  present: ReadonlySet<string>,
): GroupChanges {
  let changes: GroupChanges = {};
  for (const { op, path, value } of stepsOf(operations)) {
    const after = one(op, path, value, changes.members ?? present);
    changes = { ...changes, ...after };
  }
  return changes;
}

function one(
  op: PatchOperation['op'],
  path: string,
  value: unknown,
  present: ReadonlySet<string>,
): GroupChanges {
  switch (attributeOf(path)) {
    case 'displayname':
      return { displayName: parsed(Name, value, path) };
    case 'externalid':
      return { externalId: op === 'remove' ? null : parsed(z.string().max(1_000).nullable(), value, path) };
    case 'members':
      return { members: membersAfter(op, path, value, present) };
    default:
      return {};
  }
}

function membersAfter(
  op: PatchOperation['op'],
  path: string,
  value: unknown,
  present: ReadonlySet<string>,
): ReadonlySet<string> {
  // `members[value eq "…"]` names one of them.
  const selected = /^[^[]*\[([^\]]*)\]/.exec(path)?.[1];
  const ids =
    selected === undefined
      ? value === undefined || value === null
        ? undefined
        : parsed(Members, value, path).map((member) => member.value)
      : readFilter(selected).map((comparison) => String(comparison.value));
  switch (op) {
    case 'add':
      return new Set([...present, ...(ids ?? [])]);
    case 'replace':
      return new Set(ids ?? []);
    case 'remove': {
      if (ids === undefined) return new Set();
      const gone = new Set(ids);
      return new Set([...present].filter((id) => !gone.has(id)));
    }
  }
}

function parsed<T extends z.ZodType>(schema: T, value: unknown, path: string): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success)
    throw new ScimError(400, `The value of ${path} is not as it has to be.`, 'invalidValue');
  return result.data;
}
