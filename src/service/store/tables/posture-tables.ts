import type { PostureMatchRule, PostureProvider } from '../../../api/contract/integrations/cloud-posture.ts';

/** The cloud posture provider of an organization; identifiers named `external` are the provider's. */
export interface PostureIntegrationTable {
  id: string;
  /** No organization has two. */
  organization_id: string;
  provider: PostureProvider;
  api_url: string;
  token_url: string;
  client_id: string;
  /** Sealed client secret. */
  credential: string;
  tried_at: string | null;
  /** When everything was read last. */
  synced_at: string | null;
  next_at: string;
  /** Tries since the last success. */
  failures: number;
  error_message: string | null;
  is_truncated: number;
  created_at: string;
  updated_at: string;
}

export interface PostureProjectTable {
  integration_id: string;
  external_id: string;
  name: string;
  asset_count: number;
  exposed_count: number;
}

export interface PostureAssetTable {
  integration_id: string;
  external_id: string;
  name: string;
  type: string;
  platform: string | null;
  region: string | null;
  /** JSON list of key and value. */
  tags: string;
  exposure_count: number;
}

export interface PostureAssetProjectTable {
  integration_id: string;
  asset_id: string;
  project_id: string;
}

export interface PostureExposureTable {
  integration_id: string;
  external_id: string;
  asset_id: string;
  asset_name: string;
  asset_type: string;
  source_range: string | null;
  destination_range: string | null;
  ports: string | null;
  /** JSON lists of texts. */
  protocols: string;
  endpoints: string;
}

/** What a person said: a project by its id, or a tag. */
export interface PostureMappingTable {
  integration_id: string;
  repository_id: string;
  kind: 'project' | 'tag';
  /** Of a project its id; of a tag its key. */
  key: string;
  /** Of a tag; empty for a project. */
  value: string;
}

/** That an asset is taken for a repository's; worked out from what was read and mapped. */
export interface PostureMatchTable {
  integration_id: string;
  organization_id: string;
  repository_id: string;
  asset_id: string;
  rule: PostureMatchRule;
  is_exposed: number;
}

export interface PostureSchema {
  posture_integrations: PostureIntegrationTable;
  posture_projects: PostureProjectTable;
  posture_assets: PostureAssetTable;
  posture_asset_projects: PostureAssetProjectTable;
  posture_exposures: PostureExposureTable;
  posture_mappings: PostureMappingTable;
  posture_matches: PostureMatchTable;
}
