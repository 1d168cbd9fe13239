import type { Queries } from '../store/dialect.ts';
import type { Comparison } from './filter.ts';
import { scimSchemas } from './messages.ts';
import { ScimError } from './scim-error.ts';

/** Members as an identity provider sees them: all of the organization, whoever made them members. */

export interface UserRow {
  readonly member_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: 'ADMIN' | 'MEMBER';
  readonly status: 'active' | 'scimDeprovisioned';
  readonly created_at: string;
  readonly user_name: string | null;
  readonly external_id: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly updated_at: string | null;
  readonly deleted_at: string | null;
}

export function userRows(db: Queries, organizationId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('scim_users', 'scim_users.member_id', 'members.id')
    .where('members.organization_id', '=', organizationId)
    .select([
      'members.id as member_id',
      'members.user_id',
      'members.role',
      'members.status',
      'members.created_at',
      'users.email',
      'users.name',
      'scim_users.user_name',
      'scim_users.external_id',
      'scim_users.given_name',
      'scim_users.family_name',
      'scim_users.updated_at',
      'scim_users.deleted_at',
    ]);
}

/** A member that is there for the provider. */
export async function findUser(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<UserRow | undefined> {
  return userRows(db, organizationId)
    .where('members.id', '=', id.toLowerCase())
    .where('scim_users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The member with a user name, deleted or not: their own, or their address where the provider gave none. */
export async function userNamed(
  db: Queries,
  organizationId: string,
  userName: string,
): Promise<UserRow | undefined> {
  return userRows(db, organizationId)
    .where((eb) => eb(eb.fn.coalesce('scim_users.user_name', 'users.email'), '=', userName.toLowerCase()))
    .executeTakeFirst();
}

type Rows = ReturnType<typeof userRows>;

/** @throws ScimError `invalidFilter` for an attribute that members are not looked up by */
export function filtered(rows: Rows, comparisons: readonly Comparison[]): Rows {
  return comparisons.reduce((query, { attribute, value }) => {
    if (attribute === 'active' && typeof value === 'boolean')
      return query.where('members.status', '=', value ? 'active' : 'scimDeprovisioned');
    if (typeof value !== 'string')
      throw new ScimError(400, `${attribute} is compared with a text.`, 'invalidFilter');
    switch (attribute) {
      case 'id':
        return query.where('members.id', '=', value.toLowerCase());
      case 'externalid':
        return query.where('scim_users.external_id', '=', value);
      case 'username':
        return query.where((eb) =>
          eb(eb.fn.coalesce('scim_users.user_name', 'users.email'), '=', value.toLowerCase()),
        );
      case 'emails':
      case 'emails.value':
        return query.where('users.email', '=', value.toLowerCase());
      default:
        throw new ScimError(
          400,
          'Users are filtered by userName, externalId, emails, id or active.',
          'invalidFilter',
        );
    }
  }, rows);
}

/** @param base the address of the SCIM service, as the provider has it */
export function toUser(row: UserRow, base: string) {
  const formatted = [row.given_name, row.family_name].filter((part) => part !== null).join(' ') || row.name;
  return {
    schemas: [scimSchemas.user],
    id: row.member_id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name ?? row.email,
    name: {
      ...(row.given_name === null ? {} : { givenName: row.given_name }),
      ...(row.family_name === null ? {} : { familyName: row.family_name }),
      ...(formatted === null ? {} : { formatted }),
    },
    ...(row.name === null ? {} : { displayName: row.name }),
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.status === 'active',
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: row.updated_at ?? row.created_at,
      location: `${base}/Users/${row.member_id}`,
    },
  };
}
export type UserResource = ReturnType<typeof toUser>;
