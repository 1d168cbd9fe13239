import type { Outbound, OutboundAnswer } from '../../core/outbound.ts';
import { ApiClient, type ApiRequest } from '../api-client.ts';
import { failureOfStatus } from '../failure.ts';

const apiVersion = '7.0';

/** Every request names a version; who is not signed in gets a page for people with status 203. */
class AzureApi extends ApiClient {
  override async send(path: string, request: ApiRequest = {}): Promise<OutboundAnswer> {
    const answer = await super.send(path, {
      ...request,
      query: { 'api-version': apiVersion, ...request.query },
    });
    if (answer.status === 203) throw failureOfStatus(this.host, 401);
    return answer;
  }
}

export function azureApi(
  outbound: Pick<Outbound, 'send'>,
  baseUrl: string,
  authorization: string,
): ApiClient {
  // Asks for 401 in the place of a redirect to the page for signing in.
  const headers = { authorization, 'x-tfs-fedauthredirect': 'Suppress' };
  return new AzureApi(outbound, baseUrl, async () => headers);
}
