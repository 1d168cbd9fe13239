import * as z from 'zod';
import { attributeOf } from './filter.ts';
import { type PatchOperation, type ScimUser, stepsOf, Truth } from './messages.ts';
import { ScimError } from './scim-error.ts';

/** What a provider wants of a member; what is undefined stays, and null is taken away. */
export interface UserChanges {
  readonly userName?: string | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly displayName?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
  readonly active?: boolean | undefined;
}

/** Of a user that is sent whole. @throws ScimError where no address can be found in it */
export function changesOf(
  user: ScimUser,
): UserChanges & { readonly userName: string; readonly email: string } {
  const primary = user.emails?.find((email) => email.primary === true) ?? user.emails?.[0];
  return {
    userName: user.userName.trim().toLowerCase(),
    email: emailOf(primary?.value ?? user.userName),
    externalId: user.externalId ?? null,
    displayName: user.displayName ?? user.name?.formatted ?? null,
    givenName: user.name?.givenName ?? null,
    familyName: user.name?.familyName ?? null,
    active: user.active,
  };
}

function emailOf(text: string): string {
  const email = z.email().max(254).safeParse(text.trim());
  if (!email.success)
    throw new ScimError(
      400,
      'The user has no e-mail address: send one in emails, or as userName.',
      'invalidValue',
    );
  return email.data.toLowerCase();
}

const Text = z.string().max(1_000);
const parsed = <T extends z.ZodType>(schema: T, value: unknown, path: string): z.output<T> => {
  const result = schema.safeParse(value);
  if (!result.success)
    throw new ScimError(400, `The value of ${path} is not as it has to be.`, 'invalidValue');
  return result.data;
};

/** A list of addresses, or one, in either form that providers send. */
const Addresses = z.union([
  Text,
  z
    .array(z.looseObject({ value: Text, primary: Truth.optional().catch(undefined) }))
    .min(1)
    .transform((all) => (all.find(({ primary }) => primary === true) ?? all[0])?.value ?? ''),
]);

/** The changes that operations of a PATCH come to, one after the other. @throws ScimError */
export function patched(operations: readonly PatchOperation[]): UserChanges {
  return Object.assign({}, ...stepsOf(operations).map(({ op, path, value }) => one(op, path, value)));
}

function one(op: PatchOperation['op'], path: string, value: unknown): UserChanges {
  const attribute = attributeOf(path);
  const text = (): string | null => (op === 'remove' ? null : parsed(Text.nullable(), value, path));
  switch (attribute) {
    case 'active':
      return { active: op === 'remove' ? false : parsed(Truth, value, path) };
    case 'username':
      return { userName: parsed(Text.trim().min(1), value, path).toLowerCase() };
    case 'externalid':
      return { externalId: text() };
    case 'displayname':
    case 'name.formatted':
      return { displayName: text() };
    case 'name.givenname':
      return { givenName: text() };
    case 'name.familyname':
      return { familyName: text() };
    case 'name': {
      const Name = z.looseObject({
        givenName: Text.nullish(),
        familyName: Text.nullish(),
        formatted: Text.nullish(),
      });
      const name = parsed(Name, value ?? {}, path);
      return {
        givenName: name.givenName ?? null,
        familyName: name.familyName ?? null,
        ...(name.formatted != null && { displayName: name.formatted }),
      };
    }
    case 'emails':
    case 'emails.value':
      // An address is how a member is known: it is replaced, never taken away.
      return op === 'remove' ? {} : { email: emailOf(parsed(Addresses, value, path)) };
    default:
      // Attributes that this service does not keep, such as title and phoneNumbers.
      return {};
  }
}
