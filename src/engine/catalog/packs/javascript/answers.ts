import type { RowInput } from '../../schema.ts';
import { members } from './rows.ts';

/** Browsers show an answer of these types as text, whatever is in it. */
const plain =
  '^(?:text/plain|text$|txt|json|application/(?!xhtml|xml|html)|text/css|css|text/csv|csv|text/markdown|image/(?!svg)|(?:audio|video|font)/)';

/** Browsers run the scripts of these. */
const page = '^(?:(?:text/)?x?html|application/(?:xhtml|xml)|(?:text/)?xml|(?:image/)?svg)';

interface Answers {
  /** The type of a server's answers. */
  readonly answer: string;
  /** Methods that are given the content type alone. */
  readonly setters?: string;
  /** Methods that are given a header's name and its value, or an object of headers. */
  readonly headers?: string;
  /** Methods that are given the status, perhaps its words, and an object of headers. */
  readonly writers?: string;
}

const names = ['Content-Type', 'content-type', 'Content-type'];
const inHeaders = (...arguments_: readonly number[]): string =>
  arguments_.flatMap((index) => names.map((name) => `Argument[${index}].${name}`)).join('|');

/**
 * Answers whose content type a handler sets: `<library>.PlainAnswer` from then on, or `<library>.PageAnswer`; both remain
 * answers of the library.
 */
export function typedAnswers(library: string, { answer, setters, headers, writers }: Answers): RowInput[] {
  const kinds = [
    [`${library}.PlainAnswer`, plain],
    [`${library}.PageAnswer`, page],
  ] as const;
  return kinds.flatMap(([type, matches]): RowInput[] => {
    const become = (methods: string | undefined, input: string, named = false): RowInput[] =>
      methods === undefined
        ? []
        : members(answer, methods).map((api) => ({
            kind: 'become',
            api,
            type,
            when: [
              ...(named ? [{ input: 'Argument[0]', is: ['content-type'], ignoreCase: true }] : []),
              { input, matches, ignoreCase: true },
            ],
          }));
    return [
      { kind: 'subtype', api: type, of: [answer] },
      ...become(setters, 'Argument[0]'),
      ...become(headers, 'Argument[1]', true),
      ...become(headers, inHeaders(0)),
      ...become(writers, inHeaders(1, 2)),
    ];
  });
}
