// Tools that a language model calls: it passes on what stands in a page or a message that it read.
import { execFileSync, execSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DynamicStructuredTool, StructuredTool } from '@langchain/core/tools';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { tool as agentTool } from '@openai/agents';
import { tool } from 'ai';
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const server = new McpServer({ name: 'disks', version: '1.0.0' });

server.tool('usage', 'Size of a folder', { folder: z.string() }, async ({ folder }) => ({
  content: [{ type: 'text', text: execSync(`du -sh ${folder}`).toString() }], // expect: command-injection
}));

server.tool('usage-apart', { folder: z.string() }, async ({ folder }) => ({
  content: [{ type: 'text', text: execFileSync('du', ['-sh', '--', folder]).toString() }], // ok: command-injection
}));

server.tool('kill', { pid: z.number() }, async ({ pid }) => ({
  content: [{ type: 'text', text: execSync(`kill ${pid}`).toString() }], // ok: command-injection
}));

server.registerTool('mount', { inputSchema: { device: z.string() } }, async (args) => {
  execSync('mount ' + args.device); // expect: command-injection
  return { content: [] };
});

export function registerMore(target: McpServer) {
  target.registerPrompt('explain', { argsSchema: { file: z.string() } }, ({ file }) => {
    execSync('file ' + file); // expect: command-injection
    return { messages: [] };
  });
  target.registerResource('notes', 'notes://{name}', {}, async (uri, { name }) => {
    const text = await readFile(join('/srv/notes', name)); // expect: path-traversal
    const other = await readFile(join('/srv/notes', basename(name))); // ok: path-traversal
    return { contents: [{ uri: uri.href, text: `${text}${other}` }] };
  });
}

const low = new Server({ name: 'raw', version: '1.0.0' }, { capabilities: { tools: {} } });
low.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [] }));
low.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  if (name === 'ping') execSync(`ping -c 1 ${args.host}`); // expect: command-injection
  if (name === 'date') execSync('date'); // ok: command-injection
  return { content: [] };
});

const fast = new FastMCP({ name: 'fast', version: '1.0.0' });
fast.addTool({
  name: 'fetch',
  parameters: z.object({ url: z.string() }),
  execute: async (args) => execSync(`wget ${args.url}`).toString(), // expect: command-injection
});

export const weather = tool({
  description: 'Weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => execSync(`weather ${city}`).toString(), // expect: command-injection
});

export const lookup = agentTool({
  name: 'lookup',
  parameters: z.object({ host: z.string() }),
  execute: async ({ host }) => execSync(`nslookup ${host}`).toString(), // expect: command-injection
});

export const structured = new DynamicStructuredTool({
  name: 'count',
  schema: z.object({ file: z.string() }),
  func: async ({ file }) => execSync(`wc -l ${file}`).toString(), // expect: command-injection
});

export class Lines extends StructuredTool {
  async _call({ file }: { file: string }) {
    return execSync(`head ${file}`).toString(); // expect: command-injection
  }
}
