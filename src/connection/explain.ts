import * as l10n from '@vscode/l10n';
import { ApiError } from '../api/api-error.ts';
import { SecretStorageError } from './credentials.ts';
import { expiryOf } from './expiry.ts';
import type { FailureAction, FailureText } from './failure.ts';

/** Each way in which a service elsewhere fails, with what to do about it and the button that does it. */

export interface Circumstances {
  /** Base URL of the service. */
  readonly url: string;
  /** When its token ends, where that is known; ISO 8601. */
  readonly expiresAt?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function explainRemote(error: unknown, circumstances: Circumstances): FailureText {
  if (error instanceof SecretStorageError) return withoutStorage();
  if (!(error instanceof ApiError)) return { what: error instanceof Error ? error.message : String(error) };
  const origin = new URL(circumstances.url).origin;
  switch (error.kind) {
    case 'unreachable':
      return {
        what: l10n.t('Nothing answers at {0}: the connection failed.', origin),
        advice: withProxy(
          l10n.t('Check the address, and that the service runs and your network or VPN reaches it.'),
        ),
        actions: [changeAddress(), proxySettings()],
      };
    case 'dns':
      return {
        what: l10n.t('The host name {0} was not found.', new URL(origin).hostname),
        advice: withProxy(
          l10n.t('Check its spelling, and that you are in the network or VPN that knows it.'),
        ),
        actions: [changeAddress(), proxySettings()],
      };
    case 'timeout':
      return {
        what: l10n.t('{0} did not answer in time.', origin),
        advice: withProxy(
          l10n.t('It may be busy, or a firewall may swallow the connection. Try again in a while.'),
        ),
        actions: [proxySettings()],
      };
    case 'tls':
      return explainTls(error, origin);
    case 'proxy':
      return explainProxy(error, origin);
    case 'unauthorized':
      return explainToken(origin, circumstances);
    case 'notThisInterface':
      return {
        what: error.message,
        advice:
          error.reason === 'redirected'
            ? l10n.t('The token was not sent there. Enter that address only if you trust it.')
            : l10n.t('Enter the base URL of the service itself, not that of its web pages.'),
        actions: [changeAddress()],
      };
    case 'notOffered':
      return {
        what: error.message,
        advice: l10n.t('Use the service on this machine for it.'),
        actions: [{ title: l10n.t('Use This Machine'), command: 'parapet.useLocalService' }],
      };
    case 'forbidden':
      return {
        what: error.message,
        advice: l10n.t('Ask an administrator of your organization, or use a token of someone who may.'),
        actions: [replaceToken()],
      };
    case 'rateLimited':
    case 'unavailable':
      return { what: error.message, advice: l10n.t('What is shown stays; try again later.') };
    case 'server':
      return {
        what: l10n.t('{0} failed inside: it answered {1}.', origin, error.status ?? '5xx'),
        advice: requestAdvice(error),
      };
    default:
      return { what: error.message };
  }
}

/** What the editor may know of a proxy from the operating system alone, no extension is told. */
function withProxy(advice: string): string {
  return `${advice} ${l10n.t('If the way there leads through a proxy, name it in “http.proxy”: that of the operating system is not read.')}`;
}

function explainTls({ reason, message }: ApiError, origin: string): FailureText {
  switch (reason) {
    case 'selfSigned':
    case 'unknownAuthority':
      return {
        what:
          reason === 'selfSigned'
            ? l10n.t('The certificate of {0} is self-signed, so nobody vouches for it.', origin)
            : l10n.t('The certificate of {0} is from an authority that this machine does not trust.', origin),
        advice: l10n.t(
          'If it is your organization’s, add its authority to those of the operating system, or name its file in NODE_EXTRA_CA_CERTS, and start the editor anew.',
        ),
        actions: [certificateSettings()],
      };
    case 'expired':
    case 'notYetValid':
      return {
        what:
          reason === 'expired'
            ? l10n.t('The certificate of {0} has expired.', origin)
            : l10n.t('The certificate of {0} is not valid yet.', origin),
        advice: l10n.t('Check the clock of this machine; if it is right, tell those who run the service.'),
      };
    case 'wrongHost':
      return {
        what: l10n.t('The certificate of {0} is for another host name.', origin),
        advice: l10n.t('Check the address. If it is right, something else answers in its place.'),
        actions: [changeAddress()],
      };
    default:
      return {
        what: message,
        advice: l10n.t('Check the port in the address, and whether a proxy or firewall opens connections.'),
        actions: [changeAddress(), certificateSettings()],
      };
  }
}

function explainProxy({ reason, message }: ApiError, origin: string): FailureText {
  const actions = [proxySettings()];
  switch (reason) {
    case 'proxyAuthentication':
      return {
        what: l10n.t('The proxy asks for a user name and password, or did not accept them.'),
        advice: l10n.t('Put them into the proxy’s address, or set “http.proxyAuthorization”.'),
        actions,
      };
    case 'proxyRefused':
      return {
        what: l10n.t('The proxy does not connect to {0}.', origin),
        advice: l10n.t('Have the host allowed there, or add it to “http.noProxy” to go without the proxy.'),
        actions,
      };
    case 'proxyAddress':
      return {
        what: l10n.t('The address of the proxy is not valid.'),
        advice: l10n.t('Correct “http.proxy”, or the variable HTTPS_PROXY.'),
        actions,
      };
    default:
      return {
        what: message,
        advice: l10n.t('Check “http.proxy” and HTTPS_PROXY, or add the host to “http.noProxy”.'),
        actions,
      };
  }
}

function explainToken(origin: string, { expiresAt, now }: Circumstances): FailureText {
  const hasExpired = expiryOf(expiresAt, now).kind === 'past';
  return {
    what: hasExpired
      ? l10n.t('The token for {0} has expired: it was valid until {1}.', origin, dayOf(expiresAt))
      : l10n.t('{0} did not accept the token: its ID or secret is wrong, or it has expired.', origin),
    advice: l10n.t('Make a new one in the service’s dashboard under Settings, API Tokens, and enter it.'),
    actions: [replaceToken()],
  };
}

function withoutStorage(): FailureText {
  return {
    what: l10n.t('The secret storage of the editor does not work, so the token cannot be read.'),
    advice: l10n.t(
      'On Linux a key ring has to be there and unlocked. You can connect again: the token is then kept until this window closes.',
    ),
    actions: [replaceToken()],
  };
}

function requestAdvice({ requestId }: ApiError): string {
  return requestId === undefined
    ? l10n.t('Try again later, or tell those who run the service.')
    : l10n.t('Try again later, or tell those who run the service: request {0}.', requestId);
}

/** A day as people write it. @param instant ISO 8601 */
export function dayOf(instant: string | undefined): string {
  return instant === undefined ? '' : new Date(instant).toLocaleDateString();
}

export function replaceToken(): FailureAction {
  return { title: l10n.t('Replace the Token…'), command: 'parapet.replaceToken' };
}

function changeAddress(): FailureAction {
  return { title: l10n.t('Change the Address…'), command: 'parapet.connect' };
}

function proxySettings(): FailureAction {
  return {
    title: l10n.t('Proxy Settings'),
    command: 'workbench.action.openSettings',
    args: ['@id:http.proxy,http.proxyAuthorization,http.proxySupport,http.noProxy'],
  };
}

function certificateSettings(): FailureAction {
  return {
    title: l10n.t('Certificate Settings'),
    command: 'workbench.action.openSettings',
    args: ['@id:http.systemCertificates,http.proxyStrictSSL'],
  };
}

export function serviceSettings(setting: string): FailureAction {
  return {
    title: l10n.t('Open Settings'),
    command: 'workbench.action.openSettings',
    args: [`@id:${setting}`],
  };
}
