import { get } from 'node:http';
import { createParser } from 'eventsource-parser';

export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
  /** When it arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
}

export interface StreamToRead {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many bytes of each connection are read before it is torn down; the last of them is read to its end. */
  readonly cuts: readonly number[];
}

export interface ReadStream {
  readonly events: readonly ReadEvent[];
  readonly connections: number;
}

/**
 * Reads a stream of server-sent events to its `done` over connections that are torn down in the midst of it, wherever in
 * an event that is, and taken up with `Last-Event-ID`. The first event of each, the present status, is left out.
 * @throws when a connection ends before `done` by itself
 */
export async function readStream({ url, headers, cuts }: StreamToRead): Promise<ReadStream> {
  const events: ReadEvent[] = [];
  let connections = 0;
  for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
    connections++;
    const last = events.at(-1)?.id;
    const ended = await readOnce(
      url,
      last === undefined ? headers : { ...headers, 'Last-Event-ID': last },
      cut,
      events,
    );
    if (events.at(-1)?.event === 'done') return { events, connections };
    if (ended) throw new Error(`A connection ended by itself after ${events.length} events.`);
  }
  throw new Error('The stream was never done.');
}

/** @returns whether the service ended it. */
function readOnce(
  url: string,
  headers: Readonly<Record<string, string>>,
  cut: number,
  events: ReadEvent[],
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let isFirst = true;
    const parser = createParser({
      onEvent: ({ id = '', event = '', data }) => {
        if (!isFirst) events.push({ id, event, data, at: performance.now() });
        isFirst = false;
      },
    });
    const request = get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`The stream was answered with ${response.statusCode}.`));
        response.destroy();
        return;
      }
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const left = cut - bytes;
        bytes += text.length;
        parser.feed(text.slice(0, left));
        if (text.length >= left) {
          request.destroy();
          resolve(false);
        }
      });
      response.on('end', () => resolve(true));
      response.on('error', () => resolve(false));
    });
    request.on('error', (error) => {
      if (bytes < cut) reject(error);
    });
  });
}
