/** Tells the streams of a log, in this process, that it has grown. A log has the id of the scan or job it is of. */
export interface LogChannel {
  announce(id: string): void;
  /** @returns what ends the listening. */
  listen(id: string, heard: () => void): () => void;
}

export function createChannel(): LogChannel {
  const listeners = new Map<string, Set<() => void>>();
  return {
    announce: (id) => {
      for (const heard of listeners.get(id) ?? []) heard();
    },
    listen: (id, heard) => {
      const all = listeners.get(id) ?? new Set();
      listeners.set(id, all.add(heard));
      return () => {
        all.delete(heard);
        if (all.size === 0) listeners.delete(id);
      };
    },
  };
}
