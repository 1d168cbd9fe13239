import assert from 'node:assert/strict';
import { cycloneDx } from '../../../src/api/cyclonedx.ts';
import { inventoryOf } from '../../support/ai-inventory-corpus.ts';

describe('the inventory as CycloneDX', () => {
  it('names packages by their package URL and models as models, each with its place', () => {
    const { components } = inventoryOf({
      'package.json': '{"dependencies":{"openai":"5.1.0"}}',
      'm/a.gguf': 'bytes:GGUF\u0003\0\0\0\0\0\0\0\0\0\0\0',
    });
    const bom = cycloneDx(components, { name: 'shop', toolVersion: '1.0.0', at: new Date(0) });
    assert.equal(bom['specVersion'], '1.6');
    assert.deepEqual(
      (bom['components'] as { type: string; name: string; purl?: string; evidence: unknown }[]).map(
        ({ type, name, purl, evidence }) => [type, name, purl, evidence],
      ),
      [
        [
          'library',
          'openai',
          'pkg:npm/openai@5.1.0',
          { occurrences: [{ location: 'package.json', line: 1 }] },
        ],
        ['machine-learning-model', 'a.gguf', undefined, { occurrences: [{ location: 'm/a.gguf' }] }],
      ],
    );
  });
});
