import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { type Anchor, Extents } from '../extents.ts';
import type { MessageView } from '../messages.ts';
import { endsOf, type OpenConversation } from '../page-state.ts';
import { keep, kept } from './host.ts';
import { Message, speaker } from './message.tsx';
import { Icon, IconButton } from './parts.tsx';
import { momentText } from './times.ts';

/** Pixels above and below the view that are drawn too. */
const margin = 600;
/** How near to the beginning earlier messages are fetched. */
const nearBeginning = 1_200;
/** How near to the end the view stays there while text comes. */
const nearEnd = 30;
const keepPauseMs = 300;

interface Props {
  readonly open: OpenConversation;
  /** What is asked last stays in view. */
  readonly isTalking: boolean;
  readonly isLoadingEarlier: boolean;
  readonly onEarlier: () => void;
}

/** All messages of a conversation, of which those in view are drawn. What is looked at stays where it is. */
export function MessageList({ open, isTalking, isLoadingEarlier, onEarlier }: Props) {
  const view = useRef<HTMLDivElement>(null);
  const [, draw] = useReducer<number, void>((count) => count + 1, 0);
  const keys = useStableKeys(open.messages);
  const list = useMemo(() => new ListPlace(draw as () => void, keys), []);
  list.sync();
  list.setKeys(keys);
  // The question stays in view while its answer comes, however long that is.
  if (isTalking) list.pinTo(open.messages.findLast(({ role }) => role === 'user')?.id);
  const { from, to } = list.window();
  const ends = useMemo(() => endsOf(open), [open]);
  useLayoutEffect(() => list.attach(view.current), [list]);
  useLayoutEffect(() => list.settle());
  const question = waitingCall(open);
  useLayoutEffect(() => {
    if (isTalking && question !== undefined) list.toEnd();
  }, [list, isTalking, question]);
  useLayoutEffect(() => {
    if (open.hasEarlier && !isLoadingEarlier && list.isNearBeginning) onEarlier();
  });
  const focusable = list.focusable(open.messages, from, to);
  return (
    <div class="messages-frame">
      {isLoadingEarlier && (
        <p class="earlier quiet" role="status">
          <Icon name="loading codicon-modifier-spin" /> {l10n.t('Loading earlier messages…')}
        </p>
      )}
      <div
        class="messages"
        ref={view}
        role="feed"
        aria-busy={isLoadingEarlier}
        aria-label={l10n.t('Messages')}
        onScroll={() => list.scrolled()}
        onKeyDown={(event) => list.key(event)}
      >
        <div />
        {open.messages.slice(from, to).map((message, index) => (
          <article
            key={message.id}
            data-key={message.id}
            ref={list.row}
            class={`message ${message.role}`}
            tabIndex={message.id === focusable ? 0 : -1}
            aria-posinset={from + index + 1}
            aria-setsize={open.hasEarlier ? -1 : open.messages.length}
            aria-label={l10n.t('{0}, {1}', speaker(message), momentText(message.at))}
          >
            <Message message={message} job={ends.get(message.id)} />
          </article>
        ))}
        <div />
      </div>
      {list.isAway && (
        <div class="to-end">
          <IconButton icon="arrow-down" label={l10n.t('Go to the End')} onClick={() => list.toEnd()} />
        </div>
      )}
    </div>
  );
}

/** What the last answer asks to be decided: it is not to be missed below a long text. */
function waitingCall({ messages }: OpenConversation): string | undefined {
  const part = messages
    .at(-1)
    ?.parts.findLast((one) => one.type === 'tool' && one.call.status === 'AWAITING_CONSENT');
  return part?.type === 'tool' ? part.call.id : undefined;
}

/** The same array as long as no message came or went. */
function useStableKeys(messages: readonly MessageView[]): readonly string[] {
  const keys = useRef<readonly string[]>([]);
  const isSame =
    keys.current.length === messages.length &&
    keys.current[0] === messages[0]?.id &&
    keys.current.at(-1) === messages.at(-1)?.id;
  if (!isSame) keys.current = messages.map(({ id }) => id);
  return keys.current;
}

