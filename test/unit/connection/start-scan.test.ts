import assert from 'node:assert/strict';
import type { LicensePolicy } from '../../../src/api/contract/dependencies.ts';
import { type ScanChoices, ServiceApi } from '../../../src/connection/service-api.ts';
import { id, json, LocalServer } from '../api/local-server.ts';
import { makeScan } from '../views/make-scan.ts';

/** What the service is asked for. */
async function requestOf(choices: ScanChoices): Promise<unknown> {
  let body = '';
  await using server = await LocalServer.start(async (request, response) => {
    for await (const chunk of request) body += String(chunk);
    json(response, 202, { scans: [makeScan({ id })] });
  });
  await new ServiceApi(server.client()).startScan(id, new AbortController().signal, choices);
  return JSON.parse(body);
}

describe('starting a scan', () => {
  it('names what is usual to the service of this user alone', async () => {
    assert.deepEqual(await requestOf({}), {
      repositoryIds: [id],
      threatModels: ['remote', 'library'],
      licensePolicy: null,
    });
  });

  it('leaves what the user did not choose to a shared service, so that the choices of the team hold', async () => {
    assert.deepEqual(await requestOf({ keepsUsual: true, branch: 'topic' }), {
      repositoryIds: [id],
      branch: 'topic',
    });
  });

  it('names what the user chose, wherever the scan runs', async () => {
    const policy: LicensePolicy = { allow: ['MIT'], deny: [], unknown: 'report', severity: 'low' };
    assert.deepEqual(
      await requestOf({
        keepsUsual: true,
        releaseTrack: 'EDGE',
        threatModels: ['remote', 'file'],
        licensePolicy: policy,
      }),
      {
        repositoryIds: [id],
        releaseTrack: 'EDGE',
        threatModels: ['remote', 'file'],
        licensePolicy: policy,
      },
    );
  });
});
