/** Why a code host did not do what was asked. */
export type ProviderFault =
  /** The credentials are wrong, expired or revoked. */
  | 'credentials'
  /** They do not cover this. */
  | 'forbidden'
  | 'missing'
  | 'limited'
  | 'conflict'
  /** The host took the request for wrong. */
  | 'refused'
  /** No answer, or one that cannot be read. */
  | 'unreachable';

/** The message is a sentence for a person, and holds nothing of what the host said. */
export class ProviderFailure extends Error {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
    this.fault = fault;
  }
}

/** What credentials are of. */
export type CredentialOwner = 'installation' | 'tracker' | 'integration';

/** @param host who answered, by its host name */
export function failureOfStatus(
  host: string,
  status: number,
  owner: CredentialOwner = 'installation',
): ProviderFailure {
  switch (status) {
    case 401:
      return new ProviderFailure(
        'credentials',
        `${host} refuses the credentials of the ${owner}. They may have expired or been revoked: give it new ones.`,
      );
    case 403:
      return new ProviderFailure(
        'forbidden',
        `${host} does not let the ${owner}’s credentials do this. Give them the permissions that the documentation names.`,
      );
    case 404:
      return new ProviderFailure(
        'missing',
        `${host} has no such thing, or the ${owner}’s credentials do not cover it.`,
      );
    case 409:
    case 412:
      return new ProviderFailure('conflict', `${host} says that this has changed meanwhile.`);
    case 429:
      return new ProviderFailure('limited', `${host} takes no more requests for now. Try again later.`);
    default:
      return status < 500
        ? new ProviderFailure('refused', `${host} refused the request with status ${status}.`)
        : new ProviderFailure('unreachable', `${host} answered with status ${status}. Try again later.`);
  }
}
