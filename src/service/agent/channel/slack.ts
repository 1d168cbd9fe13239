import { type Digest, type Entry, moreText } from './digest.ts';

/** No width: it parts what Slack would read as one. */
const gap = '\u200b';

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** As code within a line, where nothing else is formatted: the names of files stay as they are. */
const codeText = (text: string): string => `\`${escaped(text).replace(/`/g, 'ʼ')}\``;

/**
 * Text from code in Slack's mrkdwn: it formats nothing, links nothing and calls nobody. Of `&`, `<` and `>` Slack documents the
 * escapes; the characters that format have none, so others that look alike stand for them.
 */
export const mrkdwnText = (text: string): string =>
  escaped(text)
    .replace(/\*/g, '∗')
    .replace(/~/g, '∼')
    .replace(/`/g, 'ʼ')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
    .replace(/[@#!](?=\S)/g, `$&${gap}`)
    .replace(/:(?=[\w+'-]+:)/g, `:${gap}`)
    .replace(/:\/\//g, `:${gap}//`)
    .replace(/(www)\./gi, `$1${gap}.`);

/** The body of a message for an incoming webhook of Slack. */
export function slackBody({ title, entries, more, url, note }: Digest): string {
  const lines = [
    `*${mrkdwnText(title)}*`,
    ...entries.map((entry) => `• ${entryText(entry)}`),
    ...(more > 0 ? [linked(moreText(more), url)] : []),
    ...(note === undefined ? [] : [mrkdwnText(note)]),
  ];
  return JSON.stringify({
    text: lines.join('\n'),
    mrkdwn: true,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  });
}

function entryText({ label, title, repository, place, detail, url }: Entry): string {
  const rest = [
    ...(repository === undefined ? [] : [mrkdwnText(repository)]),
    ...(place === undefined ? [] : [codeText(place)]),
    ...(detail === undefined ? [] : [mrkdwnText(detail)]),
  ];
  return [`*${mrkdwnText(label)}* ${linked(title, url)}`, ...rest].join(' · ');
}

/** Addresses are the service's own. A bar ends the address, so it cannot be in one. */
const linked = (text: string, url: string | undefined): string =>
  url === undefined ? mrkdwnText(text) : `<${url.replace(/[|<>]/g, encodeURIComponent)}|${labelText(text)}>`;

const labelText = (text: string): string => mrkdwnText(text).replace(/\|/g, '∣');
