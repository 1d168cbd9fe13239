import assert from 'node:assert/strict';
import { ModelMemory, type RememberedModel } from '../../../../src/views/agent/models/model-memory.ts';

const model: RememberedModel = {
  service: 'local',
  kind: 'anthropic',
  model: 'm',
  title: 'm',
  baseUrl: 'https://one.example/v1',
};

function memory({ broken = false } = {}) {
  const state = new Map<string, unknown>();
  const secrets = new Map<string, string>();
  const fail = () => Promise.reject(new Error('no key ring'));
  const kept = new ModelMemory(
    {
      get: <T>(key: string) => state.get(key) as T | undefined,
      update: async (key: string, value: unknown) => void state.set(key, value),
    } as ConstructorParameters<typeof ModelMemory>[0],
    {
      get: broken ? fail : async (key) => secrets.get(key),
      store: broken ? fail : async (key, value) => void secrets.set(key, value),
      delete: broken ? fail : async (key) => void secrets.delete(key),
    },
  );
  return { kept, state, secrets };
}

describe('the language model that a window remembers', () => {
  it('is of one service; its key is a secret, and for one address', async () => {
    const { kept, state } = memory();
    assert.equal(await kept.keep(model, 'sk-1'), true);
    assert.deepEqual(kept.modelFor('local'), model);
    assert.equal(kept.modelFor('https://team.example'), undefined);
    assert.equal(await kept.keyOf(model), 'sk-1');
    assert.equal(await kept.keyOf({ ...model, baseUrl: 'https://two.example/v1' }), undefined);
    assert.doesNotMatch(JSON.stringify([...state]), /sk-1/);
  });

  it('is forgotten with its key, also by another that has none', async () => {
    const { kept, secrets } = memory();
    await kept.keep(model, 'sk-1');
    await kept.keep({ ...model, kind: 'ollama' }, undefined);
    assert.equal(secrets.size, 0);
    await kept.keep(model, 'sk-1');
    await kept.forget();
    assert.deepEqual([kept.modelFor('local'), secrets.size], [undefined, 0]);
  });

  it('says so where the secret storage does not take the key', async () => {
    const { kept } = memory({ broken: true });
    assert.equal(await kept.keep(model, 'sk-1'), false);
    assert.equal(await kept.keyOf(model), undefined);
    await kept.forget();
  });
});
