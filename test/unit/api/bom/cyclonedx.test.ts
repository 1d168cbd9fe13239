import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type BomComponent, cycloneDx } from '../../../../src/api/bom/cyclonedx.ts';
import {
  AiComponentKind,
  AiDetectionSource,
  AiTier,
  AiUsage,
} from '../../../../src/api/contract/ai-inventory.ts';
import { inventoryOf, projects } from '../../../support/ai-inventory-corpus.ts';
import { cycloneDxFaults } from '../../../support/cyclonedx-schema.ts';

const subject = { name: 'shop', toolVersion: '1.0.0', at: new Date(0) };

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const anyComponent: fc.Arbitrary<BomComponent> = fc.record({
  kind: fc.constantFrom(...AiComponentKind.options),
  name: fc.string({ unit: 'binary' }),
  provider: maybe(fc.string()),
  usage: fc.constantFrom(...AiUsage.options),
  usageReason: maybe(fc.string()),
  tier: fc.constantFrom(...AiTier.options),
  detectionSource: fc.constantFrom(...AiDetectionSource.options),
  version: maybe(fc.string()),
  purl: maybe(fc.constant('pkg:npm/openai@5.1.0')),
  direct: maybe(fc.boolean()),
  filePath: fc.string(),
  line: maybe(fc.integer({ min: 1 })),
  detail: maybe(fc.string()),
});

describe('the inventory as CycloneDX', () => {
  it('names packages by their package URL and models as models, each with its place', () => {
    const { components } = inventoryOf({
      'package.json': '{"dependencies":{"openai":"5.1.0"}}',
      'm/a.gguf': 'bytes:GGUF\u0003\0\0\0\0\0\0\0\0\0\0\0',
    });
    const bom = cycloneDx(components, subject);
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

  it('is valid by the official schema of version 1.6, for every labelled project', () => {
    for (const { name, files } of projects)
      assert.deepEqual(cycloneDxFaults(cycloneDx(inventoryOf(files).components, subject)), [], name);
  });

  it('is valid whatever a component says', () => {
    fc.assert(
      fc.property(fc.array(anyComponent, { maxLength: 5 }), (components) => {
        assert.deepEqual(cycloneDxFaults(cycloneDx(components, subject)), []);
      }),
      { numRuns: 200 },
    );
  });

  it('would be told if it were not valid', () => {
    const { components } = inventoryOf({ 'package.json': '{"dependencies":{"openai":"5.1.0"}}' });
    const bom = cycloneDx(components, subject);
    assert.ok(cycloneDxFaults({ ...bom, unknown: 1 }).length > 0);
    assert.ok(cycloneDxFaults({ ...bom, components: [{ type: 'model', name: 'x' }] }).length > 0);
  });
});
