import { type Digest, type Entry, moreText } from './digest.ts';

/** A run of text in an adaptive card. It knows no markup, so text from code is read as text. */
interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly color?: 'Attention' | 'Warning';
  readonly selectAction?: OpenUrl;
}

interface OpenUrl {
  readonly type: 'Action.OpenUrl';
  readonly url: string;
}

/** Cards replace `{{DATE(…)}}` also where there is no markup. */
const cardText = (text: string): string => text.replace(/\{(?=\{)/g, '{\u200b');

function run(text: string, more: Omit<TextRun, 'type' | 'text'> = {}): TextRun {
  return { type: 'TextRun', text: cardText(text), ...more };
}

const block = (...inlines: readonly TextRun[]) => ({ type: 'RichTextBlock', inlines });

const opening = (url: string | undefined): { readonly selectAction?: OpenUrl } =>
  url === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url } };

/** The body of a message for a workflow of Teams that posts what a webhook receives: one adaptive card. */
export function teamsBody({ title, entries, more, url, note }: Digest): string {
  const body = [
    block(run(title, { weight: 'Bolder' })),
    ...entries.map((entry) => block(...entryRuns(entry))),
    ...(more > 0 ? [block(run(moreText(more), opening(url)))] : []),
    ...(note === undefined ? [] : [block(run(note))]),
  ];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: cardText(title),
    body,
    msteams: { width: 'Full' },
  };
  return JSON.stringify({
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ],
  });
}

function entryRuns({ severity, label, title, repository, place, detail, url }: Entry): TextRun[] {
  const rest = [repository, place, detail].filter((part) => part !== undefined);
  const color = severity === 'CRITICAL' ? { color: 'Attention' as const } : {};
  return [
    run(`${label} `, { weight: 'Bolder', ...color }),
    run(title, opening(url)),
    ...(rest.length > 0 ? [run(` · ${rest.join(' · ')}`)] : []),
  ];
}
