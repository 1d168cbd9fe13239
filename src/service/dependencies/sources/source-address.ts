import { kindsOf } from '../../models/addresses.ts';
import { SourceFailure } from './source-failure.ts';

/**
 * Checks where a source of advisories is: not at link-local addresses, on which clouds serve credentials; in private
 * networks only where that is allowed; in the clear only there.
 * @throws SourceFailure
 */
export async function checkSourceAddress(url: URL, mayBePrivate: boolean): Promise<void> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new SourceFailure('A source of advisories has an https address.');
  if (url.username !== '' || url.password !== '')
    throw new SourceFailure('The address of a source may hold no password.');
  const kinds = await kindsOf(url).catch((cause: unknown) => {
    throw new SourceFailure(`The host ${url.hostname} was not found.`, { cause });
  });
  if (kinds.includes('never'))
    throw new SourceFailure(
      'A source of advisories cannot be at a link-local, multicast or unspecified address.',
    );
  if (!mayBePrivate && kinds.includes('private')) {
    throw new SourceFailure('This service reaches no source of advisories on its own machine or network.');
  }
  if (url.protocol === 'http:' && !kinds.every((kind) => kind === 'private')) {
    throw new SourceFailure('A source of advisories on the internet is reached by https only.');
  }
}
