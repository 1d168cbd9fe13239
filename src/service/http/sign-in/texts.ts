import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { AddressRefusal } from '../../sign-in/first-address.ts';
import type { IdentityRefusal } from '../../sign-in/identities.ts';
import type { Environment } from '../environment.ts';

/** What the pages for signing in say, in the languages of the dashboard. */

const english = {
  language: 'en',
  signIn: 'Sign in',
  signInButton: 'Sign In',
  signedIn: 'Signed in',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signOut: 'Sign Out',
  dashboard: 'Open the Dashboard',
  signInAt: (provider: string) => `Sign in at ${provider}`,
  signInAs: (email: string) => `Sign in as ${email}.`,
  firstAdministrator:
    'You are the first administrator. Mails of this service go to your address, and an identity provider recognises you by it.',
  addressRefused: {
    malformed: 'This is not an e-mail address.',
    taken: 'Somebody else here has this address. Enter another one.',
  } satisfies Record<AddressRefusal, string>,
  email: 'E-mail address',
  sendLink: 'Send Link',
  askForLink: 'Ask an administrator of your organization for a sign-in link, then open it here.',
  mailSent: 'Look into your mail',
  mailSentText: 'If a member has this address, a link is on its way. It works once, for half an hour.',
  invitation: 'Invitation',
  joining: (organization: string, email: string) => `Join the organization “${organization}” as ${email}.`,
  name: 'Your name',
  join: 'Join',
  noLink: 'This link is not valid',
  noLinkText: 'It was used before, has expired or was revoked. Ask whoever gave it to you for a new one.',
  notSignedIn: 'You are not signed in',
  tryAgain: 'Try again',
  otherBrowser: 'This sign-in was begun in another browser, or too long ago.',
  providerAway: (provider: string) => `${provider} cannot be reached at the moment.`,
  notConfirmed: (provider: string) => `${provider} did not confirm who you are.`,
  refused: {
    unverified: 'The provider has not verified your e-mail address, so you cannot be recognised by it.',
    unknown:
      'Nobody with this address is a member of an organization here. Ask an administrator to invite you, then open the link of the invitation.',
    otherAccount:
      'This address belongs to another account at the provider. Ask an administrator of the service.',
    notInvited: 'This link is not valid, or not any more, or it is for another address.',
  } satisfies Record<IdentityRefusal, string>,
};

export type Texts = typeof english;

const german: Texts = {
  language: 'de',
  signIn: 'Anmelden',
  signInButton: 'Anmelden',
  signedIn: 'Angemeldet',
  signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
  signOut: 'Abmelden',
  dashboard: 'Dashboard öffnen',
  signInAt: (provider) => `Bei ${provider} anmelden`,
  signInAs: (email) => `Als ${email} anmelden.`,
  firstAdministrator:
    'Sie sind der erste Administrator. An Ihre Adresse gehen E-Mails dieses Dienstes, und ein Identitätsanbieter erkennt Sie daran.',
  addressRefused: {
    malformed: 'Das ist keine E-Mail-Adresse.',
    taken: 'Jemand anderes hat hier diese Adresse. Geben Sie eine andere ein.',
  },
  email: 'E-Mail-Adresse',
  sendLink: 'Link senden',
  askForLink:
    'Bitten Sie einen Administrator Ihrer Organisation um einen Anmeldelink und öffnen Sie ihn hier.',
  mailSent: 'Sehen Sie in Ihre E-Mails',
  mailSentText:
    'Wenn ein Mitglied diese Adresse hat, ist ein Link unterwegs. Er gilt einmal, für eine halbe Stunde.',
  invitation: 'Einladung',
  joining: (organization, email) => `Der Organisation „${organization}“ als ${email} beitreten.`,
  name: 'Ihr Name',
  join: 'Beitreten',
  noLink: 'Dieser Link ist ungültig',
  noLinkText:
    'Er wurde schon benutzt, ist abgelaufen oder wurde widerrufen. Bitten Sie um einen neuen, wo Sie ihn erhalten haben.',
  notSignedIn: 'Sie sind nicht angemeldet',
  tryAgain: 'Noch einmal versuchen',
  otherBrowser: 'Diese Anmeldung wurde in einem anderen Browser oder vor zu langer Zeit begonnen.',
  providerAway: (provider) => `${provider} ist zurzeit nicht erreichbar.`,
  notConfirmed: (provider) => `${provider} hat nicht bestätigt, wer Sie sind.`,
  refused: {
    unverified:
      'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt, deshalb können Sie daran nicht erkannt werden.',
    unknown:
      'Niemand mit dieser Adresse ist hier Mitglied einer Organisation. Bitten Sie einen Administrator um eine Einladung und öffnen Sie deren Link.',
    otherAccount:
      'Diese Adresse gehört beim Anbieter zu einem anderen Konto. Wenden Sie sich an einen Administrator des Dienstes.',
    notInvited: 'Dieser Link ist ungültig, nicht mehr gültig oder für eine andere Adresse.',
  },
};

/** In the language that the browser prefers, English where it knows neither. */
export function textsOf(c: Context<Environment>): Texts {
  const language = accepts(c, {
    header: 'Accept-Language',
    supports: ['en', 'de'],
    default: 'en',
    match: (wanted, { default: usual }) =>
      [...wanted]
        .sort((left, right) => right.q - left.q)
        .map(({ type }) => type.slice(0, 2).toLowerCase())
        .find((each) => each === 'de' || each === 'en') ?? usual,
  });
  return language === 'de' ? german : english;
}
