import { examineFile, type FileFacts, isEmpty, mayBeModel } from '../../engine/ai-inventory/index.ts';
import { decode } from '../../engine/files/decode.ts';
import { type FromWorker, Signal, type WorkerSetup } from './protocol.ts';
import { readHead } from './read.ts';

/** Lock files are larger than sources; what a model says of itself stands at its beginning. */
const textBytes = 16 * 1024 * 1024;
const headBytes = 64 * 1024;

/** Examines files for AI components, in a worker; says with every file that it gets on, and stops when asked to. */
export function examineFiles(files: readonly string[], setup: WorkerSetup, signals: Int32Array): FromWorker {
  const facts: FileFacts[] = [];
  for (const [index, name] of files.entries()) {
    Atomics.store(signals, Signal.file, index);
    Atomics.add(signals, Signal.beat, 1);
    if (Atomics.load(signals, Signal.cancel) === 1) return { type: 'cancelled' };
    const found = examine(name, setup.root);
    if (found && !isEmpty(found)) facts.push(found);
  }
  Atomics.store(signals, Signal.file, -1);
  return { type: 'inventoried', facts };
}

function examine(name: string, root: string): FileFacts | undefined {
  const model = mayBeModel(name);
  const read = readHead(root, name, model ? headBytes : textBytes);
  if (!read) return undefined;
  const { bytes, size } = read;
  const decoded = size > bytes.length && !/\.jsonl$/i.test(name) ? undefined : decode(bytes);
  return examineFile({
    path: name,
    size,
    ...(model && { head: bytes }),
    ...(decoded?.kind === 'text' && { text: decoded.text }),
  });
}
