import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addRepositoryByUrl } from '../../../src/api/contract/repositories/repositories.ts';
import {
  createCustomSink,
  createCustomSource,
  deleteCustomSink,
  deleteCustomSource,
  getCustomSink,
  getCustomSource,
  listCustomSinks,
  listCustomSources,
  toggleCustomSink,
  toggleCustomSource,
  updateCustomSink,
  updateCustomSource,
} from '../../../src/api/contract/rules/custom-models.ts';
import {
  listCustomSinkPacks,
  listCustomSourcePacks,
  listRulePacks,
  toggleCustomSinkPack,
  toggleCustomSourcePack,
  toggleRulePack,
} from '../../../src/api/contract/rules/packs.ts';
import { holds } from '../requirements/index.ts';
import { forget } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

export const sourceText = (api: string): string =>
  `library: python/acme\npackages: [acme]\nsources:\n  - { what: a parameter, apis: [${api}] }\n`;
export const sinkText = (api: string): string =>
  `library: python/acme\npackages: [acme]\nsinks:\n  - { kind: sql-injection, input: 'Argument[0]', apis: [${api}] }\n`;

export function packs(target: TargetOf): void {
  describe('custom sources and sinks', () => {
    let repositoryId = '';
    before(async () => {
      const url = `https://git.example.com/team/${randomUUID()}.git`;
      repositoryId = (await succeed(target(), addRepositoryByUrl, { url })).repository.id;
    });
    after(async () => await forget(target(), repositoryId));

    it(holds('sources are created, listed, updated, toggled and deleted', '1.13'), async () => {
      const content = sourceText('acme.http.param');
      const { customSource: made } = await succeed(target(), createCustomSource, { content });
      assert.deepEqual(
        [made.name, made.library, made.content, made.enabled, made.allRepositories],
        ['python/acme', 'python/acme', content, true, true],
      );
      const customSourceId = made.id;
      const { customSources } = await succeed(target(), listCustomSources, {});
      assert.deepEqual(customSources, [made]);
      const off = await succeed(target(), toggleCustomSource, { customSourceId, enabled: false });
      assert.deepEqual({ ...off.customSource, updatedAt: '' }, { ...made, enabled: false, updatedAt: '' });
      const update = { customSourceId, name: 'Acme', repositoryIds: [repositoryId] };
      const { customSource: here } = await succeed(target(), updateCustomSource, update);
      assert.deepEqual(
        [here.name, here.allRepositories, here.repositoryIds, here.enabled, here.content],
        ['Acme', false, [repositoryId], false, content],
      );
      await refused(target(), getCustomSource, { customSourceId }, 404, target().stranger);
      const byOther = { customSourceId, enabled: true };
      await refused(target(), toggleCustomSource, byOther, 404, target().stranger);
      await refused(target(), getCustomSink, { customSinkId: customSourceId }, 404);
      await succeed(target(), deleteCustomSource, { customSourceId });
      await refused(target(), getCustomSource, { customSourceId }, 404);
    });

    it(holds('sinks are created, listed, updated, toggled and deleted', '1.14'), async () => {
      const content = sinkText('acme.db.run');
      const some = { content, name: 'Acme database', description: 'SQL', repositoryIds: [repositoryId] };
      const { customSink: made } = await succeed(target(), createCustomSink, some);
      assert.deepEqual(
        [made.name, made.description, made.enabled, made.repositoryIds],
        ['Acme database', 'SQL', true, [repositoryId]],
      );
      const customSinkId = made.id;
      assert.deepEqual((await succeed(target(), listCustomSinks, {})).customSinks, [made]);
      const toggle = { customSinkId, enabled: false };
      assert.equal((await succeed(target(), toggleCustomSink, toggle)).customSink.enabled, false);
      const other = { customSinkId, content: sinkText('acme.db.query'), allRepositories: true };
      const { customSink: wider } = await succeed(target(), updateCustomSink, other);
      assert.deepEqual([wider.content, wider.allRepositories], [sinkText('acme.db.query'), true]);
      await refused(target(), updateCustomSink, other, 404, target().stranger);
      await succeed(target(), deleteCustomSink, { customSinkId });
      await refused(target(), deleteCustomSink, { customSinkId }, 404);
    });

    it(holds('are refused with the line of each mistake', 'ours', '1.13', '1.14'), async () => {
      const wrong: readonly (readonly [content: string, said: RegExp])[] = [
        [sinkText('acme.db.run').replace('sql-injection', 'sql'), /Line 4.*sinks\[1\].*There is no kind/],
        [sinkText('other.db.run'), /Line 4.*in none of the packages/],
        [
          `${sinkText('acme.run')}sanitizers:\n  - { kinds: [xss], apis: [acme.quote] }\n`,
          /Line 5.*sanitizers/,
        ],
        [sourceText('acme.http.param'), /Line 3.*sources/],
        ['library: python/acme\npackages: [acme]\n', /no sinks/],
        ['sinks: [', /Line 1/],
        ['library: cobol/acme\npackages: [acme]\nsinks: []\n', /Line 1/],
        [
          sinkText('acme.run').replace(' }', () => ", when: [{ input: 'Argument[1]', matches: '(a+)+$' }] }"),
          /Line 4.*regular expression/,
        ],
      ];
      for (const [content, said] of wrong) {
        const answer = await refused(target(), createCustomSink, { content }, 422);
        assert.match(JSON.stringify(answer), said);
      }
      const both = { content: sinkText('acme.run'), allRepositories: true, repositoryIds: [repositoryId] };
      await refused(target(), createCustomSink, both, 400);
      assert.deepEqual((await succeed(target(), listCustomSinks, {})).customSinks, []);
    });
  });

  describe('packs', () => {
    const kinds = [
      ['rule', listRulePacks, toggleRulePack, '1.12'],
      ['source', listCustomSourcePacks, toggleCustomSourcePack, '1.13'],
      ['sink', listCustomSinkPacks, toggleCustomSinkPack, '1.14'],
    ] as const;
    for (const [kind, list, toggle, number] of kinds)
      it(holds(`of ${kind}s are switched by pack and by template`, number), async () => {
        const { packs: before } = await succeed(target(), list, {});
        assert.ok(before.length >= 2);
        const pack = before.find(({ templates }) => templates.length > 1) ?? assert.fail('no pack');
        for (const { templates } of before)
          for (const { enabled, enabledByDefault } of templates) assert.equal(enabled, enabledByDefault);
        const packId = pack.id;
        const [first] = pack.templates;
        const templateId = first?.id ?? '';
        const enabled = first?.enabledByDefault === false;
        const some = await succeed(target(), toggle, { packId, templateId, enabled });
        assert.deepEqual([some.pack.enabled, some.pack.partial], [false, true]);
        assert.deepEqual(
          some.pack.templates.map((template) => template.enabled),
          pack.templates.map((template, i) => (i === 0 ? enabled : template.enabledByDefault)),
        );
        const all = await succeed(target(), toggle, { packId, enabled });
        assert.deepEqual([all.pack.enabled, all.pack.partial], [enabled, false]);
        const { packs: now } = await succeed(target(), list, {});
        assert.deepEqual(
          now,
          before.map((one) => (one.id === packId ? all.pack : one)),
        );
        const ofStranger = await succeed(target(), list, {}, target().stranger);
        assert.deepEqual(ofStranger.packs, before);
        await succeed(target(), toggle, { packId, enabled: !enabled });
        assert.deepEqual((await succeed(target(), list, {})).packs, before);
        await refused(target(), toggle, { packId: 'no-such-pack', enabled: true }, 404);
        await refused(target(), toggle, { packId, templateId: 'no-such-template', enabled: true }, 404);
      });
  });
}
