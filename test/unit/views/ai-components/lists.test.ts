import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AiInventoryRepositoryItem } from '../../../../src/api/contract/ai-inventory.ts';
import type { ComponentPage, InventoryApi, InventoryPage } from '../../../../src/connection/inventory-api.ts';
import { componentsAt } from '../../../../src/views/ai-components/components-at.ts';
import { Everywhere } from '../../../../src/views/ai-components/everywhere.ts';
import { groupings, groupsOf } from '../../../../src/views/ai-components/grouping.ts';
import { failed, failureOf, nothingFound, noticesOf } from '../../../../src/views/ai-components/notices.ts';
import { inventoryOf } from '../../../../src/views/ai-components/workspace-inventory.ts';
import { makeComponent, makeKnown } from './make-component.ts';

const { signal } = new AbortController();
const folder = { uri: 'file:///shop', name: 'shop', repositoryId: 'r1' };

describe('the components of a folder', () => {
  const pagesOf = (total: number, size: number) => ({
    components: async (_query: unknown, cursor: string | undefined): Promise<ComponentPage> => {
      const from = Number(cursor ?? 0);
      const components = Array.from({ length: Math.min(size, total - from) }, (_, index) =>
        makeComponent({ name: `p${from + index}`, filePath: index % 2 === 0 ? 'web/a.json' : 'b.json' }),
      );
      return { components, ...(from + size < total && { nextCursor: String(from + size) }) };
    },
    repositories: async (): Promise<InventoryPage> => ({ repositories: [] }),
  });

  it('are all pages of them', async () => {
    const { components, isCut } = await inventoryOf(pagesOf(250, 100), folder, signal);
    assert.deepEqual(
      components.map(({ component }) => component.name),
      Array.from({ length: 250 }, (_, i) => `p${i}`),
    );
    assert.equal(isCut, false);
  });

  it('are listed up to a limit, which is said', async () => {
    const { components, isCut } = await inventoryOf(pagesOf(250, 100), folder, signal, 120);
    assert.equal(components.length, 120);
    assert.ok(isCut);
    const found = { groups: 1, found: 120, bases: undefined, isFiltered: false };
    assert.deepEqual(
      noticesOf([{ folder, components, total: 250, isListed: true, isCut }], found).map(({ id }) => id),
      ['cut'],
    );
  });

  it('are those below the folder, where it is a part of its repository', async () => {
    const { components } = await inventoryOf(pagesOf(10, 100), { ...folder, prefix: 'web/' }, signal);
    assert.equal(components.length, 5);
  });

  it('are counted where a service does not list them', async () => {
    const api = {
      components: async () => undefined,
      repositories: async (): Promise<InventoryPage> => ({
        repositories: [row('r1', 'sca', 3), row('r1', 'code', 4)],
      }),
    };
    const inventory = await inventoryOf(api, folder, signal);
    assert.deepEqual([inventory.total, inventory.isListed], [7, false]);
    const [notice] = noticesOf([inventory], { groups: 0, found: 0, bases: undefined, isFiltered: false });
    assert.equal(notice?.label, 'shop: 7 AI components');
  });

  it('end with a service whose pages go in a circle', async () => {
    const api = {
      ...pagesOf(0, 1),
      components: async (): Promise<ComponentPage> => ({
        components: [makeComponent()],
        nextCursor: 'again',
      }),
    };
    assert.equal((await inventoryOf(api, folder, signal)).components.length, 2);
  });
});

function row(repositoryId: string, scanType: 'sca' | 'code', totalCount: number): AiInventoryRepositoryItem {
  return {
    repositoryId,
    repositoryName: repositoryId,
    monorepoName: null,
    scanType,
    scanId: 's',
    scanFinishedAt: '2026-01-31T12:00:00.000Z',
    totalCount,
    kindCounts: [{ kind: 'LLM_SDK', count: totalCount }],
  };
}

