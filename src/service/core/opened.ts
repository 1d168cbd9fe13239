import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { Credential } from './context.ts';

/** Of a query over a person's memberships: those in organizations that a credential of theirs opens. */
export function openedBy(
  eb: ExpressionBuilder<Schema, 'members'>,
  credential: Credential,
): Expression<SqlBool> {
  const { organizationId: own } = credential;
  if (own === null) return eb.lit(true);
  const itself = eb('members.organization_id', '=', own);
  switch (credential.kind) {
    case 'agent':
      return itself;
    case 'token':
      return eb.or([
        itself,
        eb(
          'members.organization_id',
          'in',
          eb
            .selectFrom('token_organizations')
            .select('token_organizations.organization_id')
            .where('token_id', '=', credential.id),
        ),
      ]);
    case 'session':
      return eb.or([
        itself,
        eb(
          'members.organization_id',
          'in',
          eb
            .selectFrom('session_organizations')
            .select('session_organizations.organization_id')
            .where('session_id', '=', credential.id),
        ),
      ]);
  }
}
