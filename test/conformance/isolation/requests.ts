import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type AnyEndpoint, type Route, routesOf } from '../../../src/api/contract/endpoint.ts';
import { endpoints } from '../../../src/api/contract/index.ts';
import { samples } from '../samples.ts';

/** Requests that name something by its id, made of the contract alone: an operation that is added is among them. */

/** Every operation that takes a credential, under each of its spellings. */
export const closedRoutes: readonly { readonly endpoint: AnyEndpoint; readonly route: Route }[] = endpoints
  .filter(({ auth }) => auth === 'token')
  .flatMap((endpoint) => routesOf(endpoint).map((route) => ({ endpoint, route })));

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;

export function uuidsIn(text: string): Set<string> {
  return new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
}

export type Sample = Readonly<Record<string, unknown>>;

export const sampleOf = ({ id }: AnyEndpoint): Sample => samples[id] ?? {};

/** A request of an operation with an id in one of its fields. */
export interface Naming {
  readonly field: string;
  readonly with: (id: string) => Sample;
}

/** One for each field that takes an id, whether it must be sent or not. */
export function namings(endpoint: AnyEndpoint): Naming[] {
  const sample = sampleOf(endpoint);
  return Object.keys(endpoint.request.shape)
    .filter((field) => field !== 'organizationId' && field !== 'organization_id')
    .flatMap((field) =>
      placings(field, sample[field]).filter((naming) => {
        const probe = { ...sample, ...naming.with(randomUUID()) };
        return takesIds(endpoint, field) && z.safeParse(endpoint.request, probe).success;
      }),
    )
    .map((naming) => ({ ...naming, with: (id: string) => ({ ...sample, ...naming.with(id) }) }));
}

/** A field that takes an id takes no other text. */
function takesIds({ request }: AnyEndpoint, field: string): boolean {
  const type = request.shape[field];
  return (
    type !== undefined &&
    !z.safeParse(type, 'no id').success &&
    !z.safeParse(type, ['no id']).success &&
    (z.safeParse(type, randomUUID()).success || z.safeParse(type, [randomUUID()]).success)
  );
}

const placings = (field: string, sampled: unknown): Naming[] =>
  Array.isArray(sampled)
    ? [{ field, with: (id) => ({ [field]: [id] }) }]
    : [
        { field, with: (id) => ({ [field]: id }) },
        { field, with: (id) => ({ [field]: [id] }) },
      ];

/** Each of them once: its other spellings lead to the same. */
export const closedOperations = closedRoutes.filter(
  ({ endpoint, route }) => route.path === endpoint.path && route.method === endpoint.method,
);

/** Operations that say what there is and take no id: lists, searches, counts. */
export const tellingAll: readonly { readonly endpoint: AnyEndpoint; readonly route: Route }[] =
  closedRoutes.filter(
    ({ endpoint }) =>
      endpoint.kind === 'json' &&
      endpoint.effect === 'reads' &&
      uuidsIn(JSON.stringify({ ...sampleOf(endpoint), organizationId: '' })).size === 0,
  );
