import * as z from 'zod';
import { type Answer, type Call, type CodeHost, startCodeHost } from './code-hosts/code-host.ts';

/** An asset as a provider of this machine keeps it. */
export interface KeptAsset {
  readonly id: string;
  readonly name: string;
  readonly projects?: readonly string[];
  readonly tags?: unknown;
  readonly labels?: unknown;
}

/** A cloud posture provider of this machine: OAuth client credentials and a GraphQL interface with pages. */
export interface SampleProvider extends AsyncDisposable {
  readonly host: CodeHost;
  readonly projects: { id: string; name: string }[];
  readonly assets: KeptAsset[];
  /** Identifiers of assets that the internet reaches. */
  readonly exposed: string[];
  /** Items of a page, whatever is asked for. */
  pageSize: number;
  /** Tokens that were given, the last of which is valid. */
  readonly tokens: string[];
  /** Ends the present token. */
  revoke(): void;
  /** What connects it. */
  readonly request: {
    readonly apiUrl: string;
    readonly tokenUrl: string;
    readonly credential: { readonly clientId: string; readonly clientSecret: string };
  };
}

const Query = z.object({
  query: z.string(),
  variables: z.object({ first: z.int().max(500), after: z.string().optional() }).loose(),
});

export async function startProvider(): Promise<SampleProvider> {
  const credential = { clientId: 'parapet', clientSecret: 'posture-secret' };
  const projects: SampleProvider['projects'] = [];
  const assets: KeptAsset[] = [];
  const exposed: string[] = [];
  const tokens: string[] = [];
  let valid: string | undefined;
  let pageSize = 500;

  const give = ({ text }: Call): Answer => {
    const form = new URLSearchParams(text);
    const isRight =
      form.get('grant_type') === 'client_credentials' &&
      form.get('audience') === 'wiz-api' &&
      form.get('client_id') === credential.clientId &&
      form.get('client_secret') === credential.clientSecret;
    if (!isRight) return { status: 400, json: { error: 'invalid_client' } };
    valid = `token-${tokens.length + 1}`;
    tokens.push(valid);
    return { json: { access_token: valid, expires_in: 3600, token_type: 'Bearer' } };
  };
  const entityOf = ({ id, name, projects: ids = [], tags = {}, labels }: KeptAsset) => ({
    id,
    name,
    type: 'CONTAINER',
    projects: ids.map((each) => ({ id: each })),
    properties: { cloudPlatform: 'AWS', region: 'eu-central-1', tags, labels },
  });
  const listOf = (query: string): readonly [name: string, nodes: readonly unknown[]] => {
    if (query.includes('networkExposures('))
      return [
        'networkExposures',
        exposed.map((id, index) => ({
          id: `exposure-${index + 1}`,
          exposedEntity: entityOf(assets.find((asset) => asset.id === id) ?? { id, name: id }),
          sourceIpRange: '0.0.0.0/0',
          portRange: '443',
          appProtocols: ['HTTPS'],
          networkProtocols: ['TCP'],
          applicationEndpoints: [{ name: `https://${id}.example.com` }],
        })),
      ];
    if (query.includes('cloudResources('))
      return [
        'cloudResources',
        assets.map((asset) => ({
          id: `resource of ${asset.id}`,
          name: asset.name,
          type: 'CONTAINER',
          graphEntity: entityOf(asset),
        })),
      ];
    return ['projects', projects];
  };
  const answer = (call: Call): Answer => {
    if (call.headers.authorization !== `Bearer ${valid}`) return { status: 401, json: {} };
    if (!call.text.includes('query ('))
      return { status: 400, json: { errors: [{ message: 'not a query' }] } };
    const { query, variables } = Query.parse(call.body);
    const [name, nodes] = listOf(query);
    const start = Number(variables.after ?? 0);
    const end = start + Math.min(pageSize, variables.first);
    const pageInfo = { hasNextPage: end < nodes.length, endCursor: String(end) };
    return { json: { data: { [name]: { nodes: nodes.slice(start, end), pageInfo } } } };
  };

  const host = await startCodeHost(/./, [
    [/^POST \/oauth\/token$/, (_, call) => give(call)],
    [/^POST \/graphql$/, (_, call) => answer(call)],
  ]);
  return {
    host,
    projects,
    assets,
    exposed,
    get pageSize() {
      return pageSize;
    },
    set pageSize(size) {
      pageSize = size;
    },
    tokens,
    revoke: () => {
      valid = undefined;
    },
    request: { apiUrl: `${host.url}/graphql`, tokenUrl: `${host.url}/oauth/token`, credential },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
