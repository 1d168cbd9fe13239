import type { Generated } from 'kysely';
import type {
  AiComponentKind,
  AiDetectionSource,
  AiScanType,
  AiTier,
  AiUsage,
} from '../../../api/contract/ai-inventory.ts';

/** The AI components of one repository and application, as its latest scan knows them. */
export interface AiInventoryTable {
  seq: Generated<number>;
  organization_id: string;
  repository_id: string;
  /** The part of a monorepo; '' for the repository as a whole. */
  application: string;
  scan_type: AiScanType;
  scan_id: string;
  finished_at: string;
}

export interface AiComponentTable {
  inventory_seq: number;
  position: number;
  id: string;
  kind: AiComponentKind;
  usage: AiUsage;
  tier: AiTier;
  detection_source: AiDetectionSource;
  /** In lower case, '' for none. */
  provider_key: string;
  /** Name, provider, manifest path and file path in lower case, a line each. */
  search_text: string;
  /** JSON of the component. */
  content: string;
}

/** How many components of an inventory have this combination. */
export interface AiFacetTable {
  kind: AiComponentKind;
  usage: AiUsage;
  tier: AiTier;
  detection_source: AiDetectionSource;
  provider_key: string;
  inventory_seq: number;
  count: number;
}

/** That an inventory has components of a provider. */
export interface AiProviderTable {
  organization_id: string;
  provider_key: string;
  inventory_seq: number;
}

/** A text, in lower case, by which components are searched for. */
export interface AiTermTable {
  id: Generated<number>;
  organization_id: string;
  text: string;
}

export interface AiTermUseTable {
  term_id: number;
  inventory_seq: number;
}
