import assert from 'node:assert/strict';
import type { FoundEndpoint } from '../../../../../../src/engine/endpoints/endpoint.ts';
import { deterministicAnalyst } from '../../../../../../src/service/agent/analyst/deterministic/analyst.ts';
import { understand } from '../../../../../../src/service/agent/analyst/deterministic/understand.ts';
import { Harness } from '../../../support/harness.ts';
import { Conversation } from '../support.ts';

const base: FoundEndpoint = {
  ...{ handler: '', file: 'src/app.js', line: 1, methods: ['GET'], path: '', description: '' },
  ...{ language: 'javascript', authentication: 'NONE', guards: [], administrators: undefined },
  ...{ roles: [], parameters: [] },
};
const found: readonly Partial<FoundEndpoint>[] = [
  { path: '/tools/ping', handler: 'ping', line: 3 },
  {
    ...{ path: '/media/pictures', methods: ['POST'], handler: 'store', line: 9 },
    description: 'Stores an uploaded picture.',
  },
  {
    ...{ path: '/admin/users/:id', methods: ['DELETE'], handler: 'removeUser', line: 12 },
    ...{ authentication: 'REQUIRED', guards: [{ guard: 'requireAdmin', shownBy: 'code' }], roles: ['admin'] },
  },
  {
    ...{ path: '/reports', handler: 'reports', line: 20 },
    ...{ authentication: 'UNKNOWN', guards: [{ guard: 'checkAuth', shownBy: 'name' }] },
  },
];

describe('the deterministic analyst, asked about endpoints', () => {
  for (const said of [
    'is the /ping endpoint authenticated?',
    'which endpoints have no authentication?',
    'where is file upload handled?',
    'list the endpoints',
    'what endpoints do we have?',
    'does /admin require a login?',
    'can anyone call /tools/ping?',
    'who can call the delete endpoint?',
    'Welche Endpunkte haben keine Anmeldung?',
    'Ist /ping geschützt?',
    'Wo werden Dateien hochgeladen?',
    'Wer kann /admin/users aufrufen?',
    'how many routes are public?',
  ])
    it(`knows that ${JSON.stringify(said)} is about them`, () =>
      assert.equal(understand(said).intent, 'endpoints'));

  for (const said of [
    'show issues in routes',
    'fix the issue in the login route',
    'what is wrong with routes/users.js?',
    'where is "upload" used?',
    'is number 2 reachable from the internet?',
    'which vulnerabilities are in the login endpoint?',
  ])
    it(`knows that ${JSON.stringify(said)} is not`, () =>
      assert.notEqual(understand(said).intent, 'endpoints'));

  describe('answers', () => {
    let service: Harness;
    let repositoryId: string;
    before(async () => {
      service = await Harness.start();
      repositoryId = await service.addRepository();
      service.runner.script = async ({ on }) => {
        on({ type: 'endpoints', endpoints: found.map((one) => ({ ...base, ...one })) });
        return undefined;
      };
      await service.scan(repositoryId);
    });
    after(async () => {
      await service[Symbol.asyncDispose]();
    });
    const answer = async (prompt: string): Promise<string> =>
      (await new Conversation(service, deterministicAnalyst, { repositoryId }).ask(prompt)).text;

    it('says of one endpoint whether it requires authentication, and what shows it', async () => {
      for (const question of ['is the /ping endpoint authenticated?', 'Ist /tools/ping geschützt?'])
        assert.match(await answer(question), /\*\*GET `\/tools\/ping`\*\*: no authentication found/);
      const admin = await answer('who can call /admin/users/:id?');
      assert.match(
        admin,
        /`\/admin\/users\/:id`\*\*: requires authentication, by `requireAdmin`, for `admin`/,
      );
      assert.match(
        await answer('is /reports protected?'),
        /may require authentication: `checkAuth` suggests it/,
      );
    });

    it('lists those without authentication, in English and in German', async () => {
      for (const question of ['which endpoints have no authentication?', 'Endpunkte ohne Anmeldung']) {
        const text = await answer(question);
        assert.match(text, /\*\*2 endpoints\*\* without any authentication that was found/);
        assert.match(text, /\/media\/pictures/);
        assert.doesNotMatch(text, /\/admin|\/reports/);
      }
      assert.match(await answer('list the endpoints'), /\*\*4 endpoints\*\* in all/);
    });

    it('finds where something is handled', async () => {
      for (const question of ['where is file upload handled?', 'Wo werden Dateien hochgeladen?']) {
        const text = await answer(question);
        assert.match(text, /^- \*\*POST `\/media\/pictures`.*app\.js/m, text);
      }
    });

    it('says when it does not know', async () => {
      assert.match(
        await answer('is /pong authenticated?'),
        /I do not know: no scan found an endpoint `\/pong`/,
      );
      assert.match(await answer('where is teleportation handled?'), /I do not know/);
      assert.doesNotMatch(await answer('is /pong authenticated?'), /requires authentication, by/);
    });
  });
});
