import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoriesFor } from '../../src/service/agent/memories.ts';
import { renewEmbeddedToken } from '../../src/service/lifecycle/bootstrap.ts';
import { listen } from '../../src/service/lifecycle/listen.ts';
import { createService, type Service } from '../../src/service/lifecycle/service.ts';
import { insertOrganization } from '../../src/service/organizations/organizations.ts';
import { issueToken } from '../../src/service/organizations/tokens.ts';
import { insertMember } from '../../src/service/teams/default-team.ts';
import { createLineRunner } from './line-runner.ts';
import type { Target, TokenPair } from './suite/index.ts';

/** Our own service on a real port, with a stand-in for the engine and people of two organizations. */
export class OwnService implements AsyncDisposable {
  readonly target: Target;
  readonly service: Service;
  /** What its clock is ahead of the real one, in milliseconds. */
  readonly clock: { aheadMs: number };
  /** What jobs of the assistant wait for before they answer. */
  readonly gate: { open: Promise<void> | undefined };
  readonly #end: () => Promise<void>;

  private constructor(
    parts: Pick<OwnService, 'target' | 'service' | 'clock' | 'gate'>,
    end: () => Promise<void>,
  ) {
    this.target = parts.target;
    this.service = parts.service;
    this.clock = parts.clock;
    this.gate = parts.gate;
    this.#end = end;
  }

  /** @param database address of an empty PostgreSQL database; the embedded store when left out */
  static async start(database?: string): Promise<OwnService> {
    const folder = await mkdtemp(path.join(tmpdir(), 'parapet-conformance-'));
    const clock = { aheadMs: 0 };
    const gate: OwnService['gate'] = { open: undefined };
    const service = await createService({
      dataFolder: path.join(folder, 'data'),
      database,
      runner: createLineRunner(),
      version: '0.0.0-test',
      host: '127.0.0.1',
      localRepositories: true,
      allowedHosts: new Set(['127.0.0.1']),
      agent: {
        memories: async (...about) => {
          await gate.open;
          return memoriesFor(...about);
        },
      },
      log: () => {},
      now: () => new Date(Date.now() + clock.aheadMs),
    });
    const admin = await renewEmbeddedToken(service.core);
    await service.start();
    const address = { host: '127.0.0.1', port: 0, whenTaken: 'fail' } as const;
    const listening = await listen((request) => service.app.fetch(request), address);
    let folders = 0;
    const target: Target = {
      baseUrl: `http://127.0.0.1:${listening.port}`,
      admin,
      stranger: await stranger(service),
      member: await addMember(service, admin, 'member@example.com'),
      makeFolder: async (files) => {
        const root = path.join(folder, 'work', String(folders++));
        for (const [name, text] of Object.entries(files)) {
          await mkdir(path.dirname(path.join(root, name)), { recursive: true });
          await writeFile(path.join(root, name), text);
        }
        return root;
      },
    };
    return new OwnService({ target, service, clock, gate }, async () => {
      await service.stop();
      await listening.close(1_000);
      await rm(folder, { recursive: true, force: true });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

async function stranger(service: Service): Promise<TokenPair> {
  const userId = await person(service, 'stranger@example.com');
  const { id } = await insertOrganization(service.core, service.core.db, {
    name: 'Elsewhere',
    adminId: userId,
  });
  return tokenOf(service, id, userId);
}

/** A person who becomes an active MEMBER of a token's organization. */
export async function addMember(service: Service, admin: TokenPair, email: string): Promise<TokenPair> {
  const { core } = service;
  const userId = await person(service, email);
  const { organization_id: organizationId } = await core.db
    .selectFrom('tokens')
    .select('organization_id')
    .where('id', '=', admin.tokenId)
    .executeTakeFirstOrThrow();
  await insertMember(core, core.db, { organizationId, userId, role: 'MEMBER' });
  return tokenOf(service, organizationId, userId);
}

async function person({ core }: Service, email: string): Promise<string> {
  const id = crypto.randomUUID();
  await core.db
    .insertInto('users')
    .values({ id, email, name: null, created_at: core.now().toISOString() })
    .execute();
  return id;
}

async function tokenOf({ core }: Service, organizationId: string, userId: string): Promise<TokenPair> {
  const { token, secret } = await issueToken(core, core.db, { organizationId, userId, days: 1 });
  return { tokenId: token.id, tokenSecret: secret };
}
