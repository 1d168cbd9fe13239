import { SingleBar } from 'cli-progress';
import type { ScanEvent } from '../service/analysis/index.ts';

export interface Progress {
  readonly on: (event: ScanEvent) => void;
  stop(): void;
}

const none: Progress = { on: () => undefined, stop: () => undefined };

/** A bar on a terminal, nothing elsewhere. It is gone when the scan is done. */
export function progressOn(stream: NodeJS.WriteStream, wanted: boolean): Progress {
  if (!wanted || stream.isTTY !== true) return none;
  const bar = new SingleBar({
    stream,
    format: '{phase} [{bar}] {value}/{total}  {found} found',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    gracefulExit: false,
  });
  let found = 0;
  let phase = 'Listing files';
  bar.start(1, 0, { phase, found });
  return {
    on: (event) => {
      if (event.type === 'finding') found++;
      if (event.type === 'progress') {
        phase = { listing: 'Listing files', reading: 'Reading files', solving: 'Following flows' }[
          event.phase
        ];
        bar.setTotal(Math.max(1, event.total));
        bar.update(event.done, { phase, found });
      }
    },
    stop: () => bar.stop(),
  };
}
