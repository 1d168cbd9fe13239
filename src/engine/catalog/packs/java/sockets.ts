import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { neutrals, of, sinks, sources, types } from './rows.ts';

const ws = 'javax.websocket.';
const graphql = 'graphql.schema.';
const lambda = 'com.amazonaws.services.lambda.runtime.';
const kafka = 'org.apache.kafka.clients.consumer.ConsumerRecord';

/** What comes in otherwise than by a request for a page: WebSocket endpoints, GraphQL's fetchers, records of Kafka, functions of AWS Lambda. */
export const sockets = definePack({
  id: 'java/sockets',
  languages: ['java'],
  title: 'WebSocket, GraphQL, Kafka, AWS Lambda',
  provenance: 'Jakarta WebSocket specification; GraphQL Java, Kafka client and AWS Lambda documentation.',
  rows: [
    { kind: 'alias', api: 'jakarta.websocket', of: 'javax.websocket' },
    {
      kind: 'entry',
      decorator: `${ws}OnMessage`,
      source: 'remote',
      what: 'a message of a socket',
      except: [`${ws}Session`, `${ws}PongMessage`],
    },
    ...['OnOpen', 'OnClose', 'OnError'].map(
      (name): RowInput => ({ kind: 'entry', decorator: ws + name, what: 'an event of a socket' }),
    ),
    {
      kind: 'parameter',
      decorator: `${ws}server.PathParam`,
      source: 'remote',
      what: 'a part of the path',
    },
    ...['Whole', 'Partial'].map(
      (name): RowInput => ({
        kind: 'override',
        type: `${ws}MessageHandler.${name}`,
        method: '^onMessage$',
        params: [{ source: 'remote' }],
      }),
    ),
    ...sources(
      'remote',
      'a part of the address that was requested',
      of(`${ws}Session`, 'getQueryString getPathParameters getRequestParameterMap getRequestURI'),
    ),
    // GraphQL Java.
    {
      kind: 'override',
      type: `${graphql}DataFetcher`,
      method: '^get$',
      params: [{ type: `${graphql}DataFetchingEnvironment` }],
    },
    ...sources(
      'remote',
      'an argument of the query',
      of(`${graphql}DataFetchingEnvironment`, 'getArgument getArguments getArgumentOrDefault getVariables'),
    ),
    ...['DgsQuery', 'DgsMutation', 'DgsSubscription', 'DgsData'].map(
      (name): RowInput => ({
        kind: 'entry',
        decorator: `com.netflix.graphql.dgs.${name}`,
        what: 'an argument of the query',
      }),
    ),
    {
      kind: 'parameter',
      decorator: 'com.netflix.graphql.dgs.InputArgument',
      source: 'remote',
      what: 'an argument of the query',
    },
    ...['Query', 'Mutation', 'Subscription'].map(
      (name): RowInput => ({
        kind: 'entry',
        decorator: `org.eclipse.microprofile.graphql.${name}`,
        source: 'remote',
        what: 'an argument of the query',
      }),
    ),
    ...[
      'org.eclipse.microprofile.reactive.messaging.Incoming',
      'io.micronaut.configuration.kafka.annotation.Topic',
    ].map((decorator): RowInput => ({ kind: 'entry', decorator, source: 'remote', what: 'a message' })),
    // Functions of AWS Lambda.
    {
      kind: 'override',
      type: `${lambda}RequestHandler`,
      method: '^handleRequest$',
      params: [{ source: 'remote' }, {}],
    },
    {
      kind: 'override',
      type: `${lambda}RequestStreamHandler`,
      method: '^handleRequest$',
      params: [{ source: 'remote' }, {}, {}],
    },
    ...['APIGatewayProxyResponseEvent', 'APIGatewayV2HTTPResponse'].flatMap((name) => {
      const answer = `${lambda}events.${name}`;
      return [
        ...types(
          Object.fromEntries(
            of(answer, 'withStatusCode withHeaders withMultiValueHeaders withIsBase64Encoded withBody').map(
              (api) => [api, answer],
            ),
          ),
        ),
        ...sinks('xss', 'Argument[0]', of(answer, 'withBody setBody'), {
          when: [{ input: 'Argument[0]', looksLike: 'html' }],
          what: 'the page that is sent back',
        }),
      ];
    }),
    // Where a record stands is a number.
    ...neutrals(
      of(kafka, 'partition offset timestamp timestampType serializedKeySize serializedValueSize topic'),
    ),
    ...types({ [`${graphql}DataFetchingEnvironment.getArguments`]: 'java.util.Map' }),
  ],
});
