import { runConformance, type TokenPair } from './suite/index.ts';

/**
 * Holds any deployment against the interface, when one is named:
 * PARAPET_CONFORMANCE_URL, and PARAPET_CONFORMANCE_ADMIN and _STRANGER, each `<token id>:<token secret>`, of active
 * admins of two organizations. It makes and deletes repositories, organizations, tokens and invitations of its own.
 */
const url = process.env['PARAPET_CONFORMANCE_URL'];

if (url) {
  describe(`the service at ${url} keeps the interface`, () => {
    runConformance(url, {
      admin: pair('PARAPET_CONFORMANCE_ADMIN'),
      stranger: pair('PARAPET_CONFORMANCE_STRANGER'),
    });
  });
}

function pair(name: string): TokenPair {
  const [tokenId = '', tokenSecret = ''] = (process.env[name] ?? '').split(':');
  if (!tokenId || !tokenSecret) throw new Error(`${name} must be <token id>:<token secret>.`);
  return { tokenId, tokenSecret };
}
