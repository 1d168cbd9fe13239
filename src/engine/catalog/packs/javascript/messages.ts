import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, calls, documented, members, sources, types } from './rows.ts';

const messages: RowInput[] = [
  ...types('ws.Server', ['ws.Server', 'ws.WebSocketServer', 'ws.WebSocket.Server']),
  ...calls(['ws.Server.on'], 'last', [{ type: 'ws.WebSocket' }, { type: 'http.IncomingMessage' }]),
  ...calls(members('ws.WebSocket', 'on once addEventListener addListener'), 'last', [{ source: 'remote' }]),
  ...types('socket.io.Server', [
    'socket.io',
    'socket.io.Server',
    'socket.io.Server.of',
    'socket.io.Server.sockets',
  ]),
  ...calls(members('socket.io.Server', 'on'), 'last', [{ type: 'socket.io.Socket' }]),
  ...calls(members('socket.io.Socket', 'on once'), 'last', [
    { source: 'remote' },
    { source: 'remote' },
    { source: 'remote' },
  ]),
  ...sources('remote', 'a parameter of the connection', ['socket.io.Socket.handshake']),
  ...calls(['amqplib.Channel.consume', '*.consume'], 1, [{ source: 'stored' }]),
  ...types('kafkajs.Consumer', ['kafkajs.Kafka.consumer']),
  ...calls(['kafkajs.Consumer.run'], 0, [{ type: 'kafkajs.Payload' }]),
  ...sources('stored', 'a message of a queue', members('kafkajs.Payload', 'message batch')),
  ...calls(['bullmq.Worker'], 1, [{ type: 'bullmq.Job' }]),
  ...types('bull.Queue', ['bull']),
  ...calls(['bull.Queue.process'], 'last', [{ type: 'bullmq.Job' }]),
  ...sources('stored', 'a message of a queue', ['bullmq.Job.data']),
];

const serverless: RowInput[] = [
  {
    kind: 'handler',
    params: [{ name: '^_?event$', type: 'aws-lambda.APIGatewayProxyEvent' }],
    requires: 'aws-lambda',
    returnsTo: 'aws-lambda.respond',
  },
  ...sources(
    'remote',
    'a message of a queue',
    members('aws-lambda', 'SQSEvent.Records SNSEvent.Records S3Event.Records KinesisStreamEvent.Records'),
  ),
  // Whoever calls a function directly sends it any event.
  {
    kind: 'handler',
    params: [{ name: '^_?event$', type: 'aws-lambda.APIGatewayProxyEvent', source: 'remote' }],
    named: '(?:lambda_?)?[hH]andler',
    returnsTo: 'aws-lambda.respond',
  },
  {
    kind: 'handler',
    params: [{ name: '^_?event$', type: 'aws-lambda.APIGatewayProxyEvent' }],
    uses: [
      'queryStringParameters',
      'multiValueQueryStringParameters',
      'pathParameters',
      'rawQueryString',
      'isBase64Encoded',
      'Records',
      'body',
    ],
    returnsTo: 'aws-lambda.respond',
  },
  {
    kind: 'handler',
    params: [
      { name: '^_?event$', type: 'aws-lambda.APIGatewayProxyEvent' },
      { name: '^_?(?:context|ctx)$', type: 'aws-lambda.Context' },
    ],
    returnsTo: 'aws-lambda.respond',
  },
  ...['Content-Type', 'content-type'].map(
    (header): RowInput => ({
      kind: 'sink',
      api: 'aws-lambda.respond',
      input: 'Argument[0].body',
      vulnClass: 'xss',
      when: [{ input: `Argument[0].headers.${header}`, matches: 'html|svg', ignoreCase: true }],
    }),
  ),
  { kind: 'alias', api: 'aws-lambda.APIGatewayProxyEventV2', of: 'aws-lambda.APIGatewayProxyEvent' },
  { kind: 'alias', api: 'aws-lambda.APIGatewayEvent', of: 'aws-lambda.APIGatewayProxyEvent' },
  ...sources(
    'remote',
    'the event',
    members(
      'aws-lambda.APIGatewayProxyEvent',
      'body queryStringParameters multiValueQueryStringParameters pathParameters headers rawPath rawQueryString path arguments Records',
    ),
  ),
];

const graphqlModules = [
  'graphql',
  'graphql-tag',
  'express-graphql',
  'graphql-http',
  'apollo-server',
  'apollo-server-express',
  '@apollo/server',
  'graphql-yoga',
  'graphql-tools',
  '@graphql-tools/schema',
];

const graphql: RowInput[] = [
  {
    kind: 'handler',
    params: [
      { name: '^_*(?:parent|root|obj|source|_)?$', type: 'graphql.Parent' },
      { name: '^_?(?:args|input)$', type: 'graphql.Arguments' },
    ],
  },
  // `(parent, { id })`: a parameter that is taken apart has no name.
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:parent|root)$', type: 'graphql.Parent' },
      { name: '^$', type: 'graphql.Arguments' },
    ],
  },
  ...graphqlModules.map(
    (requires): RowInput => ({
      kind: 'handler',
      params: [
        { name: '^_+$', type: 'graphql.Parent' },
        { name: '^$', type: 'graphql.Arguments' },
      ],
      requires,
    }),
  ),
  // Functions of a root object are given the arguments first.
  ...graphqlModules.map(
    (requires): RowInput => ({
      kind: 'handler',
      params: [{ name: '^_?args$', type: 'graphql.Arguments' }],
      requires,
    }),
  ),
  ...sources('remote', 'an argument of the query', ['graphql.Arguments.*']),
  {
    kind: 'misuse',
    api: 'apollo-server.ApolloServer',
    vulnClass: 'csrf-disabled',
    when: [{ input: 'Argument[0].csrfPrevention', is: [false] }],
    message: 'Other sites can send operations with the cookies of the user.',
  },
  {
    kind: 'misuse',
    api: '@apollo/server.ApolloServer',
    vulnClass: 'csrf-disabled',
    when: [{ input: 'Argument[0].csrfPrevention', is: [false] }],
    message: 'Other sites can send operations with the cookies of the user.',
  },
];

/** What is called by messages and operations instead of routes. */
export const messagesPack = definePack({
  id: 'javascript/messages',
  languages: [...both],
  title: 'Sockets, message queues, serverless functions and GraphQL',
  provenance: documented,
  rows: [...messages, ...serverless, ...graphql],
});
