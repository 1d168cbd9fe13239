import assert from 'node:assert/strict';
import { listEndpoints } from '../../../src/api/contract/endpoints.ts';
import {
  searchEndpointsByMeaning,
  searchIssuesByMeaning,
} from '../../../src/api/contract/semantic-search.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

/** Semantic search (section 4.2): issues and endpoints by what a text means. */
export function semanticSearch(target: TargetOf): void {
  describe('semantic search', () => {
    let repositoryId = '';
    const folder = 'billing';
    const guarded = "app.post('/invoices/:id', requireUser, (req, res) => res.end());\n";

    before(async function () {
      if (!target().makeFolder) return this.skip();
      const files = Object.fromEntries(
        Object.entries(vulnerable).map(([name, text]) => [`${folder}/${name}`, text]),
      );
      repositoryId = await addFolder(target(), { ...files, [`${folder}/invoices.js`]: guarded });
      await scanToTheEnd(target(), repositoryId);
    });
    after(async () => {
      if (repositoryId !== '') await forget(target(), repositoryId);
    });

    const issues = async (query: string) => {
      const { vulnerabilities } = await succeed(target(), searchIssuesByMeaning, { query, limit: 50 });
      return vulnerabilities.filter((issue) => issue.repositoryId === repositoryId);
    };
    const routes = async (query: string) => {
      const { endpoints } = await succeed(target(), searchEndpointsByMeaning, { query, limit: 50 });
      return endpoints.filter((endpoint) => endpoint.repositoryId === repositoryId);
    };

    it(holds('finds issues by what they are called, and by what they mean', '4.2.semantic.1'), async () => {
      for (const query of [
        'SQLi',
        'CWE-89',
        'sql injections in billing',
        'database query built from user input',
      ]) {
        const [best] = await issues(query);
        assert.equal(best?.vulnClass, 'sql-injection', query);
        assert.equal(best.file, `${folder}/server/app.js`);
        assert.ok(best.title !== '' && best.description !== '' && best.severity === 'CRITICAL');
      }
      for (const query of ['user input reaches a shell', 'comand injection', 'critical shell problems'])
        assert.equal((await issues(query))[0]?.vulnClass, 'command-injection', query);
      assert.deepEqual(await issues('low severity sql injection'), []);
    });

    it(
      holds('orders by relevance, which is between 0 and 1', '4.2.semantic.1', '4.2.semantic.2'),
      async () => {
        for (const found of [await issues('shell command in billing'), await routes('invoices or users')]) {
          const scores = found.map(({ relevance }) => relevance);
          assert.ok(scores.length > 0 && scores.every((score) => score > 0 && score <= 1));
          assert.deepEqual(
            scores,
            scores.toSorted((left, right) => right - left),
          );
        }
      },
    );

    it(holds('finds endpoints with path, methods and what protects them', '4.2.semantic.2'), async () => {
      const [ping] = await routes('is the /ping endpoint authenticated?');
      assert.deepEqual([ping?.path, ping?.methods, ping?.authentication], ['/ping', ['GET'], 'NONE']);
      assert.ok(ping && ping.name !== '' && ping.description !== '');
      const [invoice] = await routes('change an invoice');
      assert.deepEqual([invoice?.path, invoice?.authentication], ['/invoices/:id', 'REQUIRED']);
      assert.deepEqual(invoice?.guards, [{ guard: 'requireUser', shownBy: 'code' }]);
      const open = (await routes('which endpoints have no authentication?')).map(({ path }) => path);
      assert.deepEqual(open.toSorted(), ['/ping', '/users']);
    });

    it(holds('lists endpoints by path, page by page, and filters them', '4.2.semantic.2'), async () => {
      const request = { repositoryIds: [repositoryId], limit: 2 };
      const first = await succeed(target(), listEndpoints, request);
      const cursor = first.nextCursor ?? assert.fail('no further page');
      const rest = await succeed(target(), listEndpoints, { ...request, cursor });
      assert.deepEqual(
        [...first.endpoints, ...rest.endpoints].map(({ path }) => path),
        ['/invoices/:id', '/ping', '/users'],
      );
      const filtered = await succeed(target(), listEndpoints, { ...request, authentications: ['REQUIRED'] });
      assert.deepEqual(
        filtered.endpoints.map(({ path }) => path),
        ['/invoices/:id'],
      );
      const posts = await succeed(target(), listEndpoints, { ...request, methods: ['post'] });
      assert.equal(posts.endpoints.length, 1);
    });

    it(
      holds(
        'takes queries of 1 to 1,024 characters and limits of 1 to 50',
        '8.1',
        '4.2.semantic.1',
        '4.2.semantic.2',
      ),
      async () => {
        for (const operation of [searchIssuesByMeaning, searchEndpointsByMeaning]) {
          await succeed(target(), operation, { query: 'x'.repeat(1024), limit: 50 });
          for (const query of ['', 'x'.repeat(1025)]) await refused(target(), operation, { query }, 400);
          for (const limit of [0, 51, 1.5, '10'])
            await refused(target(), operation, { query: 'shell', limit }, 400);
          await refused(target(), operation, {}, 400);
        }
      },
    );

    it(
      holds(
        'takes every text as text: operators, quotes, other scripts, nothing but punctuation',
        '4.2.semantic.1',
        '4.2.semantic.2',
      ),
      async () => {
        const texts = [
          '?!… --',
          '"',
          `' OR 1=1 --`,
          'NEAR(a b) AND *',
          'search_terms:x ^y',
          'a\0b',
          '密码泄露',
          'حقن',
          '()|&!:*',
        ];
        for (const query of texts)
          for (const operation of [searchIssuesByMeaning, searchEndpointsByMeaning])
            await succeed(target(), operation, { query });
        assert.deepEqual(await issues('?!… --'), []);
        assert.deepEqual(await routes('?!… --'), []);
      },
    );
  });
}
