/** Entry point of the thread that makes a document: it takes its time and memory, and the service goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { DocxContent } from './content.ts';
import { docxDocument } from './document.ts';

// What it is given is of this very service, which started the thread with it.
const bytes = await docxDocument(workerData as DocxContent);
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
