import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { AgentHarness } from '../agent/support/agent-harness.ts';

const { tags, repositories } = contract;

describe('tags', () => {
  let service: AgentHarness;
  beforeEach(async () => {
    service = await AgentHarness.start();
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const create = async (name: string, repositoryIds: string[] = []) =>
    (await service.call(tags.createTag, { name, repositoryIds })).tag;

  it('put repositories under a name, which no other tag of the organization has in any case', async () => {
    const shop = await service.harness.addRepository('shop');
    const blog = await service.harness.addRepository('blog');
    const web = await create('Web', [shop, blog, shop]);
    assert.deepEqual(web.repositoryIds, [blog, shop]);
    await service.refusal(tags.createTag, { name: ' web ' }, 409);
    const other = await create('api');
    await service.refusal(tags.updateTag, { tagId: other.id, name: 'WEB' }, 409);
    const { tag } = await service.call(tags.updateTag, { tagId: web.id, name: 'Sites' });
    assert.deepEqual([tag.name, tag.repositoryIds], ['Sites', [blog, shop]]);
    const { tag: emptied } = await service.call(tags.updateTag, { tagId: web.id, repositoryIds: [] });
    assert.deepEqual([emptied.name, emptied.repositoryIds], ['Sites', []]);
  });

  it('are listed by name, paged', async () => {
    const made = [await create('b'), await create('A'), await create('c')];
    const first = await service.call(tags.listTags, { limit: 2 });
    const rest = await service.call(tags.listTags, { limit: 2, cursor: first.nextCursor });
    assert.deepEqual([...first.tags, ...rest.tags], [made[1], made[0], made[2]]);
    assert.equal(rest.nextCursor, undefined);
  });

  it('have only repositories of the organization, and lose those that are deleted', async () => {
    const shop = await service.harness.addRepository('shop');
    const { issues } = await service.refusal(
      tags.createTag,
      { name: 'x', repositoryIds: [shop, crypto.randomUUID()] },
      422,
    );
    assert.equal(issues?.[0]?.path, 'repositoryIds[1]');
    const tag = await create('web', [shop]);
    await service.refusal(tags.updateTag, { tagId: tag.id, repositoryIds: [crypto.randomUUID()] }, 422);
    await service.call(repositories.deleteRepositories, { repositoryIds: [shop] });
    const { tags: all } = await service.call(tags.listTags, {});
    assert.deepEqual(
      all.map(({ name, repositoryIds }) => [name, repositoryIds]),
      [['web', []]],
    );
  });

  it('are deleted without their repositories', async () => {
    const shop = await service.harness.addRepository('shop');
    const { id: tagId } = await create('web', [shop]);
    await service.call(tags.deleteTag, { tagId });
    await service.refusal(tags.deleteTag, { tagId }, 404);
    assert.equal((await service.call(repositories.listRepositories, {})).repositories.length, 1);
  });

  it('are changed by an ADMIN only, and are another organization’s never', async () => {
    const { id: tagId } = await create('web');
    const { memberId: _, ...member } = await service.member();
    assert.equal((await service.call(tags.listTags, {}, member)).tags.length, 1);
    await service.refusal(tags.createTag, { name: 'x' }, 403, member);
    await service.refusal(tags.updateTag, { tagId, name: 'x' }, 403, member);
    await service.refusal(tags.deleteTag, { tagId }, 403, member);
    const stranger = await service.stranger();
    assert.deepEqual((await service.call(tags.listTags, {}, stranger)).tags, []);
    await service.refusal(tags.updateTag, { tagId, name: 'x' }, 404, stranger);
    await service.refusal(tags.deleteTag, { tagId }, 404, stranger);
    await service.call(tags.createTag, { name: 'web' }, stranger);
  });

  it('have a name of 1 to 100 characters', async () => {
    for (const name of ['', '  ', 'x'.repeat(101)]) await service.refusal(tags.createTag, { name }, 400);
    await create('x'.repeat(100));
  });
});
