import assert from 'node:assert/strict';
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { toolset } from '../../../src/agent/toolset.ts';
import { getMcpManifest } from '../../../src/api/contract/mcp.ts';
import { mcpManifest } from '../../../src/mcp/manifest.ts';
import { issueOfUri, issueUri, mcpProtocolVersions } from '../../../src/mcp/protocol.ts';
import { Harness } from '../service/support/harness.ts';

describe('GET /mcp-manifest.json', () => {
  it('is answered to anyone, as the contract has it, with the tools that the server has', async () => {
    await using harness = await Harness.start();
    const response = await harness.request('/mcp-manifest.json');
    assert.equal(response.status, 200);
    const body: unknown = await response.json();
    const manifest = getMcpManifest.response.parse(body);
    assert.deepEqual(body, JSON.parse(JSON.stringify(mcpManifest('0.0.0-test'))));
    assert.deepEqual(
      manifest.tools.map(({ name, effect }) => [name, effect]),
      toolset.map(({ name, effect }) => [name, effect]),
    );
    assert.ok(!JSON.stringify(body).includes(harness.folder), 'it says nothing of the machine');
  });

  it('names the versions of the protocol that the SDK speaks', () => {
    assert.deepEqual([...mcpProtocolVersions], SUPPORTED_PROTOCOL_VERSIONS);
    assert.equal(mcpProtocolVersions[0], LATEST_PROTOCOL_VERSION);
  });

  it('has addresses of issues that lead back to the issue, and to nothing else', () => {
    const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    assert.equal(issueOfUri(issueUri(id)), id);
    for (const uri of [
      'parapet://issues/',
      `parapet://issues/${id}/x`,
      `parapet://scans/${id}`,
      `x${issueUri(id)}`,
    ]) {
      assert.equal(issueOfUri(uri), undefined, uri);
    }
  });
});
