import type { NoticeNode } from '../ai-components/nodes.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import type { Group } from './grouping.ts';
import type { KnownEndpoint } from './known-endpoint.ts';

/** What the tree of endpoints consists of. */

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly group: Group;
}

export interface EndpointNode {
  readonly kind: 'endpoint';
  readonly id: string;
  readonly known: KnownEndpoint;
  /** Worst first. */
  readonly issues: readonly KnownIssue[];
  readonly parent: GroupNode;
}

/** An issue whose data comes in at the endpoint. */
export interface IssueNode {
  readonly kind: 'issue';
  readonly id: string;
  readonly issue: KnownIssue;
  readonly parent: EndpointNode;
}

export type TreeNode = GroupNode | EndpointNode | IssueNode | NoticeNode;

export function isEndpointNode(value: unknown): value is EndpointNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint';
}

/** What one step up in the tree is. */
export function parentOf(node: TreeNode): TreeNode | undefined {
  return node.kind === 'endpoint' || node.kind === 'issue' ? node.parent : undefined;
}
