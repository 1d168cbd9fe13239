import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a package of a version asks for. */
type Versions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A registry of npm on this machine: it serves what is known of packages, and writes down what it is asked. */
export interface NpmRegistry {
  readonly url: string;
  /** Paths of requests. */
  readonly asked: string[];
  /** Whether a request said who asks. */
  readonly credentials: string[];
  close(): Promise<void>;
}

/** @param packages by name, the versions with their dependencies, the newest last */
export async function npmRegistry(packages: Readonly<Record<string, Versions>>): Promise<NpmRegistry> {
  const asked: string[] = [];
  const credentials: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    asked.push(name);
    if (request.headers.authorization) credentials.push(request.headers.authorization);
    const versions = packages[name];
    response.setHeader('content-type', 'application/json');
    if (!versions) {
      response.statusCode = 404;
      response.end('{"error": "Not found"}');
      return;
    }
    const described = Object.entries(versions).map(([version, dependencies]) => [
      version,
      {
        name,
        version,
        dependencies,
        dist: { tarball: `${url}/${name}/-/${name}-${version}.tgz`, integrity: integrityOf(name, version) },
      },
    ]);
    const latest = Object.keys(versions).at(-1);
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(described) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    credentials,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const integrityOf = (name: string, version: string): string =>
  `sha512-${Buffer.from(`${name}@${version}`).toString('base64url').padEnd(86, 'A')}==`;
