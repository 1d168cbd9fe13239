import * as z from 'zod';
import * as agentJob from './contract/agent/job.ts';
import * as agentMessage from './contract/agent/message.ts';
import * as agentVocabulary from './contract/agent/vocabulary.ts';
import { type AnyEndpoint, placeOf, type Route, routesOf } from './contract/endpoint.ts';
import { ErrorBody, errorMeaning } from './contract/errors.ts';
import { contract, endpoints, interfaceVersion } from './contract/index.ts';
import * as issue from './contract/issue.ts';
import * as vocabulary from './contract/vocabulary.ts';

/** The OpenAPI 3.1.0 description of the interface, made from the contract. */

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  /** What the two credential headers begin with, without the last `-`. */
  readonly headerPrefix?: string;
}

export function openApiDocument({ headerPrefix = 'X-Service-API-Token' }: OpenApiOptions = {}): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    for (const [index, route] of routesOf(endpoint).entries()) {
      const method = route.method.toLowerCase();
      paths[route.path] = { ...paths[route.path], [method]: operation(endpoint, route, index) };
    }
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Application security scanning service',
      version: interfaceVersion,
      description:
        'Organizations, repositories, scans, issues, code inspection, on-demand scans and the agent.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ tokenId: [], tokenSecret: [] }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: answerSchemas(),
      responses: errorResponses(),
      parameters: headerParameters(),
      securitySchemes: {
        tokenId: { type: 'apiKey', in: 'header', name: `${headerPrefix}-Id`, description: 'A UUID.' },
        tokenSecret: { type: 'apiKey', in: 'header', name: `${headerPrefix}-Secret` },
      },
    },
  };
}

function operation(endpoint: AnyEndpoint, route: Route, index: number): Json {
  const { id, summary, source, since, auth, effect, idempotent } = endpoint;
  const { parameters, body } = requestParts(endpoint, route);
  return {
    operationId: index === 0 ? id : `${id}-${index + 1}`,
    tags: [tagOf(endpoint)],
    summary,
    'x-source': source,
    'x-since': since,
    'x-effect': effect,
    'x-idempotent': idempotent,
    ...(auth === 'none' && { security: [] }),
    parameters,
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { [endpoint.success]: success(endpoint), ...errorReferences(endpoint) },
  };
}

function requestParts(endpoint: AnyEndpoint, route: Route): { parameters: Json[]; body: Json | undefined } {
  const schema = withoutDialect(
    z.toJSONSchema(endpoint.request, {
      io: 'input',
      override: ({ jsonSchema }) => shortened(jsonSchema),
    }),
  );
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const parameters: Json[] = [];
  const inBody: [string, Json][] = [];
  for (const [name, property] of Object.entries(properties)) {
    const place = placeOf(route, name);
    if (place === 'body') inBody.push([name, property]);
    else
      parameters.push({
        name,
        in: place,
        required: place === 'path' || required.has(name),
        schema: property,
      });
  }
  if (route.method !== 'GET') parameters.push(reference('parameters', 'IdempotencyKey'));
  if (endpoint.kind === 'events') parameters.push(reference('parameters', 'LastEventId'));
  if (route.method === 'GET' || route.method === 'DELETE') return { parameters, body: undefined };
  const requiredInBody = inBody.map(([name]) => name).filter((name) => required.has(name));
  const body = {
    ...schema,
    properties: Object.fromEntries(inBody),
    ...(schema['required'] !== undefined && { required: requiredInBody }),
  };
  return { parameters, body };
}

function success(endpoint: AnyEndpoint): Json {
  if (endpoint.kind === 'json') {
    const schema = referenceTo(endpoint.response);
    return { description: 'Done.', content: { 'application/json': { schema } } };
  }
  if (endpoint.kind === 'file') {
    const schema = { type: 'string', format: 'binary' };
    const content = Object.fromEntries(endpoint.contentTypes.map((type) => [type, { schema }]));
    return { description: 'The file, named by `Content-Disposition`.', content };
  }
  const events = Object.entries(endpoint.events).map(([name, schema]) => [name, referenceTo(schema)]);
  return {
    description: 'Server-sent events; `x-events` has the schema of the data of each.',
    content: { 'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(events) } },
  };
}

function errorReferences(endpoint: AnyEndpoint): Json {
  const usual = endpoint.auth === 'token' ? [400, 401, 429, 503] : [400];
  const statuses = [...new Set([...usual, ...endpoint.errors])].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [status, reference('responses', `Error${status}`)]));
}

function errorResponses(): Json {
  const content = { 'application/json': { schema: reference('schemas', 'ErrorBody') } };
  const retryAfter = {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  };
  return Object.fromEntries(
    Object.entries(errorMeaning).map(([status, description]) => {
      const headers = status === '429' || status === '503' ? { headers: retryAfter } : {};
      return [`Error${status}`, { description, ...headers, content }];
    }),
  );
}

function headerParameters(): Json {
  return {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same key and body within 24 hours returns the first answer.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    },
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The stream goes on after this event.',
      schema: { type: 'string' },
    },
  };
}

/** Every exported resource and word list under its own name, and every answer and event. */
const named = nameSchemas();

function nameSchemas() {
  const names = z.registry<{ id: string }>();
  const name = (schema: z.core.$ZodType, id: string) => {
    if (!names.has(schema)) names.add(schema, { id });
  };
  name(ErrorBody, 'ErrorBody');
  const modules = [...Object.values(contract), issue, vocabulary, agentMessage, agentJob, agentVocabulary];
  for (const module of modules) {
    for (const [id, value] of Object.entries(module)) {
      if (value instanceof z.ZodObject || value instanceof z.ZodEnum) name(value, id);
    }
  }
  for (const endpoint of endpoints) {
    if (endpoint.kind === 'json') name(endpoint.response, `${endpoint.id}.answer`);
    else if (endpoint.kind === 'events')
      for (const [event, schema] of Object.entries(endpoint.events)) name(schema, `${endpoint.id}.${event}`);
  }
  return names;
}

function answerSchemas(): Json {
  const { schemas } = z.toJSONSchema(named, {
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      // Answers may gain fields.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      shortened(jsonSchema);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutDialect(schema)]));
}

function referenceTo(schema: z.core.$ZodType): Json {
  const name = named.get(schema)?.id;
  if (name === undefined) throw new Error('A schema of the contract has no name in the document.');
  return reference('schemas', name);
}

function tagOf({ id }: AnyEndpoint): string {
  return id.split('.')[0] ?? id;
}

function reference(kind: 'schemas' | 'responses' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** A format says what its long expression says, and the largest safe integer bounds nothing. */
function shortened(schema: { format?: string; pattern?: string; maximum?: number }): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function withoutDialect(schema: object): Json {
  const { $schema: _dialect, $id: _id, ...rest } = schema as Json;
  return rest;
}
