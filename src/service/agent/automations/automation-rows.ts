import type { Selectable } from 'kysely';
import { agentPermissions } from '../../core/agent-access.ts';
import { conflict, impossible } from '../../core/errors.ts';
import type { Queries } from '../../store/dialect.ts';
import type {
  AgentPlaybookTable,
  AgentScheduleTable,
  AgentTriggerEventTable,
  AgentTriggerTable,
  ScopeColumns,
} from '../../store/tables/automation-schema.ts';
import { isWhole, repositoriesOf, scopeOfRow } from './scope.ts';

/** What schedules, triggers and playbooks have in common: rows, on whose behalf they run, and what keeps them from it. */

export type ScheduleRow = Selectable<AgentScheduleTable>;
export type TriggerRow = Selectable<AgentTriggerTable>;
export type TriggerEventRow = Selectable<AgentTriggerEventTable>;
export type PlaybookRow = Selectable<AgentPlaybookTable>;

export interface Starter extends ScopeColumns {
  readonly id: string;
  readonly organization_id: string;
  readonly playbook_id: string | null;
  readonly name: string;
  readonly user_id: string;
}

const notAllowed =
  'The person on whose behalf it runs may not run the agent any more. Save it again to have it run on yours.';
const nothingLeft =
  'Nothing of what it is for is there any more: its repositories were deleted, its tags have none, or the person on whose behalf it runs does not see them.';

/** Why it cannot run at present, if so. */
export async function problemOf(db: Queries, starter: Starter): Promise<string | undefined> {
  const permissions = await agentPermissions(db, starter.organization_id, starter.user_id);
  if (!permissions.includes('AGENT_RUN')) return notAllowed;
  if (isWhole(scopeOfRow(starter))) return undefined;
  const repositories = await repositoriesOf(db, starter);
  return repositories?.length === 0 ? nothingLeft : undefined;
}

/** E-mail addresses of people by their ids; '' for those who are gone. */
export async function emailOf(db: Queries, userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? '';
}

/** @throws Refusal 422 where the organization has as many as it may */
export function requireRoom(present: number, most: number, what: string): void {
  if (present < most) return;
  throw impossible(
    '',
    `There are ${present} ${what} already, the most that an organization may have. Delete one first.`,
  );
}

/** What a playbook runs through is changed through the playbook. */
export function ofPlaybook(what: string) {
  return conflict(`This ${what} belongs to a playbook. Change, pause or uninstall the playbook instead.`);
}
