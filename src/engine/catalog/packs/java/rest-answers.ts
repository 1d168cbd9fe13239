import { definePack } from '../../pack.ts';
import type { Condition, RowInput } from '../../schema.ts';
import { flows, neutrals, of, sinks, subtypes, types } from './rows.ts';

const rs = 'javax.ws.rs.';
const core = `${rs}core.`;
const builder = `${core}Response.ResponseBuilder`;

/** A builder that nothing has been told of yet, one with text in it, and what answers of pages and of data are made with. */
const states = {
  text: `${builder}.ofText`,
  page: `${builder}.ofPage`,
  data: `${builder}.ofData`,
};
const page = { what: 'the page that is sent back', confidence: 70 };

const isText: Condition = { input: 'Argument[0]', type: 'java.lang.String' };
const says = (input: string, matches: string): Condition => ({ input, matches, ignoreCase: true });
const anyPage = '^(?:text/html|application/xhtml|image/svg)';
const anyData = '^(?!text/html|application/xhtml|image/svg|\\*/)[\\w.+-]+/';

const steps =
  'allow cacheControl contentLocation cookie encoding expires header language lastModified link links replaceAll status tag variants';

/** Answers of JAX-RS: what type of document they are decides what their text can do. */
export const restAnswers = definePack({
  id: 'java/rest-answers',
  languages: ['java'],
  title: 'Answers of JAX-RS',
  provenance: 'Jakarta REST specification; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...subtypes(Object.fromEntries(Object.values(states).map((state) => [state, [builder]]))),
    ...(
      [
        ['HTML', 'text/html'],
        ['PLAIN', 'text/plain'],
        ['XML', 'text/xml'],
      ] as const
    ).flatMap(([name, value]): RowInput[] => [
      { kind: 'constant', api: `${core}MediaType.TEXT_${name}`, value },
      { kind: 'constant', api: `${core}MediaType.TEXT_${name}_TYPE`, value },
    ]),
    ...(
      [
        ['JSON', 'application/json'],
        ['XML', 'application/xml'],
        ['XHTML_XML', 'application/xhtml+xml'],
        ['SVG_XML', 'image/svg+xml'],
        ['OCTET_STREAM', 'application/octet-stream'],
      ] as const
    ).flatMap(([name, value]): RowInput[] => [
      { kind: 'constant', api: `${core}MediaType.APPLICATION_${name}`, value },
      { kind: 'constant', api: `${core}MediaType.APPLICATION_${name}_TYPE`, value },
    ]),
    // The text that is given first, and its type beside it or later.
    ...[`${core}Response.ok`, `${builder}.entity`].flatMap((api): RowInput[] => [
      { kind: 'type', api, type: states.page, when: [says('Argument[1]', anyPage)] },
      { kind: 'type', api, type: states.data, when: [says('Argument[1]', anyData)] },
      // A variant, or what cannot be told.
      { kind: 'type', api, type: builder, when: [{ input: 'Argument[1]', absent: false }] },
      { kind: 'type', api, type: states.text, when: [isText] },
      { kind: 'type', api, type: builder },
    ]),
    ...of(`${core}Response`, 'status accepted created noContent notModified seeOther serverError').map(
      (api): RowInput => ({ kind: 'type', api, type: builder }),
    ),
    ...[builder, states.text, states.page, states.data].flatMap((state) => {
      const api = `${state}.type`;
      return [
        { kind: 'type' as const, api, type: states.page, when: [says('Argument[0]', anyPage)] },
        { kind: 'type' as const, api, type: states.data, when: [says('Argument[0]', anyData)] },
        ...types({ [api]: state }),
        ...types(Object.fromEntries(of(state, steps).map((step) => [step, state]))),
        ...flows('Receiver', 'ReturnValue', of(state, `${steps} type`)),
      ];
    }),
    // A type that was set stays.
    ...[states.page, states.data].map(
      (state): RowInput => ({
        kind: 'type',
        api: `${state}.entity`,
        type: state,
        when: [{ input: 'Argument[1]', absent: true }],
      }),
    ),
    ...types({
      [`${states.text}.build`]: `${core}Response.ofText`,
      [`${states.page}.build`]: `${core}Response.ofPage`,
      [`${states.data}.build`]: `${core}Response.ofData`,
      [`${builder}.build`]: `${core}Response`,
    }),
    ...sinks('xss', 'Argument[0]', [`${core}Response.ok`, `${builder}.entity`], {
      ...page,
      when: [{ input: 'Argument[0]', looksLike: 'html' }],
    }),
    ...sinks('xss', 'Argument[0]', [`${core}Response.ok`, `${builder}.entity`], {
      ...page,
      when: [says('Argument[1]', anyPage)],
    }),
    ...sinks('xss', 'Argument[0]', [`${states.page}.entity`], page),
    // The type comes behind the text.
    ...sinks('xss', 'Receiver', [`${states.text}.type`], {
      ...page,
      when: [says('Argument[0]', anyPage)],
    }),
    ...flows('Receiver', 'ReturnValue', [`${builder}.build`, `${states.text}.build`]),
    ...neutrals([`${states.page}.build`, `${states.data}.build`]),
    // A text without a type is what the method says that it produces, or what the client asks for.
    ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: rs + name,
        returnsTo: `${rs}Answer`,
        returns: [`${core}Response`],
        unless: '^@Produces\\((?!.*html)',
      }),
    ),
    ...sinks('xss', 'Argument[0]', [`${rs}Answer`], {
      ...page,
      when: [{ input: 'Argument[0]', type: `${core}Response.ofText` }],
    }),
  ],
});
