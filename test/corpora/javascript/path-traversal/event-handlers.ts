// Handlers of h3: the event has the address, functions read the other parts of the request.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { defineEventHandler, eventHandler, getRequestHeader, readBody } from 'h3';

export const image = eventHandler(async (event) => {
  const [, name] = event.path.split('/');
  return readFile(join('/srv/images', name)); // expect: path-traversal
});

export const plain = eventHandler(async (e) => {
  const name = basename(e.path);
  return readFile(join('/srv/images', name)); // ok: path-traversal
});

export const theme = defineEventHandler(async (e) =>
  readFile(`/srv/themes/${getRequestHeader(e, 'x-theme')}`), // expect: path-traversal
);

export const connect = defineEventHandler(async (e) => {
  const { command, query } = await readBody(e);
  const client = new Client({ name: 'shop', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args: [] })); // expect: command-injection
  await client.connect(new StdioClientTransport({ command: 'disks', args: [query] })); // ok: command-injection
});
