import type { Tracker } from '../../api/contract/integrations/trackers.ts';
import { isCancellation, sentenceOf } from '../../connection/failure.ts';
import { visibilityText } from '../../words/trackers.ts';
import type { CreatedIssue, Followed, Trackers } from '../trackers/trackers.ts';
import type { TrackerForm, TrackerFromPage } from './tracker-messages.ts';

type AskedTrackers = Pick<Trackers, 'list' | 'preview' | 'create' | 'none'>;
type Ready = Extract<TrackerForm, { readonly state: 'ready' }>;

/** The form of the details page that creates the issue shown in a tracker: what is sent, to whom, and what became of it. */
export class TrackerSection {
  readonly #trackers: AskedTrackers;
  readonly #post: (form: TrackerForm | null) => void;
  readonly #tell: (created: CreatedIssue) => void;
  /** The issue whose form is to open once it is shown. */
  #wanted: string | undefined;
  #shownId: string | undefined;
  #form: TrackerForm | null = null;
  #connected: readonly Tracker[] = [];
  #asking = new AbortController();

  /**
   * @param post shows the form on the page; null takes it away
   * @param tell says that an issue was created
   */
  constructor(
    trackers: AskedTrackers,
    post: (form: TrackerForm | null) => void,
    tell: (created: CreatedIssue) => void,
  ) {
    this.#trackers = trackers;
    this.#post = post;
    this.#tell = tell;
  }

  /** Opens the form with the issue, as soon as that is shown. */
  want(id: string): void {
    this.#wanted = id;
  }

  /** The page has just been told of an issue; of another one it has another form. */
  shown(followed: Followed): void {
    if (this.#shownId !== followed.issue.id) this.close();
    this.#shownId = followed.issue.id;
    if (this.#wanted === followed.issue.id) {
      this.#wanted = undefined;
      void this.act({ type: 'tracker', action: 'open' }, followed);
    } else if (this.#form) this.#post(this.#form);
  }

  close(): void {
    this.#asking.abort();
    this.#show(null);
  }

  async act(message: TrackerFromPage, followed: Followed): Promise<void> {
    if (message.action === 'close') return this.close();
    // What was asked before is about other texts, but what is being created is waited for.
    if (this.#form?.state === 'ready' && this.#form.isSending) return;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      if (message.action === 'open') await this.#open(followed, signal);
      else if (message.action === 'preview') await this.#preview(followed, message, signal);
      else await this.#create(followed, message);
    } catch (error) {
      if (isCancellation(error) || (signal.aborted && message.action !== 'create')) return;
      if (this.#shownId !== followed.issue.id) throw error;
      const text = sentenceOf(error);
      if (this.#form?.state === 'ready') this.#show({ ...this.#form, isSending: false, error: text });
      else this.#show({ state: 'failed', text, canRetry: true });
    }
  }

  async #open(followed: Followed, signal: AbortSignal): Promise<void> {
    this.#show({ state: 'loading' });
    this.#connected = await this.#trackers.list(followed, signal);
    signal.throwIfAborted();
    const [first] = this.#connected;
    if (first) await this.#preview(followed, { trackerId: first.id }, signal);
    else this.#show({ state: 'failed', text: this.#trackers.none().sentence, canRetry: false });
  }

  async #preview(
    followed: Followed,
    { trackerId = '', title, text }: Pick<TrackerFromPage, 'trackerId' | 'title' | 'text'>,
    signal: AbortSignal,
  ): Promise<void> {
    const draft = await this.#trackers.preview(followed, trackerId, { title, text }, signal);
    signal.throwIfAborted();
    this.#show({
      state: 'ready',
      trackers: this.#connected.map(({ id, name }) => ({ id, name })),
      trackerId,
      title: draft.title,
      text: draft.text,
      description: draft.description,
      more: [...draft.labels, draft.priority ?? ''].filter((part) => part !== '').join(' · '),
      visibility: visibilityText(draft),
      isWarning: draft.visibility !== 'restricted',
      isSending: false,
      error: '',
    });
  }

  /** Goes on also where the page shows another issue meanwhile. */
  async #create(followed: Followed, message: TrackerFromPage): Promise<void> {
    const form = this.#form;
    if (form?.state !== 'ready') return;
    const { trackerId = form.trackerId, title = form.title, text = form.text } = message;
    const sent: Ready = { ...form, trackerId, title, text, isSending: true, error: '' };
    this.#show(sent);
    const { signal } = new AbortController();
    const created = await this.#trackers.create(followed, trackerId, { title, text }, signal);
    if (this.#shownId === followed.issue.id) this.#show(null);
    this.#tell(created);
  }

  #show(form: TrackerForm | null): void {
    this.#form = form;
    this.#post(form);
  }
}
