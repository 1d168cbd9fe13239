import * as z from 'zod';
import { GraphQlReader } from './graphql.ts';
import type {
  PostureAccess,
  PosturePage,
  PosturePort,
  ReportedAsset,
  ReportedExposure,
  ReportedTag,
  Sending,
} from './posture.ts';

/** The most that a page of network exposures may have. */
const pageSize = 500;

const Text = z.string().nullish();
const Texts = z.array(z.string()).nullish();

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: Text });
const Page = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo: PageInfo });

const Project = z.object({ id: z.string().min(1), name: z.string() });

const Entity = z.object({
  id: z.string().min(1),
  name: Text,
  type: z.string(),
  projects: z.array(z.object({ id: z.string() })).nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
});

const Resource = z.object({
  id: z.string().min(1),
  name: Text,
  type: z.string(),
  graphEntity: Entity.nullish(),
});

const Exposure = z.object({
  id: z.string().min(1),
  exposedEntity: Entity,
  sourceIpRange: Text,
  destinationIpRange: Text,
  portRange: Text,
  appProtocols: Texts,
  networkProtocols: Texts,
  applicationEndpoints: z.array(z.object({ name: Text })).nullish(),
});

const pageInfo = 'pageInfo { hasNextPage endCursor }';
const entity = 'id name type properties projects { id }';

const projectsQuery = `query ($first: Int, $after: String) {
  projects(first: $first, after: $after) { nodes { id name } ${pageInfo} }
}`;
const resourcesQuery = `query ($filterBy: CloudResourceFilters, $first: Int, $after: String) {
  cloudResources(filterBy: $filterBy, first: $first, after: $after) {
    nodes { id name type graphEntity { ${entity} } } ${pageInfo}
  }
}`;
const exposuresQuery = `query ($filterBy: NetworkExposureFilters, $first: Int, $after: String) {
  networkExposures(filterBy: $filterBy, first: $first, after: $after) {
    nodes {
      id exposedEntity { ${entity} } sourceIpRange destinationIpRange portRange appProtocols networkProtocols
      applicationEndpoints { name }
    } ${pageInfo}
  }
}`;

/** What code runs as; a cloud has far more of other things. */
const workloads = [
  'API_GATEWAY',
  'CONTAINER',
  'CONTAINER_GROUP',
  'CONTAINER_IMAGE',
  'CONTAINER_SERVICE',
  'DEPLOYMENT',
  'KUBERNETES_INGRESS',
  'KUBERNETES_SERVICE',
  'LOAD_BALANCER',
  'POD',
  'SERVERLESS',
  'VIRTUAL_MACHINE',
  'WEB_SERVICE',
];

/** Wiz, by its GraphQL interface and a service account. */
export function wiz(outbound: Sending, access: PostureAccess): PosturePort {
  // Tenants that sign in at the older host name another audience.
  const audience = new URL(access.tokenUrl).host === 'auth.wiz.io' ? 'beyond-api' : 'wiz-api';
  const reader = new GraphQlReader(outbound, access, audience);
  const projects = async (first: number, after: string | undefined, signal: AbortSignal) => {
    const data = z.object({ projects: Page(Project) });
    return (await reader.read(data, projectsQuery, { first, after }, signal)).projects;
  };
  const resources = async (first: number, after: string | undefined, signal: AbortSignal) => {
    const data = z.object({ cloudResources: Page(Resource) });
    const variables = { first, after, filterBy: { type: workloads } };
    return (await reader.read(data, resourcesQuery, variables, signal)).cloudResources;
  };
  const exposures = async (first: number, after: string | undefined, signal: AbortSignal) => {
    const data = z.object({ networkExposures: Page(Exposure) });
    const variables = { first, after, filterBy: { type: ['PUBLIC_INTERNET'] } };
    return (await reader.read(data, exposuresQuery, variables, signal)).networkExposures;
  };
  return {
    check: async (signal) => {
      const page = await projects(5, undefined, signal);
      await resources(1, undefined, signal);
      await exposures(1, undefined, signal);
      return page.nodes.slice(0, 5).map(({ name }) => name);
    },
    projects: async (after, signal) => toPage(await projects(pageSize, after, signal), (node) => node),
    assets: async (after, signal) =>
      toPage(await resources(pageSize, after, signal), ({ graphEntity, ...node }) =>
        // Network exposures name the entity of the graph.
        toAsset(graphEntity ?? node),
      ),
    exposures: async (after, signal) => toPage(await exposures(pageSize, after, signal), toExposure),
  };
}

function toPage<Node, Item>(
  { nodes, pageInfo }: { readonly nodes: readonly Node[]; readonly pageInfo: z.output<typeof PageInfo> },
  toItem: (node: Node) => Item,
): PosturePage<Item> {
  return {
    items: nodes.map(toItem),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  };
}

type Entity = z.input<typeof Entity>;

function toAsset({ id, name, type, projects, properties }: Entity): ReportedAsset {
  return {
    id,
    name: name ?? id,
    type,
    platform: textOf(properties?.['cloudPlatform']),
    region: textOf(properties?.['region']),
    projectIds: (projects ?? []).map((project) => project.id),
    tags: ['tags', 'labels', 'imageLabels'].flatMap((field) => tagsOf(properties?.[field])),
  };
}

const toExposure = (node: z.output<typeof Exposure>): ReportedExposure => ({
  id: node.id,
  asset: toAsset(node.exposedEntity),
  sourceRange: node.sourceIpRange ?? undefined,
  destinationRange: node.destinationIpRange ?? undefined,
  ports: node.portRange ?? undefined,
  protocols: [...(node.appProtocols ?? []), ...(node.networkProtocols ?? [])],
  endpoints: (node.applicationEndpoints ?? []).flatMap(({ name }) => (name ? [name] : [])),
});

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const Tags = z.union([
  z.array(z.object({ key: z.string(), value: z.string() })),
  z
    .record(z.string(), z.unknown())
    .transform((tags) =>
      Object.entries(tags).flatMap(([key, value]) => (typeof value === 'string' ? [{ key, value }] : [])),
    ),
]);

/** Clouds differ in how they write tags: an object, a list of key and value, or JSON of either. */
function tagsOf(value: unknown): readonly ReportedTag[] {
  const parsed = Tags.safeParse(typeof value === 'string' ? jsonOf(value) : value);
  return parsed.success ? parsed.data : [];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
