/**
 * Whether the service does not have what it was asked for: one of an older version, or without the agent.
 * @param error of the client, or the failure that it became
 */
export function isNotOffered(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const kind = cause instanceof Error && 'kind' in cause ? cause.kind : undefined;
  return kind === 'notOffered' || kind === 'notThisInterface';
}
