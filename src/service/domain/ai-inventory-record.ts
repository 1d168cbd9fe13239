import type { Transaction } from 'kysely';
import type { AiScanType } from '../../api/contract/ai-inventory.ts';
import type { AiComponent } from '../../engine/ai-inventory/component.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { newId } from './context.ts';

/** Rows of one statement: below SQLite's and PostgreSQL's limits on parameters. */
const rowsAtOnce = 200;

export interface InventoriedScan {
  readonly id: string;
  readonly organizationId: string;
  readonly repositoryId: string;
  readonly finishedAt: string;
}

/** Packages are what a scan of dependencies finds; everything else is found in the code. */
export const scanTypeOf = ({ detectionSource }: Pick<AiComponent, 'detectionSource'>): AiScanType =>
  detectionSource === 'SCA_PACKAGE' ? 'sca' : 'code';

/**
 * Puts a scan's components in the place of those of the scan before: a row for each scan type and application, and none
 * for an application that is gone or has none any more. Of a scan type that found none at all, the latest scan that found
 * any stays the one that is shown.
 */
export async function recordInventory(
  db: Transaction<Schema>,
  scan: InventoriedScan,
  components: readonly AiComponent[],
): Promise<void> {
  for (const scanType of ['sca', 'code'] as const) {
    const found = components.filter((component) => scanTypeOf(component) === scanType);
    if (found.length === 0) continue;
    await db
      .deleteFrom('ai_inventories')
      .where('repository_id', '=', scan.repositoryId)
      .where('scan_type', '=', scanType)
      .execute();
    const applications = Map.groupBy(found, ({ monorepoName }) => monorepoName ?? '');
    // Of rows of the same scan the later one comes first in a search.
    for (const application of [...applications.keys()].sort().reverse())
      await record(db, scan, scanType, application, applications.get(application) ?? []);
  }
}

async function record(
  db: Transaction<Schema>,
  { id, organizationId, repositoryId, finishedAt }: InventoriedScan,
  scanType: AiScanType,
  application: string,
  components: readonly AiComponent[],
): Promise<void> {
  const { seq } = await db
    .insertInto('ai_inventories')
    .values({
      organization_id: organizationId,
      repository_id: repositoryId,
      application,
      scan_type: scanType,
      scan_id: id,
      finished_at: finishedAt,
    })
    .returning('seq')
    .executeTakeFirstOrThrow();
  const rows = components.map((component, position) => ({
    inventory_seq: seq,
    position,
    id: newId(),
    kind: component.kind,
    usage: component.usage,
    tier: component.tier,
    detection_source: component.detectionSource,
    provider_key: (component.provider ?? '').toLowerCase(),
    search_text: textsOf(component).join('\n'),
    content: JSON.stringify(component),
  }));
  for (const some of inBatches(rows)) await db.insertInto('ai_components').values(some).execute();
  for (const some of inBatches(countFacets(rows))) await db.insertInto('ai_facets').values(some).execute();
  const providers = [...new Set(rows.map((row) => row.provider_key))].map((provider_key) => ({
    organization_id: organizationId,
    provider_key,
    inventory_seq: seq,
  }));
  for (const some of inBatches(providers)) await db.insertInto('ai_providers').values(some).execute();
  await recordTerms(db, organizationId, seq, [...new Set(components.flatMap(textsOf))]);
}

function textsOf({ name, provider, manifestPath, filePath }: AiComponent): readonly string[] {
  const texts = [name, provider, manifestPath, filePath].map((text) => (text ?? '').toLowerCase());
  return [...new Set(texts)].filter((text) => text !== '');
}

type Facet = Schema['ai_facets'];

function countFacets(rows: readonly Omit<Facet, 'count'>[]): readonly Facet[] {
  const facets = new Map<string, Facet>();
  for (const { inventory_seq, kind, usage, tier, detection_source, provider_key } of rows) {
    const key = [kind, usage, tier, detection_source, provider_key].join('\n');
    const count = (facets.get(key)?.count ?? 0) + 1;
    facets.set(key, { inventory_seq, kind, usage, tier, detection_source, provider_key, count });
  }
  return [...facets.values()];
}

async function recordTerms(
  db: Transaction<Schema>,
  organizationId: string,
  seq: number,
  texts: readonly string[],
): Promise<void> {
  for (const some of inBatches(texts)) {
    await db
      .insertInto('ai_terms')
      .values(some.map((text) => ({ organization_id: organizationId, text })))
      .onConflict((on) => on.columns(['organization_id', 'text']).doNothing())
      .execute();
    await db
      .insertInto('ai_term_uses')
      .columns(['term_id', 'inventory_seq'])
      .expression((eb) =>
        eb
          .selectFrom('ai_terms')
          .select((terms) => ['ai_terms.id', terms.val(seq).as('inventory_seq')])
          .where('organization_id', '=', organizationId)
          .where('text', 'in', some),
      )
      .execute();
  }
}

function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}

/** Forgets texts that no inventory uses any more; they are kept until then, because most come back. */
export async function forgetUnusedTerms(db: Queries): Promise<void> {
  await db
    .deleteFrom('ai_terms')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ai_term_uses')
            .select('ai_term_uses.term_id')
            .whereRef('ai_term_uses.term_id', '=', 'ai_terms.id'),
        ),
      ),
    )
    .execute();
}
