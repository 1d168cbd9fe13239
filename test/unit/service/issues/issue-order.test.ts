import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { tries } from '../../../support/thorough.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { searchIssues } = contract.issues;

const at = (startLine: number, startColumn = 5) => ({
  startLine,
  startColumn,
  endLine: startLine,
  endColumn: 90,
});

/** In the order that is due. */
const ordered: readonly Finding[] = [
  finding({ fingerprint: 'i', score: 93, range: at(90) }),
  finding({ fingerprint: 'h', score: 75, vulnClass: 'open-redirect', file: 'src/z.js' }),
  finding({ fingerprint: 'b', score: 75, file: `src/${'"ü'.repeat(1_200)}.js` }),
  finding({ fingerprint: 'g', score: 75, file: 'src/Upper.js' }),
  finding({ fingerprint: 'f', score: 75, range: at(9) }),
  finding({ fingerprint: 'e', score: 75, range: at(10, 5) }),
  finding({ fingerprint: 'c', score: 75, range: at(10, 12) }),
  finding({ fingerprint: 'd', score: 75, range: at(10, 12) }),
  finding({ fingerprint: 'a', score: 30 }),
];

describe('the order of issues', () => {
  let service: Harness;
  before(async () => {
    service = await Harness.start();
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function pages(repositoryId: string, limit: number): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.call(searchIssues, {
        repositoryIds: [repositoryId],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      found.push(...page.issues.map(({ fingerprint }) => fingerprint));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  it('is the same in whatever order they were found, page by page', async () => {
    const due = ordered.map(({ fingerprint }) => fingerprint);
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...ordered], { minLength: ordered.length }),
        fc.integer({ min: 1, max: 10 }),
        async (shuffled, limit) => {
          const repositoryId = await service.addRepository(`repository-${++number}`);
          service.runner.script = async ({ on }) => {
            for (const each of shuffled) on({ type: 'finding', finding: each });
          };
          await service.scan(repositoryId);
          assert.deepEqual(await pages(repositoryId, limit), due);
        },
      ),
      tries(50),
    );
  });

  it('goes on where a page ended when what it ended with is gone', async () => {
    const repositoryId = await service.addRepository('changing');
    const scan = async (found: readonly Finding[]) => {
      service.runner.script = async ({ on }) => {
        for (const each of found) on({ type: 'finding', finding: each });
      };
      await service.scan(repositoryId);
    };
    await scan(ordered);
    const open = { repositoryIds: [repositoryId], statuses: ['PENDING_REVIEW' as const], limit: 5 };
    const first = await service.call(searchIssues, open);
    await scan(ordered.filter(({ fingerprint }) => fingerprint !== 'f'));
    const second = await service.call(searchIssues, { ...open, cursor: first.nextCursor ?? assert.fail() });
    assert.deepEqual(
      second.issues.map(({ fingerprint }) => fingerprint),
      ['e', 'c', 'd', 'a'],
    );
  });
});
