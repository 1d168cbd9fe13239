import assert from 'node:assert/strict';
import { listFiles, readCode, searchCode } from '../../../src/api/contract/repositories/code.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget } from './scanned.ts';
import { refused, send, succeed, type TargetOf, wired } from './target.ts';

const files = {
  'src/one.ts': 'first\nsecond needle\nthird\n',
  'src/deep/two.ts': 'Needle\n',
  'docs/three.md': 'needle here\n',
  'empty.txt': '',
};

export function code(target: TargetOf): void {
  describe('code inspection', () => {
    let repositoryId = '';
    before(async function () {
      if (!target().makeFolder) return this.skip();
      repositoryId = await addFolder(target(), files);
    });
    after(async () => {
      if (repositoryId) await forget(target(), repositoryId);
    });

    it(holds('lists directories first and goes into them, page by page', '4.2.code.3'), async () => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await succeed(target(), listFiles, {
          repositoryId,
          limit: 1,
          ...(cursor && { cursor }),
        });
        seen.push(...page.entries.map(({ name, type }) => `${type} ${name}`));
        cursor = page.nextCursor;
      } while (cursor);
      assert.deepEqual(seen, ['directory docs', 'directory src', 'file empty.txt']);
      const inside = await succeed(target(), listFiles, { repositoryId, path: 'src' });
      assert.deepEqual(
        inside.entries.map(({ path }) => path),
        ['src/deep', 'src/one.ts'],
      );
      await refused(target(), listFiles, { repositoryId, path: 'nowhere' }, 404);
    });

    it(holds('reads a file and a range of its lines, both ends included', '4.2.code.2'), async () => {
      const whole = await succeed(target(), readCode, { repositoryId, path: 'src/one.ts' });
      assert.equal(whole.content, files['src/one.ts']);
      const range = await succeed(target(), readCode, {
        repositoryId,
        path: 'src/one.ts',
        startLine: 2,
        endLine: 2,
      });
      assert.deepEqual([range.content.trimEnd(), range.startLine, range.endLine], ['second needle', 2, 2]);
      await refused(target(), readCode, { repositoryId, path: 'src/one.ts', startLine: 0 }, 400);
      await refused(target(), readCode, { repositoryId, path: 'src/one.ts', startLine: 3, endLine: 2 }, 400);
      await refused(target(), readCode, { repositoryId, path: 'src/none.ts' }, 404);
    });

    it(holds('finds text in any case, everywhere or under a path', '4.2.code.1'), async () => {
      const places = async (pathPrefix?: string) => {
        const request = { repositoryId, query: 'needle', ...(pathPrefix && { pathPrefix }) };
        const { matches } = await succeed(target(), searchCode, request);
        return matches.map(({ file, line }) => `${file}:${line}`).sort();
      };
      assert.deepEqual(await places(), ['docs/three.md:1', 'src/deep/two.ts:1', 'src/one.ts:2']);
      assert.deepEqual(await places('src/deep'), ['src/deep/two.ts:1']);
      await refused(target(), searchCode, { repositoryId, query: '' }, 400);
      await refused(target(), searchCode, { repositoryId, query: 'x'.repeat(1025) }, 400);
    });

    it(holds('never leaves the repository', 'ours'), async () => {
      for (const path of [
        '../',
        '../../etc/passwd',
        '/etc/passwd',
        'src/../../x',
        'C:\\Windows',
        'src\u0000',
      ]) {
        for (const endpoint of [readCode, listFiles]) {
          await refused(target(), endpoint, { repositoryId, path }, [400, 404, 422]);
        }
      }
      const wire = {
        ...wired(readCode, { repositoryId, path: '..%2f..%2fetc/passwd' }),
        credentials: target().admin,
      };
      assert.notEqual((await send(target(), wire)).status, 200);
    });

    it(holds('is closed to strangers', '5.4'), async () => {
      for (const [endpoint, request] of [
        [readCode, { repositoryId, path: 'src/one.ts' }],
        [listFiles, { repositoryId }],
        [searchCode, { repositoryId, query: 'needle' }],
      ] as const) {
        await refused(target(), endpoint, request, 404, target().stranger);
      }
    });
  });
}
