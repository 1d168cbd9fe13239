import type { OwnService } from '../own-service.ts';

/** What a cloud posture provider would have reported of a repository, under a word that is in nothing else. */
export async function seedPosture(
  { service }: OwnService,
  repositoryId: string,
  word: string,
): Promise<void> {
  const { db } = service.core;
  const { organization_id } = await db
    .selectFrom('repositories')
    .select('organization_id')
    .where('id', '=', repositoryId)
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const integration_id = 'e2c3a5ac-8d05-4b1e-9b3c-4f5a53d7b1c1';
  await db
    .insertInto('posture_integrations')
    .values({
      id: integration_id,
      organization_id,
      provider: 'wiz',
      api_url: 'https://api.example.invalid/graphql',
      token_url: 'https://auth.example.invalid/oauth/token',
      client_id: 'sample',
      credential: 'sealed',
      tried_at: at,
      synced_at: at,
      next_at: '9999-01-01T00:00:00.000Z',
      failures: 0,
      error_message: null,
      is_truncated: 0,
      created_at: at,
      updated_at: at,
    })
    .onConflict((on) => on.column('organization_id').doNothing())
    .execute();
  const asset = { integration_id, name: `asset of ${word}`, type: 'CONTAINER' };
  await db
    .insertInto('posture_assets')
    .values({
      ...asset,
      external_id: `asset-${word}`,
      platform: null,
      region: null,
      tags: '[]',
      exposure_count: 1,
    })
    .execute();
  await db
    .insertInto('posture_projects')
    .values({ integration_id, external_id: `project-${word}`, name: word, asset_count: 1, exposed_count: 1 })
    .execute();
  await db
    .insertInto('posture_asset_projects')
    .values({ integration_id, asset_id: `asset-${word}`, project_id: `project-${word}` })
    .execute();
  await db
    .insertInto('posture_exposures')
    .values({
      integration_id,
      external_id: `exposure-${word}`,
      asset_id: `asset-${word}`,
      asset_name: asset.name,
      asset_type: asset.type,
      source_range: null,
      destination_range: null,
      ports: '443',
      protocols: '[]',
      endpoints: '[]',
    })
    .execute();
  await db
    .insertInto('posture_mappings')
    .values({ integration_id, repository_id: repositoryId, kind: 'tag', key: 'service', value: word })
    .execute();
  await db
    .insertInto('posture_matches')
    .values({
      integration_id,
      organization_id,
      repository_id: repositoryId,
      asset_id: `asset-${word}`,
      rule: 'MAPPED_TAG',
      is_exposed: 1,
    })
    .execute();
}
