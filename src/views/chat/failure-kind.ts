/**
 * Whether the service does not have what it was asked for: one of an older version, or without the agent.
 * @param error of the client, or the failure that it became
 */
export function isNotOffered(error: unknown): boolean {
  const kind = kindOf(error);
  return kind === 'notOffered' || kind === 'notThisInterface';
}

/** Whether the service has nothing of that name in the organization that was asked. */
export function isNotThere(error: unknown): boolean {
  return kindOf(error) === 'notFound';
}

function kindOf(error: unknown): unknown {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && 'kind' in cause ? cause.kind : undefined;
}
