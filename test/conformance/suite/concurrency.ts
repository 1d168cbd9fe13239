import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  inviteMember,
  listMembers,
  removeMember,
} from '../../../src/api/contract/organizations/organizations.ts';
import {
  addRepositoryByUrl,
  deleteRepositories,
  listRepositories,
} from '../../../src/api/contract/repositories/repositories.ts';
import { startScans } from '../../../src/api/contract/scans/scans.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, ended, forget, vulnerable } from './scanned.ts';
import { send, succeed, type TargetOf, wired } from './target.ts';

const several = Array.from({ length: 12 }, (_, index) => index);

/** What holds when many ask at once, and when lists change while they are read. */
export function concurrency(target: TargetOf): void {
  const url = (name: string = randomUUID()): string => `https://git.example.com/at-once/${name}.git`;

  describe('many at once', () => {
    it(
      holds('start one scan of a repository and branch, and all others are told which', '4.2.scans.9'),
      async function () {
        if (!target().makeFolder) return this.skip();
        const files = Object.fromEntries(
          Array.from({ length: 200 }, (_, index) => [`src/${index}.js`, vulnerable['server/app.js'] ?? '']),
        );
        const repositoryId = await addFolder(target(), files);
        const wire = { ...wired(startScans, { repositoryIds: [repositoryId] }), credentials: target().admin };
        const replies = await Promise.all(several.map(() => send(target(), wire)));
        const begun = replies.filter(({ status }) => status === startScans.success);
        assert.equal(begun.length, 1);
        const { scans } = startScans.response.parse(begun[0]?.body);
        const id = scans[0]?.id ?? assert.fail('no scan');
        for (const { status, body } of replies.filter((reply) => reply !== begun[0])) {
          assert.equal(status, 409);
          assert.equal((body as { scanId?: string }).scanId, id);
        }
        await ended(target(), id);
        await forget(target(), repositoryId);
      },
    );

    it(holds('add one repository of one URL', 'ours'), async () => {
      const at = url();
      const added = await Promise.all(several.map(() => succeed(target(), addRepositoryByUrl, { url: at })));
      const ids = new Set(added.map(({ repository }) => repository.id));
      assert.equal(ids.size, 1);
      await succeed(target(), deleteRepositories, { repositoryIds: [...ids] });
    });

    it(holds('leave one open invitation of one address', '3.4'), async () => {
      const email = `at-once-${randomUUID()}@example.com`;
      await Promise.all(several.map(() => succeed(target(), inviteMember, { email })));
      const { members } = await succeed(target(), listMembers, { limit: 100 });
      assert.equal(members.filter((member) => member.email === email).length, 1);
      await succeed(target(), removeMember, { email });
    });

    it(
      holds('with one Idempotency-Key do a thing once: 503 while it is done, its answer then', 'ours'),
      async () => {
        const headers = { 'idempotency-key': randomUUID() };
        const at = url();
        const wire = { ...wired(addRepositoryByUrl, { url: at }), credentials: target().admin, headers };
        const replies = await Promise.all(several.map(() => send(target(), wire)));
        const done = replies.filter(({ status }) => status === addRepositoryByUrl.success);
        assert.ok(done.length >= 1);
        for (const { status } of replies)
          assert.ok([addRepositoryByUrl.success, 503].includes(status), `${status}`);
        const ids = new Set(done.map(({ body }) => (body as { repository: { id: string } }).repository.id));
        assert.equal(ids.size, 1);
        await succeed(target(), deleteRepositories, { repositoryIds: [...ids] });
      },
    );
  });

  describe('a list that is read while it changes', () => {
    it(holds('has each entry that was there all the time, once', 'ours'), async () => {
      const add = async (): Promise<string> =>
        (await succeed(target(), addRepositoryByUrl, { url: url() })).repository.id;
      const stay: string[] = [];
      for (const _ of several) stay.push(await add());
      const goes = await add();
      const came: string[] = [];
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await succeed(target(), listRepositories, { limit: 3, ...(cursor && { cursor }) });
        seen.push(...page.repositories.map(({ id }) => id));
        cursor = page.nextCursor;
        if (came.length < 3) came.push(await add());
        if (came.length === 2) await succeed(target(), deleteRepositories, { repositoryIds: [goes] });
      } while (cursor !== undefined);
      for (const id of stay) assert.equal(seen.filter((each) => each === id).length, 1, id);
      assert.equal(new Set(seen).size, seen.length);
      await succeed(target(), deleteRepositories, { repositoryIds: [...stay, ...came] });
    });
  });
}
