import * as z from 'zod';
import { ScimError } from './scim-error.ts';

/** What identity providers send, in the forms that they send it: truth values as texts, one value or a list of them. */

export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

export const Truth = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((word) => word === 'true'),
]);

const Text = z.string().max(1_000);
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined);

const Email = z.looseObject({ value: Text, primary: Truth.optional().catch(undefined) });

/** A user as a provider describes one; attributes that this service does not keep are left alone. */
export const ScimUser = z.looseObject({
  userName: Text.min(1),
  externalId: optional(Text),
  displayName: optional(Text),
  name: optional(
    z.looseObject({ givenName: optional(Text), familyName: optional(Text), formatted: optional(Text) }),
  ),
  emails: optional(z.array(Email).max(50)),
  active: Truth.default(true),
});
export type ScimUser = z.output<typeof ScimUser>;

export const ScimMember = z.looseObject({ value: z.string().min(1).max(100) });

export const ScimGroup = z.looseObject({
  displayName: Text.trim().min(1).max(200),
  externalId: optional(Text),
  members: z.array(ScimMember).max(10_000).default([]),
});

export const PatchRequest = z.looseObject({
  schemas: z.array(z.string()).optional(),
  Operations: z
    .array(
      z.looseObject({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: optional(Text),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1_000),
});
export type PatchOperation = z.output<typeof PatchRequest>['Operations'][number];

/** One attribute that an operation is about. */
export interface Step {
  readonly op: PatchOperation['op'];
  readonly path: string;
  readonly value: unknown;
}

/**
 * The operations of a PATCH, an attribute each. Without a path the value of one is an object of attributes, whose names may
 * be paths themselves.
 * @throws ScimError
 */
export function stepsOf(operations: readonly PatchOperation[]): Step[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path !== undefined) return [{ op, path, value }];
    const fields = readMessage(z.record(z.string(), z.unknown()), value);
    return Object.entries(fields).map(([name, field]) => ({ op, path: name, value: field }));
  });
}

/** @throws ScimError that names the attribute at fault */
export function readMessage<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new ScimError(400, `${path === '' ? 'The body' : path} is not as it has to be.`, 'invalidValue');
}