describe('the search over all repositories', () => {
  it('asks for each page once, with the filter and the cursor of the page before', async () => {
    const asked: unknown[] = [];
    const api = {
      repositories: async (query: unknown, cursor: string | undefined): Promise<InventoryPage> => {
        asked.push([query, cursor]);
        return cursor === undefined
          ? { repositories: [row('a', 'sca', 1)], nextCursor: 'c1' }
          : { repositories: [row('b', 'code', 2)] };
      },
      components: async (query: unknown, cursor: string | undefined): Promise<ComponentPage> => {
        asked.push([query, cursor]);
        return { components: [makeComponent(), makeComponent({ monorepoName: 'other' })] };
      },
    };
    const search = new Everywhere(
      (_signal, work) => work(api as unknown as InventoryApi),
      { tiers: ['GENAI'] },
      [undefined],
    );
    await search.rows(signal);
    const first = await search.rows(signal);
    assert.equal(first.items.length, 1);
    const both = await search.moreRows(signal);
    assert.deepEqual(
      [both.items.map(({ repositoryId }) => repositoryId), both.nextCursor],
      [['a', 'b'], undefined],
    );
    const of = { row: row('a', 'sca', 1), kind: 'LLM_SDK' as const };
    const listed = await search.components(of, signal);
    await search.components(of, signal);
    assert.equal(listed?.items.length, 1, 'those of another application of the monorepo are not listed');
    assert.deepEqual(asked, [
      [{ tiers: ['GENAI'] }, undefined],
      [{ tiers: ['GENAI'] }, 'c1'],
      [
        {
          tiers: ['GENAI'],
          repositoryIds: ['a'],
          scanId: 's',
          scanType: 'sca',
          monorepoName: null,
          kinds: ['LLM_SDK'],
        },
        undefined,
      ],
    ]);
  });
});

describe('the search over the repositories of several organizations', () => {
  it('asks one after the other, past those that have none, and for components where the row is', async () => {
    const asked: unknown[] = [];
    const rows: Record<string, InventoryPage[]> = {
      'file:///a': [
        { repositories: [row('a1', 'code', 1)], nextCursor: 'c1' },
        { repositories: [row('a2', 'code', 1)] },
      ],
      'file:///none': [{ repositories: [] }],
      'file:///b': [{ repositories: [row('b', 'code', 2)] }],
    };
    const apiOf = (folder: string | undefined) => ({
      repositories: async (_query: unknown, cursor: string | undefined) => {
        asked.push([folder, cursor]);
        return rows[folder ?? '']?.shift() ?? assert.fail('asked once too often');
      },
      components: async () => {
        asked.push([folder, 'components']);
        return { components: [makeComponent()] };
      },
    });
    const search = new Everywhere(
      (_signal, work, folder) => work(apiOf(folder) as unknown as InventoryApi),
      {},
      Object.keys(rows),
    );
    const seen: unknown[] = [];
    let listed = await search.rows(signal);
    for (;;) {
      seen.push(listed.items.map(({ repositoryId }) => repositoryId));
      if (listed.nextCursor === undefined) break;
      listed = await search.moreRows(signal);
    }
    assert.deepEqual(seen, [['a1'], ['a1', 'a2'], ['a1', 'a2', 'b']]);
    await search.components({ row: row('b', 'code', 2), kind: 'LLM_SDK' }, signal);
    await search.components({ row: row('a1', 'code', 1), kind: 'LLM_SDK' }, signal);
    assert.deepEqual(asked, [
      ['file:///a', undefined],
      ['file:///a', 'c1'],
      ['file:///none', undefined],
      ['file:///b', undefined],
      ['file:///b', 'components'],
      ['file:///a', 'components'],
    ]);
  });
});

