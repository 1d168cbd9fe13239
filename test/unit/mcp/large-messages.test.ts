import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { IdSearch } from '../../../src/mcp/id-search.ts';
import { StdioTransport } from '../../../src/mcp/stdio.ts';
import { builtProgram } from '../../support/built-programs.ts';
import { Project } from './mcp-process.ts';

const megabyte = 1024 * 1024;

interface Answer {
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

describe('messages to the MCP server that are too large, or none', () => {
  describe('over its standard input', function () {
    this.timeout(120_000);
    let project: Project;
    let server: ChildProcess;
    let answers: AsyncIterator<string>;

    before(async () => {
      project = await Project.make({ 'a.js': 'x' });
      const entry = builtProgram('cli');
      server = spawn(process.execPath, [entry, 'mcp', '--data', project.data], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      assert.ok(server.stdout);
      answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
      await ask({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      });
    });
    after(async () => {
      server.stdin?.end();
      await project[Symbol.asyncDispose]();
    });

    async function ask(message: unknown): Promise<Answer> {
      const line = typeof message === 'string' ? message : JSON.stringify(message);
      server.stdin?.write(`${line}\n`);
      const { value } = await answers.next();
      return JSON.parse(value ?? 'null') as Answer;
    }

    const call = (id: number, content: string) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'no_such_tool', arguments: { content } },
    });

    it('is answered where it has more than 10 MB, as long as it is within the limit', async () => {
      const { id, error } = await ask(call(1, 'x'.repeat(12 * megabyte)));
      assert.equal(id, 1);
      assert.match(error?.message ?? '', /no tool no_such_tool/);
    });

    it('is refused with its own id, and the next one is answered', async () => {
      for (const megabytes of [25, 60]) {
        const refused = await ask(call(megabytes, 'x'.repeat(megabytes * megabyte)));
        assert.equal(refused.id, megabytes);
        assert.equal(refused.error?.code, -32_600);
        assert.match(refused.error?.message ?? '', /at most 24 MB are read/);
        const next = await ask({ jsonrpc: '2.0', id: 'next', method: 'tools/list' });
        assert.equal(next.id, 'next');
        assert.ok(next.result);
      }
    });

    it('is refused where it is no message, and the next one is answered', async () => {
      assert.deepEqual((await ask('no json')).error?.code, -32_700);
      const refused = await ask({ jsonrpc: '1.0', id: 7, method: 3 });
      assert.deepEqual([refused.id, refused.error?.code], [7, -32_600]);
      assert.equal((await ask({ jsonrpc: '2.0', id: 8, method: 'ping' })).id, 8);
    });
  });

  it('keep no more than the limit in memory, however long a line without an end grows', async () => {
    const input = new PassThrough();
    const transport = new StdioTransport(input, new PassThrough(), 1_000);
    await transport.start();
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 300; sent++) {
      input.write(Buffer.alloc(megabyte, 0x61));
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 150 * megabyte);
    await transport.close();
  });

  it('have their id found wherever it stands, in whatever pieces they come', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const id = fc.oneof(fc.integer(), fc.string({ maxLength: 40 }));
    fc.assert(
      fc.property(
        id,
        fc.dictionary(fc.string(), json),
        fc.nat(20),
        fc.integer({ min: 1, max: 9 }),
        (wanted, others, at, step) => {
          const fields = Object.entries(others).filter(([key]) => key !== 'id' && key !== '__proto__');
          fields.splice(at % (fields.length + 1), 0, ['id', wanted]);
          const bytes = Buffer.from(JSON.stringify(Object.fromEntries(fields)));
          const search = new IdSearch();
          for (let from = 0; from < bytes.length; from += step) search.add(bytes.subarray(from, from + step));
          assert.equal(search.id, wanted);
        },
      ),
    );
  });

  it('have no id where none is in the outermost object', () => {
    for (const text of [
      '{"params":{"id":1}}',
      '[{"id":1}]',
      '{"id":{"id":2}}',
      '{"x":"\\"id\\":3"}',
      'id: 4',
      '{"id":null}',
    ]) {
      const search = new IdSearch();
      search.add(Buffer.from(text));
      assert.equal(search.id, null, text);
    }
  });
});
