import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  AiComponentKind,
  AiDetectionSource,
  AiTier,
  AiUsage,
  searchAiInventory,
} from '../../../../src/api/contract/ai-inventory.ts';
import {
  filterSummary,
  isActive,
  matcher,
  noFilter,
  readFilter,
  toQuery,
} from '../../../../src/views/ai-components/filter.ts';
import {
  keysOf,
  kindWords,
  sourceWords,
  tierWords,
  usageWords,
} from '../../../../src/views/ai-components/words.ts';
import { makeComponent } from './make-component.ts';

const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values));
const anyFilter = fc.record({
  text: fc.string({ maxLength: 20 }),
  kinds: some(AiComponentKind.options),
  usages: some(AiUsage.options),
  tiers: some(AiTier.options),
  providers: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
  detectionSources: some(AiDetectionSource.options),
});

describe('the filter of AI components', () => {
  it('has a word for everything that the interface names', () => {
    assert.deepEqual([...keysOf(kindWords())].sort(), [...AiComponentKind.options].sort());
    assert.deepEqual([...keysOf(usageWords())].sort(), [...AiUsage.options].sort());
    assert.deepEqual([...keysOf(tierWords())].sort(), [...AiTier.options].sort());
    assert.deepEqual([...keysOf(sourceWords())].sort(), [...AiDetectionSource.options].sort());
  });

  it('is a request that the interface takes, whatever it is, and survives being kept', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        assert.ok(searchAiInventory.request.safeParse({ organizationId: 'o', ...toQuery(filter) }).success);
        const kept = readFilter(JSON.parse(JSON.stringify(filter)));
        assert.deepEqual(toQuery(kept).providers, toQuery(filter).providers);
        assert.deepEqual(new Set(kept.kinds), new Set(filter.kinds));
        assert.equal(isActive(kept), isActive(filter));
      }),
    );
  });

  it('reads whatever is stored as a filter', () => {
    fc.assert(fc.property(fc.anything(), (stored) => void filterSummary(readFilter(stored))));
    assert.deepEqual(readFilter({ kinds: ['SKILL', 'nothing'], text: 7 }), { ...noFilter, kinds: ['SKILL'] });
  });

  it('lets through what the service would', () => {
    const component = makeComponent({ provider: 'OpenAI', manifestPath: 'web/package.json' });
    const passes = (change: Partial<typeof noFilter>) => matcher({ ...noFilter, ...change })(component);
    assert.ok(passes({}));
    assert.ok(passes({ providers: ['openai'] }));
    assert.ok(!passes({ providers: ['Anthropic'] }));
    assert.ok(passes({ text: '  WEB/pack ' }));
    assert.ok(!passes({ text: 'GENAI' }));
    assert.ok(passes({ kinds: ['LLM_SDK', 'SKILL'], usages: ['RUNTIME'] }));
    assert.ok(!passes({ kinds: ['LLM_SDK'], usages: ['DEV_TOOLING'] }));
    assert.ok(!passes({ detectionSources: ['CONFIG_FILE'] }));
    assert.ok(!passes({ tiers: ['CLASSIC_ML'] }));
  });

  it('is named in a few words', () => {
    const filter = { ...noFilter, text: ' chat ', kinds: ['SKILL'] as const, providers: ['OpenAI'] };
    assert.equal(filterSummary(filter), '“chat” · Skills · OpenAI');
    assert.equal(filterSummary(noFilter), '');
  });
});
