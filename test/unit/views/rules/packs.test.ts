import assert from 'node:assert/strict';
import { PackApi } from '../../../../src/connection/repository/pack-api.ts';
import { Harness } from '../../service/support/harness.ts';

/** Packs as the extension asks a service for them. */
describe('packs in the editor', () => {
  let service: Harness;
  before(async () => {
    service = await Harness.start();
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('are of every kind, and an administrator may switch them', async () => {
    const api = new PackApi({ call: (endpoint, request) => service.call(endpoint, request) });
    const { signal } = new AbortController();
    const all = await api.all(undefined, signal);
    assert.deepEqual([...new Set(all.map(({ kind }) => kind))], ['rule', 'source', 'sink']);
    assert.ok(all.every(({ mayChange }) => mayChange));
    const { pack } = all[0] ?? assert.fail('no pack');
    const [template] = pack.templates;
    assert.ok(template);
    const one = { packId: pack.id, templateId: template.id, enabled: false };
    const changed = await api.toggle('rule', one, signal);
    assert.deepEqual([changed.enabled, changed.partial], [false, pack.templates.length > 1]);
    const listed = (await api.all(undefined, signal)).find((each) => each.pack.id === pack.id);
    assert.deepEqual(listed?.pack, changed);
    const whole = await api.toggle('rule', { packId: pack.id, enabled: true }, signal);
    assert.deepEqual([whole.enabled, whole.partial], [true, false]);
  });
});