/** Where the list is scrolled to, in terms of the message that is in view. */
class ListPlace {
  readonly #extents = new Extents();
  readonly #draw: () => void;
  readonly #rows: ResizeObserver;
  readonly #size: ResizeObserver;
  #view: HTMLElement | null = null;
  #width = 0;
  #height = 800;
  /** As last set or heard: another value means that a person scrolled. */
  #top = 0;
  #anchor: Anchor | undefined;
  #isAtEnd: boolean;
  #isEndInView = true;
  /** The message that the view follows the end no further than. */
  #pin: string | undefined;
  #pinned: string | undefined;
  #drawn = { from: 0, to: 0 };
  #focused: string | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: () => void, keys: readonly string[]) {
    this.#draw = draw;
    // What was looked at may be another conversation's, or among messages that are not there yet.
    const { anchor } = kept();
    this.#anchor = anchor !== null && keys.includes(anchor.key) ? anchor : undefined;
    this.#isAtEnd = this.#anchor === undefined;
    this.#rows = new ResizeObserver((entries) => this.#measure(entries));
    this.#size = new ResizeObserver(() => this.#resized());
  }

  readonly row = (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    this.#rows.observe(element);
    return () => this.#rows.unobserve(element);
  };

  get isAway(): boolean {
    return !this.#isEndInView;
  }

  get isNearBeginning(): boolean {
    return this.#view !== null && this.#view.scrollTop < nearBeginning;
  }

  attach(view: HTMLElement | null): () => void {
    this.#view = view;
    if (view) this.#size.observe(view);
    return () => {
      this.#size.disconnect();
      this.#rows.disconnect();
      clearTimeout(this.#keeping);
    };
  }

  setKeys(keys: readonly string[]): void {
    this.#extents.setKeys(keys);
  }

  /** Once for each message: the person may go to the end after it. */
  pinTo(key: string | undefined): void {
    if (key === this.#pinned) return;
    this.#pinned = key;
    this.#pin = key;
  }

  /** Takes notice of where a person scrolled to, before anything changes. */
  sync(): void {
    const view = this.#view;
    if (!view || Math.abs(view.scrollTop - this.#top) < 1) return;
    this.#top = view.scrollTop;
    this.#isAtEnd = view.scrollTop + view.clientHeight >= view.scrollHeight - nearEnd;
    this.#anchor = this.#extents.anchorAt(this.#top);
    this.#keepSoon();
  }

  window() {
    const top = this.#isAtEnd
      ? this.#following(Math.max(0, this.#extents.total - this.#height))
      : ((this.#anchor && this.#extents.topOfAnchor(this.#anchor)) ?? this.#top);
    const window = this.#extents.window(top, this.#height, margin);
    this.#drawn = window;
    return window;
  }

  /** After everything was drawn: the rows have their heights, and what was in view is where it was. */
  settle(): void {
    const view = this.#view;
    if (!view) return;
    for (const row of view.children) {
      const key = row instanceof HTMLElement ? row.dataset['key'] : undefined;
      if (key !== undefined) this.#extents.measure(key, row.getBoundingClientRect().height);
    }
    this.#makeSpace(view);
    const top = this.#isAtEnd
      ? this.#following(view.scrollHeight - view.clientHeight)
      : this.#anchor && this.#extents.topOfAnchor(this.#anchor);
    if (top !== undefined && Math.abs(view.scrollTop - top) >= 1) view.scrollTop = top;
    this.#top = view.scrollTop;
    const isEndInView = view.scrollTop + view.clientHeight >= view.scrollHeight - nearEnd;
    if (this.#isDrawn(view) && isEndInView === this.#isEndInView) return;
    this.#isEndInView = isEndInView;
    this.#draw();
  }

  /** What stands for the rows that are not drawn; set here, because it is known only once those that are were measured. */
  #makeSpace(view: HTMLElement): void {
    const { from, to } = this.#drawn;
    setHeight(view.firstElementChild, this.#extents.topOf(from));
    setHeight(view.lastElementChild, this.#extents.total - this.#extents.topOf(to));
  }

  /** Whether there is enough around the view: it is drawn anew before one comes to the end of it. */
  #isDrawn({ scrollTop }: HTMLElement): boolean {
    const { from, to } = this.#extents.window(scrollTop, this.#height, margin / 3);
    return from >= this.#drawn.from && to <= this.#drawn.to;
  }

  #following(end: number): number {
    const index = this.#pin === undefined ? -1 : this.#extents.indexOf(this.#pin);
    return index < 0 ? end : Math.min(end, this.#extents.topOf(index));
  }

  scrolled(): void {
    const wasAtEnd = this.#isAtEnd;
    this.sync();
    const view = this.#view;
    if (!view) return;
    if (!this.#isDrawn(view) || wasAtEnd !== this.#isAtEnd || this.isNearBeginning) this.#draw();
  }

  toEnd(): void {
    this.#isAtEnd = true;
    this.#anchor = undefined;
    this.#pin = undefined;
    this.#keepSoon();
    this.#draw();
  }

  /** The one message that Tab reaches: the one that had the focus, else the last. */
  focusable(messages: readonly MessageView[], from: number, to: number): string | undefined {
    const drawn = messages.slice(from, to);
    return drawn.some(({ id }) => id === this.#focused) ? this.#focused : drawn.at(-1)?.id;
  }

  /** Arrow keys walk along the messages, from one that has the focus itself. */
  key(event: KeyboardEvent): void {
    const row = event.target instanceof HTMLElement ? event.target : null;
    if (event.key === 'Escape') document.getElementById('draft')?.focus();
    if (!row?.dataset['key'] || event.ctrlKey || event.metaKey || event.altKey) return;
    const next =
      event.key === 'ArrowDown'
        ? row.nextElementSibling
        : event.key === 'ArrowUp'
          ? row.previousElementSibling
          : null;
    if (!(next instanceof HTMLElement) || !next.dataset['key']) return;
    event.preventDefault();
    this.#focused = next.dataset['key'];
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
    this.#draw();
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    this.sync();
    let isChanged = false;
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0]?.blockSize ?? 0;
      const key = target instanceof HTMLElement ? target.dataset['key'] : undefined;
      if (key === undefined || height === 0) continue;
      isChanged = this.#extents.measure(key, height) || isChanged;
    }
    if (isChanged) this.#draw();
  }

  #resized(): void {
    const view = this.#view;
    if (!view) return;
    this.#height = view.clientHeight;
    if (this.#width !== 0 && this.#width !== view.clientWidth) this.#extents.clear();
    this.#width = view.clientWidth;
    this.#draw();
  }

  #keepSoon(): void {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(
      () => keep({ anchor: this.#isAtEnd ? null : (this.#anchor ?? null) }),
      keepPauseMs,
    );
  }
}

function setHeight(space: Element | null, height: number): void {
  if (space instanceof HTMLElement) space.style.height = `${height}px`;
}
