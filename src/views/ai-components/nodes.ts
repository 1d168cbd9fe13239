import type {
  AiComponent,
  AiInventoryKindCount,
  AiInventoryRepositoryItem,
} from '../../api/contract/ai-inventory.ts';
import type { Group, KnownComponent } from './grouping.ts';

/** What the tree of AI components consists of. */

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly group: Group;
}

export interface ComponentNode {
  readonly kind: 'component';
  readonly id: string;
  readonly component: AiComponent;
  /** Undefined for one of a repository that is not open here. */
  readonly known: KnownComponent | undefined;
  readonly isNew: boolean;
  readonly parent: GroupNode | KindNode;
}

/** A row of the search over all repositories. */
export interface RepositoryNode {
  readonly kind: 'repository';
  readonly id: string;
  readonly item: AiInventoryRepositoryItem;
}

/** The components of a kind, of such a row. */
export interface KindNode {
  readonly kind: 'kind';
  readonly id: string;
  readonly parent: RepositoryNode;
  readonly count: AiInventoryKindCount;
}

/** There is a next page. */
export interface MoreNode {
  readonly kind: 'more';
  readonly id: string;
  /** Undefined for rows. */
  readonly parent: KindNode | undefined;
  readonly listed: number;
}

export interface NoticeNode {
  readonly kind: 'notice';
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly command?: string;
}

export type AiNode = GroupNode | ComponentNode | RepositoryNode | KindNode | MoreNode | NoticeNode;

export function isAiNode(value: unknown): value is AiNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
}

/** What one step up in the tree is. */
export function parentOf(node: AiNode): AiNode | undefined {
  return node.kind === 'component' || node.kind === 'kind' || node.kind === 'more' ? node.parent : undefined;
}
