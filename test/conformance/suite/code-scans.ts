import assert from 'node:assert/strict';
import { searchIssues } from '../../../src/api/contract/issues.ts';
import {
  cancelCodeScan,
  getCodeScanResults,
  getCodeScanStatus,
  type Submission,
  submitCodeScan,
} from '../../../src/api/contract/scans/code-scans.ts';
import { holds } from '../requirements/index.ts';
import { vulnerable } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

export function codeScans(target: TargetOf): void {
  const path = 'server/app.js';
  const content = vulnerable[path] ?? '';

  async function completed(submission: Submission): Promise<string> {
    const { codeScan } = await succeed(target(), submitCodeScan, { submission });
    assert.ok(['QUEUED', 'RUNNING'].includes(codeScan.status));
    assert.ok(
      Date.parse(codeScan.expiresAt) - Date.parse(codeScan.createdAt) >= 7 * 24 * 60 * 60 * 1000 - 1000,
    );
    for (const until = Date.now() + 30_000; Date.now() < until; ) {
      const { codeScan: now } = await succeed(target(), getCodeScanStatus, { codeScanId: codeScan.id });
      if (now.status === 'COMPLETED') return now.id;
      assert.ok(['QUEUED', 'RUNNING'].includes(now.status), `${now.status}: ${now.errorMessage}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return assert.fail('the on-demand scan did not end within 30 s');
  }
  const lines = async (codeScanId: string) => {
    const { issues } = await succeed(target(), getCodeScanResults, { codeScanId, limit: 100 });
    return issues.map(({ file, startLine }) => `${file}:${startLine}`).sort();
  };
  const exec = content.split('\n').findIndex((line) => line.includes('exec(')) + 1;
  const query = content.split('\n').findIndex((line) => line.includes('db.all(')) + 1;

  describe('on-demand scans', () => {
    it(holds('of files find what a full scan would', '1.7'), async () => {
      const id = await completed({ type: 'files', files: [{ path, content }] });
      const found = await lines(id);
      assert.ok(found.includes(`${path}:${exec}`) && found.includes(`${path}:${query}`), found.join());
    });

    it(holds('of a snippet are told in the lines of its file', '1.7'), async () => {
      const id = await completed({ type: 'snippet', path, content, startLine: 101 });
      assert.ok((await lines(id)).includes(`${path}:${100 + exec}`));
    });

    it(holds('of a diff report the added lines only', '1.7'), async () => {
      const added = content.split('\n')[query - 1];
      const diff = `--- a/${path}\n+++ b/${path}\n@@ -${query},1 +${query},1 @@\n-  db.all("SELECT 1");\n+${added}\n`;
      const id = await completed({ type: 'diff', diff, files: [{ path, content }] });
      assert.deepEqual(await lines(id), [`${path}:${query}`]);
    });

    it(holds('do not become issues of the organization', 'ours'), async () => {
      const count = async () => (await succeed(target(), searchIssues, {})).issues.length;
      const before = await count();
      await completed({ type: 'files', files: [{ path, content }] });
      assert.equal(await count(), before);
    });

    it(holds('that have ended cannot be cancelled; strangers do not see them', 'ours'), async () => {
      const codeScanId = await completed({
        type: 'snippet',
        path: 'a.py',
        content: 'print(1)\n',
        startLine: 1,
      });
      await refused(target(), cancelCodeScan, { codeScanId }, 409);
      for (const endpoint of [getCodeScanStatus, getCodeScanResults, cancelCodeScan]) {
        await refused(target(), endpoint, { codeScanId }, 404, target().stranger);
      }
    });

    it(holds('are refused when they hold nothing, too much, or paths that lead out', 'ours'), async () => {
      for (const submission of [
        {},
        { type: 'files', files: [] },
        {
          type: 'files',
          files: Array.from({ length: 501 }, (_, index) => ({ path: `${index}.js`, content: '' })),
        },
        { type: 'snippet', path, content: '' },
        { type: 'snippet', path, content: 'x', colour: 'red' },
        { type: 'archive', url: 'https://example.com' },
      ]) {
        await refused(target(), submitCodeScan, { submission }, 400);
      }
      for (const wrong of ['../a.js', '/etc/a.js', 'a/../../b.js']) {
        const submission = { type: 'files', files: [{ path: wrong, content: 'x' }] };
        await refused(target(), submitCodeScan, { submission }, [400, 422]);
      }
      const large = { type: 'files', files: [{ path: 'a.js', content: 'x'.repeat(10 * 1024 * 1024 + 1) }] };
      await refused(target(), submitCodeScan, { submission: large }, 413);
    });
  });
}
