import { definePack } from '../../pack.ts';
import { callbacks, members, sources, subtypes } from './rows.ts';

const connection = 'websockets.ServerConnection';

export const sockets = definePack({
  id: 'python/sockets',
  languages: ['python'],
  title: 'Socket.IO and web sockets',
  provenance: 'python-socketio and websockets documentation',
  rows: [
    // Who it is from is the server's name for the client; what it says is the client's.
    {
      kind: 'handler',
      params: [
        { name: '_?sid' },
        { name: 'data|msg|message|payload|body|content|environ|auth', source: 'remote' },
      ],
      requires: 'socketio',
    },
    {
      kind: 'override',
      type: 'socketio.Namespace',
      method: 'on_\\w+',
      params: [{}, { source: 'remote' }],
    },
    ...subtypes(['socketio.Namespace'], ['socketio.AsyncNamespace']),

    ...callbacks(
      0,
      [connection],
      [
        'websockets.serve',
        'websockets.server.serve',
        'websockets.asyncio.server.serve',
        'websockets.sync.server.serve',
        'websockets.legacy.server.serve',
      ],
    ),
    { kind: 'handler', params: [{ name: 'websocket|ws', type: connection }], requires: 'websockets' },
    ...sources('remote', 'a message of a web socket', members(connection, 'recv recv_streaming []')),
  ],
});
