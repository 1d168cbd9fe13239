import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Network } from '../../../../../src/api/transport/network.ts';
import { openSnapshot } from '../../../../../src/engine/dependencies/advisories/snapshot-reader.ts';
import { requestJson } from '../../../../../src/service/dependencies/sources/bounded-request.ts';
import { importMirror } from '../../../../../src/service/dependencies/sources/mirror.ts';
import { askNpm } from '../../../../../src/service/dependencies/sources/npm-audit.ts';
import { askOsv } from '../../../../../src/service/dependencies/sources/osv-api.ts';
import { decompress } from '../../../../../src/service/dependencies/sources/snapshot-file.ts';
import { snapshotsIn } from '../../../../../src/service/dependencies/sources/snapshot-folder.ts';
import { zipOf } from '../../../../support/zip.ts';

interface Asked {
  readonly path: string;
  readonly body: unknown;
}

const record = (id: string, name: string) => ({
  id,
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.5.0' }] }],
    },
  ],
});

describe('sources of advisories on the network', () => {
  const network = new Network({ environment: {} });
  const access = { network, mayBePrivate: true };
  let server: Server;
  let base = new URL('http://127.0.0.1/');
  let asked: Asked[] = [];
  let answer: (request: Asked, response: ServerResponse) => void = () => undefined;

  before(async () => {
    server = createServer((request: IncomingMessage, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const one: Asked = { path: request.url ?? '', body: text === '' ? undefined : JSON.parse(text) };
        asked.push(one);
        answer(one, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/team`);
  });
  after(async () => {
    await network[Symbol.asyncDispose]();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    asked = [];
  });

  const json = (response: ServerResponse, value: unknown): void => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  };

  describe("OSV's interface", () => {
    const packages = [
      { ecosystem: 'npm', name: 'left', version: '1.0.0' },
      { ecosystem: 'npm', name: '@scope/right', version: '2.0.0' },
    ] as const;

    it('is asked for names and versions, page by page, and then for each advisory once', async () => {
      answer = ({ path: at, body }, response) => {
        if (at.startsWith('/team/v1/vulns/'))
          return json(response, record(at.slice('/team/v1/vulns/'.length), 'left'));
        const isSecond = JSON.stringify(body).includes('page_token');
        return json(response, {
          results: isSecond
            ? [{ vulns: [{ id: 'TEST-2', modified: '2024-01-01T00:00:00Z' }] }]
            : [{ vulns: [{ id: 'TEST-1' }], next_page_token: 'more' }, { vulns: [{ id: 'TEST-1' }] }],
        });
      };
      const answered = await askOsv(base, packages, access);
      assert.deepEqual(answered.map(({ id }) => id).sort(), ['TEST-1', 'TEST-2']);
      assert.deepEqual(asked[0], {
        path: '/team/v1/querybatch',
        body: {
          queries: [
            { package: { ecosystem: 'npm', name: 'left' }, version: '1.0.0' },
            { package: { ecosystem: 'npm', name: '@scope/right' }, version: '2.0.0' },
          ],
        },
      });
      assert.equal(asked.filter(({ path: at }) => at.endsWith('/TEST-1')).length, 1);
    });

    it('is refused where it answers something else', async () => {
      answer = (_, response) => json(response, { results: [] });
      await assert.rejects(askOsv(base, packages, access), /did not answer as OSV's interface does/);
      answer = (_, response) => json(response, { results: [{ vulns: [{ id: '../../admin' }] }, {}] });
      await assert.rejects(askOsv(base, packages, access), /did not answer as OSV's interface does/);
      answer = (_, response) => json(response, { results: [{ next_page_token: 'again' }, {}] });
      await assert.rejects(askOsv(base, packages.slice(0, 1), access), /did not answer/);
    });

    it('does not page for ever', async () => {
      answer = (_, response) => json(response, { results: [{ next_page_token: 'again' }] });
      await assert.rejects(askOsv(base, packages.slice(0, 1), access), /more than 20 pages/);
    });
  });

  describe("npm's registry", () => {
    it('is asked for all versions of a name at once', async () => {
      answer = (_, response) =>
        json(response, {
          left: [
            {
              id: 7,
              url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
              title: 'A title',
              severity: 'moderate',
              vulnerable_versions: '<1.5.0 || >=2.0.0 <2.1.0',
              cwe: ['CWE-79'],
              cvss: { score: 0, vectorString: null },
            },
            { id: 8, vulnerable_versions: 'none that can be read' },
          ],
        });
      const answered = await askNpm(
        base,
        [
          { name: 'left', version: '1.0.0' },
          { name: 'left', version: '2.0.0' },
          { name: 'right', version: '1.0.0' },
        ],
        access,
      );
      assert.deepEqual(asked, [
        {
          path: '/team/-/npm/v1/security/advisories/bulk',
          body: { left: ['1.0.0', '2.0.0'], right: ['1.0.0'] },
        },
      ]);
      assert.deepEqual(answered, [
        {
          id: 'GHSA-aaaa-bbbb-cccc',
          aliases: [],
          cwes: ['CWE-79'],
          cvss: [],
          severity: 'MEDIUM',
          affected: [
            {
              ecosystem: 'npm',
              name: 'left',
              ranges: [
                { introduced: '0', fixed: '1.5.0' },
                { introduced: '2.0.0', fixed: '2.1.0' },
              ],
              versions: [],
              symbols: [],
            },
          ],
          sources: ['npm'],
          references: ['https://github.com/advisories/GHSA-aaaa-bbbb-cccc'],
        },
      ]);
    });

    it('is refused where it answers something else', async () => {
      answer = (_, response) => json(response, { error: 'not found' });
      await assert.rejects(
        askNpm(base, [{ name: 'left', version: '1.0.0' }], access),
        /did not answer as a registry/,
      );
    });
  });

  describe('a mirror', () => {
    let folder = '';
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'parapet-mirror-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it('is imported, a snapshot for each ecosystem', async () => {
      answer = ({ path: at }, response) =>
        void response.end(
          zipOf({ 'a.json': JSON.stringify(record(at.includes('npm') ? 'TEST-1' : 'TEST-2', 'left')) }),
        );
      const inside = path.join(folder, 'new');
      const phases = new Set<string>();
      const result = await importMirror(base, 'npm', inside, access, ({ phase }) => phases.add(phase));
      assert.deepEqual([result.advisories, [...phases]], [1, ['downloading']]);
      await importMirror(base, 'GitHub Actions', inside, access);
      assert.deepEqual(
        asked.map(({ path: at }) => at),
        ['/team/npm/all.zip', '/team/GitHub%20Actions/all.zip'],
      );
      const { port } = base;
      const [first, ...others] = snapshotsIn(inside);
      assert.equal(first?.name, `127-0-0-1-${port}-team-github-actions`);
      assert.deepEqual(
        others.map(({ name }) => name),
        [`127-0-0-1-${port}-team-npm`],
      );
      const snapshot = openSnapshot(await readFile(others[0]?.path ?? ''), 'test', decompress);
      assert.equal(snapshot.header.origin, `${base.href}/npm/all.zip`);
      assert.deepEqual(
        snapshot.find('npm', 'left').map(({ id }) => id),
        ['TEST-1'],
      );
    });

    it('leaves nothing behind where it answers with a page, and keeps what was there', async () => {
      answer = (_, response) =>
        void response.end(zipOf({ 'a.json': JSON.stringify(record('TEST-1', 'left')) }));
      await importMirror(base, 'npm', folder, access);
      const before = await readdir(folder);
      answer = (_, response) => void response.setHeader('content-type', 'text/html').end('<html>');
      await assert.rejects(importMirror(base, 'npm', folder, access), /a web page instead of an archive/);
      answer = (_, response) => void response.end('<html>without a type');
      await assert.rejects(importMirror(base, 'npm', folder, access), /no archive of advisories/);
      assert.deepEqual(await readdir(folder), before);
    });
  });

  describe('a request', () => {
    const request = (largest = 1_000, timeMs = 5_000, url = base) =>
      requestJson(access, url, { largest, timeMs });

    it('fails in a sentence, whatever the answer', async () => {
      answer = (_, response) => void response.end(' <!doctype html>');
      await assert.rejects(request(), /127\.0\.0\.1:\d+ answered with a web page instead of advisories/);
      answer = (_, response) => void response.end('{"results": [');
      await assert.rejects(request(), /answered with broken JSON/);
      answer = (_, response) => void response.writeHead(503).end();
      await assert.rejects(request(), /answered with status 503/);
      answer = (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      await assert.rejects(request(), /could not be reached/);
      answer = (_, response) => void response.socket?.destroy();
      await assert.rejects(request(), /could not be reached/);
    });

    it('is bounded in size and in time', async () => {
      answer = (_, response) => void response.end(`"${'x'.repeat(5_000_000)}"`);
      await assert.rejects(request(2_000_000), /larger than 2 MB/);
      answer = (_, response) => void response.write('{');
      await assert.rejects(request(1_000, 200), /took more than 1 s/);
    });

    it('goes to no address that it must not reach', async () => {
      const closed = (url: string, mayBePrivate = true) =>
        requestJson({ network, mayBePrivate }, new URL(url), { largest: 1_000, timeMs: 1_000 });
      await assert.rejects(closed('http://169.254.169.254/latest'), /link-local/);
      await assert.rejects(closed('http://127.0.0.1:1/', false), /own machine or network/);
      await assert.rejects(closed('http://203.0.113.7/'), /https only/);
      await assert.rejects(closed('https://user:secret@203.0.113.7/'), /no password/);
      await assert.rejects(closed('file:///etc/passwd'), /https address/);
      assert.deepEqual(asked, []);
    });

    it('can be broken off', async () => {
      answer = () => undefined;
      const signal = AbortSignal.timeout(100);
      await assert.rejects(
        requestJson({ ...access, signal }, base, { largest: 1_000, timeMs: 5_000 }),
        (error) => error === signal.reason,
      );
    });
  });
});
