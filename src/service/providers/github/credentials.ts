import { createAppAuth } from '@octokit/auth-app';
import { request } from '@octokit/request';
import * as z from 'zod';
import { fetchOver, type Outbound, OutboundFailure } from '../../core/outbound.ts';
import { failureOfStatus, ProviderFailure } from '../failure.ts';
import type { Credential } from '../provider.ts';

/** The token to send: as it was given, or one that GitHub makes for an app's installation and renews each hour. */
export function tokenSource(
  outbound: Pick<Outbound, 'send'>,
  apiUrl: string,
  credential: Credential,
): () => Promise<string> {
  if (credential.kind === 'token') return async () => credential.token;
  const { host } = new URL(apiUrl);
  const auth = createAppAuth({
    appId: credential.appId,
    privateKey: credential.privateKey,
    installationId: credential.installationId,
    request: request.defaults({ baseUrl: apiUrl, request: { fetch: fetchOver(outbound) } }),
  });
  return async () => {
    try {
      return (await auth({ type: 'installation' })).token;
    } catch (cause) {
      const status = HttpError.safeParse(cause);
      if (status.success) throw failureOfStatus(host, status.data.status === 404 ? 401 : status.data.status);
      if (cause instanceof Error && cause.cause instanceof OutboundFailure)
        throw new ProviderFailure('unreachable', cause.cause.message, { cause });
      throw new ProviderFailure(
        'credentials',
        'The private key of the GitHub App cannot be used. Give the installation the whole .pem file.',
        { cause },
      );
    }
  };
}

const HttpError = z.object({ name: z.literal('HttpError'), status: z.int().min(400).max(599) });
