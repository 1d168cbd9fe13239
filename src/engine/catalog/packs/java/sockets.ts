import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { neutrals, of, sources, types } from './rows.ts';

const ws = 'javax.websocket.';
const graphql = 'graphql.schema.';
const kafka = 'org.apache.kafka.clients.consumer.ConsumerRecord';

/** What comes in otherwise than by a request for a page: WebSocket endpoints, GraphQL's fetchers, records of Kafka. */
export const sockets = definePack({
  id: 'java/sockets',
  languages: ['java'],
  title: 'WebSocket, GraphQL, Kafka',
  provenance: 'Jakarta WebSocket specification; GraphQL Java and Kafka client documentation.',
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
    // Where a record stands is a number.
    ...neutrals(
      of(kafka, 'partition offset timestamp timestampType serializedKeySize serializedValueSize topic'),
    ),
    ...types({ [`${graphql}DataFetchingEnvironment.getArguments`]: 'java.util.Map' }),
  ],
});
