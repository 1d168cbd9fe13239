import { routesOf } from '../../src/api/contract/endpoint.ts';
import { endpoints } from '../../src/api/contract/index.ts';
import { samples } from '../conformance/samples.ts';
import { finding } from '../unit/service/support/findings.ts';
import { authHeaders, Harness } from '../unit/service/support/harness.ts';
import { mutateJson, mutateText, pick, random } from './mutations.ts';

/**
 * Sends damaged requests of every operation to a service, a tenth of them with wrong credentials. What may not happen: an
 * answer of 500 or above, one that is no JSON with an error, one that wrong credentials get, a request without an answer.
 */
export async function hostileRequests(count: number) {
  const service = await Harness.start();
  const statuses: Record<string, number> = {};
  const fallen: string[] = [];
  try {
    const known = await realIds(service);
    const operations = endpoints.filter(({ kind, auth }) => kind === 'json' && auth === 'token');
    for (let index = 0; index < count; index++) {
      const next = random(index + 1);
      const endpoint = pick(next, operations);
      const route = pick(next, routesOf(endpoint));
      const sample = Object.fromEntries(
        Object.entries(samples[endpoint.id] ?? {}).map(([name, value]) => [
          name,
          next() < 0.5 ? (known[name] ?? value) : value,
        ]),
      );
      const request = next() < 0.3 ? sample : mutateJson(next, sample);
      const fields =
        typeof request === 'object' && request !== null ? (request as Record<string, unknown>) : {};
      const isStranger = next() < 0.1;
      const credentials = isStranger ? strangers(next, service) : authHeaders(service.credentials);
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(
          textOf(fields[name] ?? 'x')
            .replaceAll(/\p{Surrogate}/gu, '?')
            .slice(0, 2_000),
        ),
      );
      const inQuery = route.method === 'GET' || route.method === 'DELETE';
      const query = inQuery
        ? `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, textOf(value).slice(0, 2_000)]))}`
        : '';
      const body =
        next() < 0.05 ? mutateText(next, JSON.stringify(request) ?? '', '{"a":[') : JSON.stringify(request);
      const what = `request ${index}: ${route.method} ${route.path}`;
      try {
        const response = await service.request(path + query, {
          method: route.method,
          headers: { ...credentials, 'Content-Type': next() < 0.03 ? 'text/plain' : 'application/json' },
          ...(inQuery ? {} : { body: body ?? '' }),
        });
        const text = await response.text();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.status >= 500 && response.status !== 503) fallen.push(`${what} → ${response.status}`);
        // `..` as an id leads to another address, of no operation.
        const isElsewhere = text.includes('"unknownAddress"');
        if (isStranger && response.status !== 401 && !isElsewhere)
          fallen.push(`${what}, a stranger’s → ${response.status}`);
        if (response.status >= 400 && !isError(text))
          fallen.push(`${what} → ${response.status} without an error`);
      } catch (error) {
        fallen.push(`${what}: ${String(error)}`);
      }
    }
  } finally {
    await service[Symbol.asyncDispose]();
  }
  for (const each of fallen.slice(0, 50)) console.log(each);
  return { requests: count, statuses, fallen: fallen.length };
}

async function realIds(service: Harness): Promise<Readonly<Record<string, unknown>>> {
  const repositoryId = await service.addRepository();
  service.runner.script = async ({ on }) => {
    on({ type: 'finding', finding: finding({ fingerprint: 'one' }) });
    return undefined;
  };
  const { id: scanId } = await service.scan(repositoryId);
  const [issue] = await service.issues();
  const issueId = issue?.id;
  return { repositoryId, repositoryIds: [repositoryId], scanId, issueId, issueIds: [issueId] };
}

function strangers(next: () => number, { credentials }: Harness): Record<string, string> {
  const { tokenId, tokenSecret } = credentials;
  return pick(next, [
    {},
    authHeaders({ tokenId, tokenSecret: `${tokenSecret}x` }),
    authHeaders({ tokenId: tokenId.toUpperCase().replace(/.$/, 'g'), tokenSecret }),
    authHeaders({ tokenId, tokenSecret: '' }),
    authHeaders({ tokenId, tokenSecret: tokenSecret.slice(1) }),
    { 'X-Service-API-Token-Id': tokenId },
  ]);
}

function isError(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
  } catch {
    return false;
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
