import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { mountDashboard } from '../../../../src/service/dashboard/routes.ts';
import type { Environment } from '../../../../src/service/http/environment.ts';
import { Harness } from '../support/harness.ts';

describe('the dashboard as it is served', () => {
  let folder: string;
  let app: Hono<Environment>;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parapet-dashboard-'));
    writeFileSync(path.join(folder, 'dashboard.js'), 'export {};');
    app = new Hono<Environment>();
    mountDashboard(app, folder);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('answers one document for each of its addresses, with nothing of anybody in it', async () => {
    const texts = await Promise.all(
      ['/dashboard', '/dashboard/issues/3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11', '/dashboard/%3Cscript%3E'].map(
        async (address) => (await app.request(address)).text(),
      ),
    );
    assert.equal(new Set(texts).size, 1);
    assert.match(texts[0] ?? '', /<div id="app">/);
  });

  it('lets the document load nothing but its own assets, and no page frame it', async () => {
    const answer = await app.request('/dashboard');
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  });

  it('sends an asset once until it changes', async () => {
    const first = await app.request('/dashboard/assets/dashboard.js');
    assert.equal(first.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(await first.text(), 'export {};');
    const tag = first.headers.get('etag') ?? '';
    const again = await app.request('/dashboard/assets/dashboard.js', { headers: { 'if-none-match': tag } });
    assert.equal(again.status, 304);
  });

  it('has no other file for whoever asks, and none that the build lacks', async () => {
    for (const name of ['dashboard.css', 'other.js', '..%2Fservice.js', '%2e%2e%2fservice.js', '__proto__'])
      assert.equal((await app.request(`/dashboard/assets/${name}`)).status, 404, name);
  });

  it('is no part of a service that only one person’s editor reaches', async () => {
    await using embedded = await Harness.start();
    assert.equal((await embedded.service.app.request('http://127.0.0.1/dashboard')).status, 404);
  });
});
