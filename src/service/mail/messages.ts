import type { Core } from '../core/context.ts';
import type { PublicAddress } from '../core/public-address.ts';
import { addressOf, mailedLinkMs, makeLink } from '../sign-in/links.ts';
import type { Queries } from '../store/dialect.ts';
import type { MailTable } from '../store/tables/people-tables.ts';

/** What a mail says: plain text, so that nothing in it is interpreted. */
export interface Message {
  readonly subject: string;
  readonly text: string;
}

type Writing = Pick<Core, 'now'> & { readonly publicAddress: PublicAddress };
type Mail = Pick<MailTable, 'kind' | 'recipient' | 'subject_id'>;

/** The message of a mail, with a link of its own; undefined where what it is about is gone. */
export async function messageOf(core: Writing, db: Queries, mail: Mail): Promise<Message | undefined> {
  const base = core.publicAddress.url?.href;
  if (base === undefined) return undefined;
  switch (mail.kind) {
    case 'invitation':
      return invitation(core, db, mail, base);
    case 'sign-in':
      return signIn(core, db, mail, base);
    case 'token-expiry':
      return tokenExpiry(core, db, mail, base);
  }
}

async function invitation(
  core: Writing,
  db: Queries,
  mail: Mail,
  base: string,
): Promise<Message | undefined> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['organizations.name as organization', 'users.email as inviter', 'invitations.expires_at'])
    .where('invitations.id', '=', mail.subject_id)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.expires_at', '>', core.now().toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const secret = await makeLink(core, db, {
    kind: 'invitation',
    invitationId: mail.subject_id,
    organizationId: null,
    expiresAt: row.expires_at,
  });
  const organization = oneLine(row.organization);
  return {
    subject: `Invitation to ${organization} on Parapet`,
    text: lines(
      `${row.inviter === null ? 'Somebody' : oneLine(row.inviter)} invites you to the organization "${organization}" on Parapet.`,
      'Open this link to join. It works once:',
      addressOf(base, 'invitation', secret),
      `It expires on ${day(row.expires_at)}. If you do not know who invites you, ignore this mail.`,
    ),
  };
}

async function signIn(core: Writing, db: Queries, mail: Mail, base: string): Promise<Message | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', mail.subject_id)
    .where('email', '=', mail.recipient)
    .executeTakeFirst();
  if (!user) return undefined;
  const secret = await makeLink(core, db, {
    kind: 'sign-in',
    userId: user.id,
    organizationId: null,
    expiresAt: new Date(core.now().getTime() + mailedLinkMs).toISOString(),
  });
  return {
    subject: 'Sign in to Parapet',
    text: lines(
      'Open this link to sign in to Parapet. It works once, for half an hour:',
      addressOf(base, 'sign-in', secret),
      'If you did not ask for it, ignore this mail.',
    ),
  };
}

async function tokenExpiry(
  core: Writing,
  db: Queries,
  mail: Mail,
  base: string,
): Promise<Message | undefined> {
  const token = await db
    .selectFrom('tokens')
    .innerJoin('organizations', 'organizations.id', 'tokens.organization_id')
    .select(['tokens.id', 'tokens.name', 'tokens.expires_at', 'organizations.name as organization'])
    .where('tokens.id', '=', mail.subject_id)
    .where('tokens.expires_at', '>', core.now().toISOString())
    .executeTakeFirst();
  if (!token) return undefined;
  const name = token.name === null ? token.id : `"${oneLine(token.name)}"`;
  return {
    subject: 'A Parapet API token expires soon',
    text: lines(
      `Your API token ${name} of the organization "${oneLine(token.organization)}" expires on ${day(token.expires_at)}.`,
      'Tokens cannot be renewed. Create a new one, use it where this one is used, and delete this one.',
      base,
    ),
  };
}

const lines = (...paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;
const day = (at: string): string => at.slice(0, 10);

/** A name of somebody's choosing, which must not begin a line of its own. */
const oneLine = (name: string): string =>
  name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
