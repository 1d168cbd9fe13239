import type { Transaction } from 'kysely';
import type { AiScanType } from '../../api/contract/ai-inventory.ts';
import type { AiComponent } from '../../engine/ai-inventory/component.ts';
import { inBatches } from '../core/batches.ts';
import { newId, stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';

export interface InventoriedScan {
  readonly id: string;
  readonly organizationId: string;
  readonly repositoryId: string;
  readonly finishedAt: string;
}

/** `sca` where every component was read from packages alone, `code` where other files had to be read too. */
export const scanTypeOf = (components: readonly Pick<AiComponent, 'detectionSource'>[]): AiScanType =>
  components.every(({ detectionSource }) => detectionSource === 'SCA_PACKAGE') ? 'sca' : 'code';

/**
 * Puts a scan's components in the place of those of the scan before, a row an application; what has none any more has no
 * row. Only what this scan could not have seen stays: components of files that it did not read to the end.
 * @param unread paths of those files; `.` stands for files that are not named
 */
export async function recordInventory(
  db: Transaction<Schema>,
  scan: InventoriedScan,
  components: readonly AiComponent[],
  unread: ReadonlySet<string>,
): Promise<void> {
  const kept = await unseen(db, scan.repositoryId, components, unread);
  await db.deleteFrom('ai_inventories').where('repository_id', '=', scan.repositoryId).execute();
  const applications = Map.groupBy([...components, ...kept], ({ monorepoName }) => monorepoName ?? '');
  // Of rows of the same scan the later one comes first in a search.
  for (const application of [...applications.keys()].sort().reverse())
    await record(db, scan, application, applications.get(application) ?? []);
}

/** Components of the scan before, in files that this one did not read, unless it found them all the same. */
async function unseen(
  db: Transaction<Schema>,
  repositoryId: string,
  found: readonly AiComponent[],
  unread: ReadonlySet<string>,
): Promise<readonly AiComponent[]> {
  if (unread.size === 0) return [];
  const rows = await db
    .selectFrom('ai_components')
    .innerJoin('ai_inventories', 'ai_inventories.seq', 'ai_components.inventory_seq')
    .select('ai_components.content')
    .where('ai_inventories.repository_id', '=', repositoryId)
    .orderBy('ai_components.inventory_seq')
    .orderBy('ai_components.position')
    .execute();
  const identity = ({ kind, name, filePath, line }: AiComponent): string =>
    JSON.stringify([kind, name, filePath, line]);
  const known = new Set(found.map(identity));
  return rows
    .map(({ content }) => stored<AiComponent>(content))
    .filter((component) => unread.has('.') || unread.has(component.filePath))
    .filter((component) => !known.has(identity(component)));
}

async function record(
  db: Transaction<Schema>,
  { id, organizationId, repositoryId, finishedAt }: InventoriedScan,
  application: string,
  components: readonly AiComponent[],
): Promise<void> {
  const { seq } = await db
    .insertInto('ai_inventories')
    .values({
      organization_id: organizationId,
      repository_id: repositoryId,
      application,
      scan_type: scanTypeOf(components),
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