describe('groups of components', () => {
  it('are the applications of a monorepo, what belongs to none first', () => {
    const all = ['web', null, 'api', 'web'].map((monorepoName) => makeKnown({ monorepoName }));
    assert.deepEqual(
      groupsOf(all, 'application').map(({ label, members }) => [label, members.length]),
      [
        ['The repository as a whole', 1],
        ['api', 1],
        ['web', 2],
      ],
    );
  });

  it('hold every component once, whatever they are grouped by', () => {
    const component = fc.record({
      kind: fc.constantFrom('LLM_SDK' as const, 'SKILL' as const, 'DATASET' as const),
      tier: fc.constantFrom('GENAI' as const, 'CLASSIC_ML' as const),
      name: fc.string(),
      filePath: fc.constantFrom('a', 'b', 'c/d'),
    });
    fc.assert(
      fc.property(fc.array(component), fc.constantFrom(...groupings), (given, by) => {
        const all = given.map((one) => makeKnown(one));
        const groups = groupsOf(all, by);
        assert.deepEqual(new Set(groups.flatMap(({ members }) => members)), new Set(all));
        assert.equal(new Set(groups.map(({ key }) => key)).size, groups.length);
        assert.ok(groups.every(({ members }) => members.length > 0));
      }),
    );
  });

  it('are in an order that can be relied on', () => {
    const all = [
      makeKnown({ kind: 'VECTOR_DB', provider: 'Qdrant' }),
      makeKnown({ kind: 'MCP_SERVER', provider: 'GitHub' }),
      makeKnown({ kind: 'VECTOR_DB', provider: 'Qdrant' }),
    ];
    assert.deepEqual(
      groupsOf(all, 'kind').map(({ key }) => key),
      ['MCP_SERVER', 'VECTOR_DB'],
    );
    assert.deepEqual(
      groupsOf(all, 'provider').map(({ label }) => label),
      ['Qdrant', 'GitHub'],
    );
  });
});

describe('what a line has of AI', () => {
  const text = '{\n  "keywords": ["openai"],\n  "dependencies": {\n    "openai": "5"\n  }\n}\n';
  const known = makeKnown({ line: 4, importNames: ['openai'] });
  const python = makeKnown({
    name: 'google-genai',
    ecosystem: 'pypi',
    filePath: 'requirements.txt',
    importNames: ['google.genai'],
  });
  const at = (file: string, all: string, line: number, languageId: string) =>
    componentsAt([known, python], {
      folder: 'file:///shop',
      file,
      text: all,
      languageId,
      line,
      lineText: all.split('\n')[line - 1] ?? '',
    }).map(({ name }) => name);

  it('is what a manifest declares there, not every line that says the name', () => {
    assert.deepEqual(at('package.json', text, 4, 'json'), ['openai']);
    assert.deepEqual(at('package.json', text, 2, 'json'), []);
  });

  it('is what code imports there, in the language of the package', () => {
    assert.deepEqual(at('a.ts', "import OpenAI from 'openai/resources';", 1, 'typescript'), ['openai']);
    assert.deepEqual(at('a.ts', "import x from '@ai-sdk/openai';", 1, 'typescript'), []);
    assert.deepEqual(at('a.py', 'from google.genai import Client', 1, 'python'), ['google-genai']);
    assert.deepEqual(at('a.py', 'import openai', 1, 'python'), []);
    assert.deepEqual(at('a.ts', 'const openai = 1;', 1, 'typescript'), []);
  });
});

describe('what the view says when there is nothing to list', () => {
  const shown = { groups: 0, found: 0, bases: undefined, isFiltered: false };
  const label = (change: Partial<Parameters<typeof noticesOf>[1]>) =>
    noticesOf([], { ...shown, ...change })[0]?.label;

  it('tells nothing found from nothing that matches and nothing new', () => {
    assert.equal(label({}), 'No AI components were found');
    assert.equal(label({ found: 3, isFiltered: true }), 'No AI component matches the filter');
    assert.equal(label({ found: 3, bases: ['main'] }), 'Nothing is new since main');
    assert.equal(
      label({ found: 3, bases: ['main'], isFiltered: true }),
      'No AI component matches the filter',
    );
    assert.equal(nothingFound(true).label, 'No repository has an AI component that matches');
    assert.equal(nothingFound(false).label, 'No repository has AI components');
  });

  it('says what failed and what to do, and offers to try again', () => {
    const failure = Object.assign(new Error('x'), {
      text: { what: 'The service is gone.', advice: 'Start it.' },
    });
    const notice = failed(failureOf(failure));
    assert.deepEqual(
      [notice.label, notice.description, notice.command],
      ['The service is gone.', 'Start it. · try again', 'parapet.aiRefresh'],
    );
    assert.equal(failed(failureOf(new Error('broken'))).label, 'broken');
    assert.equal(failureOf('odd').what, 'odd');
  });
});
