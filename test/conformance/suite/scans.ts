import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addRepositoryByUrl, scanRepository } from '../../../src/api/contract/repositories/repositories.ts';
import { scanEvents } from '../../../src/api/contract/scans/scan-events.ts';
import {
  cancelScan,
  getScan,
  listScans,
  rescanPullRequest,
  startScans,
} from '../../../src/api/contract/scans/scans.ts';
import { statsSummary } from '../../../src/api/contract/stats.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, ended, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { credentialHeaders, refused, succeed, type Target, type TargetOf } from './target.ts';

export function scans(target: TargetOf): void {
  describe('scans', () => {
    before(function () {
      if (!target().makeFolder) this.skip();
    });

    it(
      holds(
        'go from queued, by indexing the first time, to completed, with coverage and counts',
        '4.2.scans.1',
        '4.2.scans.5',
        '4.2.stats.1',
      ),
      async () => {
        const repositoryId = await addFolder(target(), vulnerable);
        const scan = await scanToTheEnd(target(), repositoryId);
        assert.equal(scan.status, 'COMPLETED', scan.errorMessage);
        assert.equal(scan.kind, 'FULL');
        assert.ok((scan.coverage?.filesAnalysed ?? 0) >= 1);
        assert.ok((scan.coverage?.bytesAnalysed ?? 0) > 0);
        const found = Object.values(scan.issueCounts).reduce((sum, count) => sum + count, 0);
        assert.ok(found >= 2, `found ${found} issues`);
        assert.equal(scan.newIssueCount, found);
        const again = await scanToTheEnd(target(), repositoryId);
        assert.equal(again.newIssueCount, 0);
        const summary = await succeed(target(), statsSummary, { repositoryId });
        assert.equal(summary.openIssues, found);
        assert.equal(summary.scanActivity.byStatus.COMPLETED, 2);
        await forget(target(), repositoryId);
      },
    );

    it(
      holds(
        'of the same repository and branch do not run side by side: 409 names the one in progress',
        '3.scan.1',
        '3.scan.2',
        '4.2.repositories.5',
        '4.2.scans.2',
        '4.2.scans.9',
        '7.2',
      ),
      async () => {
        const many = Object.fromEntries(
          Array.from({ length: 400 }, (_, index) => [`src/${index}.js`, vulnerable['server/app.js'] ?? '']),
        );
        const repositoryId = await addFolder(target(), many);
        const { scan } = await succeed(target(), scanRepository, { id: repositoryId });
        assert.ok(['QUEUED', 'INDEXING'].includes(scan.status), scan.status);
        const conflict = await refused(target(), startScans, { repositoryIds: [repositoryId] }, 409);
        assert.equal(conflict.scanId, scan.id);
        const listed = await succeed(target(), listScans, { repositoryId });
        assert.equal(listed.scans.length, 1);
        const cancelled = await succeed(target(), cancelScan, { scanId: scan.id });
        assert.equal(cancelled.scan.id, scan.id);
        assert.equal((await ended(target(), scan.id)).status, 'CANCELLED');
        await forget(target(), repositoryId);
      },
    );

    it(holds('that have ended cannot be cancelled', '3.scan.2'), async () => {
      const repositoryId = await addFolder(target(), vulnerable);
      const { id: scanId } = await scanToTheEnd(target(), repositoryId);
      await refused(target(), cancelScan, { scanId }, 409);
      // What is no scan of a pull request cannot be repeated as one; it stays in a list that is grouped by them.
      await refused(target(), rescanPullRequest, { scanId }, 422);
      await refused(target(), rescanPullRequest, { scanId, releaseTrack: 'BETA' }, 400);
      const grouped = await succeed(target(), listScans, { repositoryId, groupByPullRequest: true });
      assert.deepEqual(
        grouped.scans.map(({ id }) => id),
        [scanId],
      );
      await forget(target(), repositoryId);
    });

    it(holds('that fail say why', '2.4.scan.1', '7.5'), async () => {
      const url = `https://127.0.0.1:9/${randomUUID()}.git`;
      const added = await succeed(target(), addRepositoryByUrl, { url });
      const { id } = added.repository;
      const started = await succeed(target(), startScans, { repositoryIds: [id] }).catch(() => undefined);
      if (started) {
        const scan = await ended(target(), started.scans[0]?.id ?? assert.fail());
        assert.equal(scan.status, 'FAILED');
        assert.ok((scan.errorMessage ?? '').length > 10);
      }
      await forget(target(), id);
    });

    it(holds('are started for all of the repositories or for none', '4.2.scans.1'), async () => {
      const repositoryId = await addFolder(target(), vulnerable);
      await refused(target(), startScans, { repositoryIds: [repositoryId, randomUUID()] }, [404, 422]);
      assert.deepEqual((await succeed(target(), listScans, { repositoryId })).scans, []);
      for (const request of [
        { repositoryIds: [] },
        { repositoryIds: Array.from({ length: 101 }, () => repositoryId) },
        { repositoryIds: [repositoryId], branch: '' },
        { repositoryIds: [repositoryId], releaseTrack: 'BETA' },
      ]) {
        await refused(target(), startScans, request, 400);
      }
      await forget(target(), repositoryId);
    });

    it(
      holds(
        'are listed newest first, filtered by severity in the words of the specification',
        '4.2.scans.4',
        '4.2.scans.10',
      ),
      async () => {
        const found = await addFolder(target(), vulnerable);
        const clean = await addFolder(target(), { 'a.js': 'export const one = 1;\n' });
        const first = await scanToTheEnd(target(), found);
        const second = await scanToTheEnd(target(), clean);
        const all = (await succeed(target(), listScans, { limit: 100 })).scans.map(({ id }) => id);
        assert.ok(all.indexOf(second.id) < all.indexOf(first.id));
        const worst = (['Critical', 'High', 'Medium', 'Low'] as const).find(
          (word) => first.issueCounts[word.toUpperCase() as 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'] > 0,
        );
        const listed = await succeed(target(), listScans, { severity: [worst ?? 'Critical'], limit: 100 });
        const ids = listed.scans.map(({ id }) => id);
        assert.ok(ids.includes(first.id) && !ids.includes(second.id));
        await refused(target(), listScans, { severity: ['Severe'] }, 400);
        await forget(target(), found, clean);
      },
    );

    it(holds('of another organization are not there', '5.4'), async () => {
      const repositoryId = await addFolder(target(), vulnerable);
      const { id } = await scanToTheEnd(target(), repositoryId);
      for (const [endpoint, field] of [
        [getScan, 'id'],
        [cancelScan, 'scanId'],
        [rescanPullRequest, 'scanId'],
      ] as const) {
        const strange = (scan: string) =>
          refused(target(), endpoint, { [field]: scan }, 404, target().stranger);
        assert.equal((await strange(id)).error, (await strange(randomUUID())).error, endpoint.id);
      }
      const foreign = await events(target(), id, {}, target().stranger);
      assert.equal(foreign.status, 404);
      await forget(target(), repositoryId);
    });

    it(holds('are told as they happen, to the end, and again from any event on', 'ours'), async () => {
      const repositoryId = await addFolder(target(), vulnerable);
      const { scans } = await succeed(target(), startScans, { repositoryIds: [repositoryId] });
      const id = scans[0]?.id ?? assert.fail();
      const stream = await events(target(), id);
      assert.equal(stream.status, 200);
      const names = stream.events.map(({ event }) => event);
      assert.equal(names[0], 'scan.status');
      assert.equal(names.at(-1), 'done');
      assert.ok(names.filter((name) => name === 'issue.found').length >= 2);
      for (const { event, data } of stream.events) {
        const schema =
          scanEvents.events[event as keyof typeof scanEvents.events] ?? assert.fail(`unknown ${event}`);
        const read = schema.safeParse(data);
        assert.ok(read.success, `${event}: ${read.error?.message}`);
      }
      const ids = stream.events.map((one) => Number(one.id));
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      );
      const at = Math.floor(ids.length / 2);
      const resumed = await events(target(), id, { 'last-event-id': String(ids[at]) });
      // Progress is of interest while it happens; a service need not keep it.
      const rest = (all: typeof stream.events) =>
        all.filter((one) => Number(one.id) > (ids[at] ?? 0) && one.event !== 'scan.progress');
      assert.deepEqual(rest(resumed.events), rest(stream.events));
      await forget(target(), repositoryId);
    });
  });
}

/** Reads a scan's stream to its end, by the format's own rules and nothing more. */
async function events(
  target: Target,
  id: string,
  headers: Record<string, string> = {},
  credentials = target.admin,
): Promise<{ status: number; events: { id: string; event: string; data: unknown }[] }> {
  const response = await fetch(`${target.baseUrl}/api/v2/scans/${id}/events`, {
    headers: { ...credentialHeaders(target, credentials), ...headers },
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (response.status !== 200) return { status: response.status, events: [] };
  const blocks = text.split('\n\n').filter((block) => block.includes('event:'));
  const field = (block: string, name: string) =>
    new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? assert.fail(`no ${name} in ${block}`);
  const told = blocks.map((block) => ({
    id: field(block, 'id'),
    event: field(block, 'event'),
    data: JSON.parse(field(block, 'data')) as unknown,
  }));
  return { status: 200, events: told };
}
