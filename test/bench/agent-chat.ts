import type { CDPSession } from 'playwright-core';
import type { MessageView } from '../../src/views/chat/messages.ts';
import { type ChatPage, message, openChatPage, opened, ready, text } from '../support/chat-page.ts';

/** The chat's page with a conversation of 10,000 messages: what scrolling through all of it costs. */

const messageCount = 10_000;
const pageSize = 50;
const scrollSteps = 400;

const words =
  'data from the request reaches the query as text, so whoever can send it can read every row; '.split(' ');

/** Of the kinds that conversations have: prose, lists, tables, code, tools. */
function made(index: number): MessageView {
  if (index % 2 === 0) return message(`m${index}`, 'user', text(`Question ${index}: what about this one?`));
  const prose = Array.from({ length: 40 + (index % 90) }, (_, at) => words[(at + index) % words.length]).join(
    ' ',
  );
  const parts = [
    `## Answer ${index}`,
    `**Critical** [SQL injection](parapet:file?path=src%2Fa.ts&line=${index}) \`req.query.q\`: ${prose}`,
    index % 3 === 0 ? '1. first\n2. second\n   - nested\n' : '',
    index % 5 === 0 ? '| Class | Count |\n|--|--|\n| SQL | 3 |\n| XSS | 12 |\n' : '',
    index % 7 === 0
      ? `\`\`\`ts\n${'export async function find(term: string): Promise<Row[]> { return await db.all("?", term); }\n'.repeat(8)}\`\`\``
      : '',
  ];
  return message(`m${index}`, 'assistant', text(parts.join('\n\n')));
}

export async function measureChat(): Promise<Record<string, unknown>> {
  const chat = await openChatPage();
  try {
    await chat.say(ready);
    const devtools = await chat.page.context().newCDPSession(chat.page);
    const tasks = await Tasks.watch(devtools);
    const loadMs = await load(chat);
    const loading = await tasks.longest();
    const { height, scrollMs } = await scrollThrough(chat);
    const scrolling = await tasks.longest();
    await devtools.send('HeapProfiler.collectGarbage');
    return {
      ...{ messages: messageCount, loadMs, scrollMs, height },
      longestTaskLoading: loading,
      longestTaskScrolling: scrolling,
      rowsDrawn: await chat.page.evaluate<number>('document.querySelectorAll("article").length'),
      ...(await memory(devtools)),
      complaints: chat.complaints.length,
    };
  } finally {
    await chat.close();
  }
}

/** In milliseconds: by the clock, and of the processor's time, which other work on the machine does not lengthen. */
interface TaskTime {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The longest task of the page's own thread, as the browser traces them. */
class Tasks {
  readonly #devtools: CDPSession;
  #events: TraceEvent[] = [];

  static async watch(devtools: CDPSession): Promise<Tasks> {
    const tasks = new Tasks(devtools);
    devtools.on('Tracing.dataCollected', ({ value }) => {
      tasks.#events.push(...(value as unknown as TraceEvent[]).filter(({ name }) => taskNames.has(name)));
    });
    await tasks.#start();
    return tasks;
  }

  constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  /** Since it was asked last. */
  async longest(): Promise<TaskTime> {
    const done = new Promise((resolve) => this.#devtools.once('Tracing.tracingComplete', resolve));
    await this.#devtools.send('Tracing.end');
    await done;
    const events = this.#events.splice(0);
    await this.#start();
    const mains = new Set(
      events.flatMap(({ name, pid, tid, args }) =>
        name === 'thread_name' && args?.name === 'CrRendererMain' ? `${pid} ${tid}` : [],
      ),
    );
    const own = events.filter(({ pid, tid, dur }) => dur !== undefined && mains.has(`${pid} ${tid}`));
    return {
      wallMs: Math.round(Math.max(0, ...own.map(({ dur = 0 }) => dur)) / 1_000),
      cpuMs: Math.round(Math.max(0, ...own.map(({ tdur = 0 }) => tdur)) / 1_000),
    };
  }

  async #start(): Promise<void> {
    await this.#devtools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
      },
    });
  }
}

const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask', 'thread_name']);

/** Times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The latest messages, and then page after page of earlier ones, as the extension sends them. */
async function load(chat: ChatPage): Promise<number> {
  const started = performance.now();
  const all = Array.from({ length: messageCount }, (_, index) => made(index));
  await chat.say(opened(all.slice(-pageSize), true));
  for (let end = messageCount - pageSize; end > 0; end -= pageSize) {
    const messages = all.slice(Math.max(0, end - pageSize), end);
    await chat.say({ type: 'earlier', conversationId: 'c1', messages, jobs: [], hasEarlier: end > pageSize });
  }
  return Math.round(performance.now() - started);
}

/** From the end to the beginning and back, a frame at a time. */
async function scrollThrough(
  chat: ChatPage,
): Promise<{ readonly height: number; readonly scrollMs: number }> {
  const started = performance.now();
  const height = await chat.page.evaluate<number>(`(async () => {
    const view = document.querySelector('.messages');
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (const up of [true, false]) {
      for (let step = 0; step <= ${scrollSteps}; step += 1) {
        const part = up ? 1 - step / ${scrollSteps} : step / ${scrollSteps};
        view.scrollTop = part * (view.scrollHeight - view.clientHeight);
        await frame();
      }
    }
    for (let step = 0; step < 120; step += 1) { view.scrollTop -= 90; await frame(); }
    return view.scrollHeight;
  })()`);
  return { height, scrollMs: Math.round(performance.now() - started) };
}

async function memory(devtools: CDPSession): Promise<Record<string, number>> {
  const { usedSize, totalSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  return {
    heapMegabytes: Math.round(usedSize / 1e6),
    heapReservedMegabytes: Math.round(totalSize / 1e6),
    nodes,
  };
}
