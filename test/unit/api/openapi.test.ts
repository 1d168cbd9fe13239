import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { endpoints } from '../../../src/api/contract/index.ts';
import { openApiDocument } from '../../../src/api/openapi.ts';
import { samples } from '../../conformance/samples.ts';
import { id } from './local-server.ts';

type Json = Record<string, unknown>;
type Operation = Json & { operationId: string; parameters: { in: string; name: string }[]; responses: Json };

const document = openApiDocument();
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document);
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 by a public validator', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    assert.deepEqual(result.errors ?? [], []);
    assert.ok(result.valid);
    assert.equal(validator.version, '3.1');
  });

  it('is of the versions that the specification names', () => {
    assert.equal(document['openapi'], '3.1.0');
    assert.equal((document['info'] as Json)['version'], '1.0.0');
  });

  it('refers to nothing that is not there', () => {
    const all = references(document);
    assert.ok(all.length > 100);
    assert.deepEqual(
      all.filter((reference) => resolve(reference) === undefined),
      [],
    );
  });

  it('has every operation of the contract under each of its spellings, and no other', () => {
    const expected = endpoints.flatMap(({ method, path, also }) =>
      [{ method, path }, ...also].map((route) => `${route.method} ${route.path}`),
    );
    const found = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    assert.deepEqual(found.sort(), expected.sort());
    const names = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, names.length);
  });

  it('declares the parameters of every path', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      assert.deepEqual(
        declared,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        path,
      );
    }
  });

  it('asks for both credential headers, under the configured prefix, except where none are needed', () => {
    assert.deepEqual(document['security'], [{ tokenId: [], tokenSecret: [] }]);
    const branded = openApiDocument({ headerPrefix: 'X-Acme' })['components'] as Json;
    assert.match(JSON.stringify(branded['securitySchemes']), /"X-Acme-Id".*"X-Acme-Secret"/);
    for (const { path, operation } of operations) {
      const open = ['/healthz', '/readyz', '/mcp-manifest.json'].includes(path);
      assert.deepEqual(operation['security'], open ? [] : undefined);
      assert.equal('401' in operation.responses, !open);
    }
  });

  it('describes requests as closed and answers as open', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'doc', ...document });
    const start = ajv.compile({
      $ref: 'doc#/paths/~1api~1v2~1scans~1start/post/requestBody/content/application~1json/schema',
    });
    assert.ok(start({ repositoryIds: [id] }));
    assert.ok(!start({ repositoryIds: [id], orgId: id }));
    assert.ok(!start({ repositoryIds: [] }));
    assert.ok(!start({ repositoryIds: ['not a UUID'] }));
    const answer = ajv.compile({ $ref: 'doc#/components/schemas/tokens.create.answer' });
    const token = { id, createdAt: '2026-01-31T12:00:00.000Z', expiresAt: '2026-03-02T12:00:00.000Z' };
    assert.ok(answer({ token, secret: 's' }), JSON.stringify(answer.errors));
    assert.ok(answer({ token: { ...token, more: 1 }, secret: 's' }));
    assert.ok(!answer({ token }));
  });

  it('takes and refuses the same requests as the contract', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'doc', ...document });
    const posted = endpoints.filter(({ method }) => method === 'POST');
    for (const endpoint of posted) {
      const at = endpoint.path.replaceAll('/', '~1');
      const $ref = encodeURI(`doc#/paths/${at}/post/requestBody/content/application~1json/schema`);
      const valid = ajv.compile({ $ref });
      const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const entries = Object.entries(samples[endpoint.id] ?? assert.fail(endpoint.id));
      const sample = Object.fromEntries(entries.filter(([name]) => !inPath.has(name)));
      assert.ok(valid(sample), `${endpoint.id}: ${JSON.stringify(valid.errors)}`);
      assert.ok(!valid({ ...sample, colour: 'red' }), endpoint.id);
      for (const name of Object.keys(sample)) {
        const without = Object.fromEntries(Object.entries(sample).filter(([other]) => other !== name));
        const wrong = { ...sample, [name]: { wrong: true } };
        const whole = Object.fromEntries(entries.filter(([other]) => inPath.has(other)));
        assert.equal(valid(wrong), endpoint.request.safeParse({ ...whole, ...wrong }).success, endpoint.id);
        const contractTakes = endpoint.request.safeParse({ ...whole, ...without }).success;
        assert.ok(valid(without) || !contractTakes, endpoint.id);
      }
    }
  });

  it('says of each operation whether the specification has it', () => {
    assert.ok(
      operations.every(({ operation }) => /^(specified|extended)$/.test(String(operation['x-source']))),
    );
  });
});
