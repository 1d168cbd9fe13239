import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../../src/api/api-error.ts';
import { type FollowOptions, followJob, type Job } from '../../../src/api/follow-job.ts';

const gone = () => new ApiError('unreachable', 'Nothing answers.');

/** A service with one job, whose state changes when a test says so. */
class Service {
  state = 'QUEUED';
  looks = 0;
  failures = 0;
  readonly pauses: number[] = [];
  readonly seen: string[] = [];
  /** What happens during each pause, in order. */
  readonly meanwhile: (() => void)[] = [];
  readonly stop = new AbortController();

  follow(job: Partial<Job<string>> = {}, options: Partial<FollowOptions> = {}): Promise<string> {
    return followJob(
      {
        look: async () => {
          this.looks += 1;
          if (this.failures > 0) {
            this.failures -= 1;
            throw gone();
          }
          return this.state;
        },
        isEnded: (state) => state === 'DONE',
        ...job,
      },
      {
        signal: this.stop.signal,
        pause: async (ms, signal) => {
          this.pauses.push(ms);
          this.meanwhile.shift()?.();
          await turn();
          signal.throwIfAborted();
        },
        ...options,
      },
      (state) => this.seen.push(state),
    );
  }
}

describe('following a job', () => {
  let service: Service;
  beforeEach(() => {
    service = new Service();
  });
  const then = (...states: string[]) => {
    for (const state of states)
      service.meanwhile.push(() => {
        service.state = state;
      });
  };

  it('tells each state once, the end too', async () => {
    then('QUEUED', 'RUNNING', 'RUNNING', 'DONE');
    assert.equal(await service.follow(), 'DONE');
    assert.deepEqual(service.seen, ['QUEUED', 'RUNNING', 'DONE']);
  });

  it('asks nothing about a job that has ended already', async () => {
    assert.equal(await service.follow({ known: 'DONE' }), 'DONE');
    assert.equal(service.looks, 0);
    assert.deepEqual(service.seen, []);
  });

  it('asks less and less often while nothing happens, and often again once something does', async () => {
    then(...Array<string>(20).fill('QUEUED'), 'RUNNING', 'DONE');
    await service.follow({}, { longestPauseMs: 1_000 });
    const { pauses } = service;
    assert.ok(Math.max(...pauses) <= 1_000);
    assert.ok((pauses[19] ?? 0) > 10 * (pauses[0] ?? 0));
    assert.equal(pauses[21], pauses[0], 'it moved just before');
  });

  it('goes on over a service that is gone for a moment, as while it restarts', async () => {
    then('RUNNING', 'RUNNING', 'DONE');
    service.failures = 3;
    assert.equal(await service.follow(), 'DONE');
  });

  it('gives up a service that stays away', async () => {
    service.failures = Number.POSITIVE_INFINITY;
    await assert.rejects(service.follow({}, { patience: 3 }), /Nothing answers/);
    assert.equal(service.looks, 4);
  });

  it('waits as long as a service asks it to', async () => {
    const retryAfterMs = 20_000;
    const busy = new ApiError('rateLimited', 'Too many requests.', { retryAfterMs });
    const look = async () => {
      if (service.looks++ === 0) throw busy;
      return 'DONE';
    };
    await service.follow({ look });
    assert.deepEqual(service.pauses, [retryAfterMs]);
  });

  it('gives up at once where the service says no', async () => {
    const look = async () => {
      throw new ApiError('notFound', 'There is no such job.');
    };
    await assert.rejects(service.follow({ look }), /no such job/);
  });

  it('tells once that the service is lost, and goes on for when it is back', async () => {
    let told = 0;
    service.failures = 10;
    service.state = 'DONE';
    await service.follow({}, { patience: 2, onLost: () => told++ });
    assert.equal(told, 1);
    assert.equal(Math.max(...service.pauses), 30_000);
  });

  it('ends when it is cancelled, in a pause and in a look', async () => {
    service.meanwhile.push(() => service.stop.abort());
    await assert.rejects(service.follow(), { name: 'AbortError' });
    assert.equal(service.looks, 1);
    const stop = new AbortController();
    const look = (signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stop.abort();
      });
    await assert.rejects(service.follow({ look }, { signal: stop.signal }), { name: 'AbortError' });
  });

  it('returns what was seen last when its time is up', async () => {
    service.state = 'RUNNING';
    assert.equal(await service.follow({}, { seconds: 0 }), 'RUNNING');
    assert.equal(service.looks, 1);
  });

  describe('over its events', () => {
    /** A stream that a test writes. */
    class Events {
      #wake = (): void => undefined;
      #waiting: unknown[] = [];
      #end: unknown;
      opened = 0;
      closed = 0;

      send(event: unknown): void {
        this.#waiting.push(event);
        this.#wake();
      }
      lose(error: unknown): void {
        this.#end = error;
        this.#wake();
      }

      readonly open = async function* (this: Events, signal: AbortSignal): AsyncGenerator<unknown, void> {
        this.opened += 1;
        signal.addEventListener('abort', () => this.#wake());
        try {
          while (!signal.aborted) {
            yield* this.#waiting.splice(0);
            if (this.#end !== undefined) throw this.#end;
            await new Promise<void>((resolve) => {
              this.#wake = resolve;
              if (this.#waiting.length > 0 || this.#end !== undefined || signal.aborted) resolve();
            });
          }
        } finally {
          this.closed += 1;
        }
      }.bind(this);
    }

    /** Pauses that only an abort ends, but for the short one that gathers events. */
    const forever = (ms: number, signal: AbortSignal) =>
      ms <= 50
        ? turn()
        : new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

    it('looks when one comes, and closes the stream at the end', async () => {
      const events = new Events();
      events.send('first');
      const look = async () => {
        service.looks += 1;
        if (service.looks === 3) service.state = 'DONE';
        else setImmediate(() => events.send('next'));
        return service.state;
      };
      assert.equal(await service.follow({ look, events: events.open }, { pause: forever }), 'DONE');
      assert.deepEqual([events.opened, events.closed], [1, 1]);
      assert.deepEqual(service.seen, ['QUEUED', 'DONE']);
    });

    it('looks when one comes, and ends when it is cancelled, also with the usual pauses', async () => {
      const events = new Events();
      events.send('first');
      const stop = new AbortController();
      let looks = 0;
      const look = async () => {
        looks += 1;
        // After the short pause that gathers events.
        setTimeout(() => (looks === 4 ? stop.abort() : events.send('next')), 150);
        return looks;
      };
      const job = { look, isEnded: () => false, events: events.open };
      await assert.rejects(followJob(job, { signal: stop.signal }), (error) => error === stop.signal.reason);
      assert.equal(looks, 4);
      // One pause that goes on over an event, or over the end, takes longer.
    }).timeout(10_000);

    it('takes many at once for one reason to look', async () => {
      const events = new Events();
      for (let sent = 0; sent < 1_000; sent++) events.send(sent);
      let ends = false;
      const look = async () => {
        service.looks += 1;
        if (service.looks > 1 && !ends) {
          ends = true;
          service.state = 'DONE';
        }
        return service.state;
      };
      await service.follow({ look, events: events.open }, { pause: forever });
      assert.ok(service.looks <= 3, `${service.looks} looks`);
    });

    it('asks again and again where the service offers none, and where they are lost', async () => {
      then('RUNNING', 'DONE');
      const without = new Events();
      without.lose(new ApiError('notOffered', 'This service has no such operation.'));
      assert.equal(await service.follow({ events: without.open }), 'DONE');
      assert.deepEqual(service.seen, ['QUEUED', 'RUNNING', 'DONE']);

      service = new Service();
      const broken = new Events();
      broken.send('hello');
      then('QUEUED', 'DONE');
      service.meanwhile.unshift(() => broken.lose(gone()));
      assert.equal(await service.follow({ events: broken.open }), 'DONE');
      assert.equal(broken.closed, 1);
    });

    it('ends when it is cancelled', async () => {
      const events = new Events();
      events.send('hello');
      const followed = service.follow({ events: events.open }, { pause: forever });
      await turn();
      await turn();
      service.stop.abort();
      await assert.rejects(followed, { name: 'AbortError' });
      assert.equal(events.closed, 1);
    });
  });
});
