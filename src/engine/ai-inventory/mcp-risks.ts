/** What is certainly risky about an MCP server as a configuration names it. */
import type { Finding } from '../finding.ts';
import { type Given, givenByAddress, givenByArguments, isInlineCredential } from './inline-credentials.ts';
import type { Server } from './mcp.ts';
import { fetched, hostOf, isFromElsewhere, isPinned, runnerOf } from './mcp-program.ts';
import { isPlainRemote } from './networks.ts';
import { type Risk, riskFinding } from './risks.ts';

export function risksOf(path: string, text: string, server: Server): Finding[] {
  const at = { start: server.start, end: server.end };
  return [unpinned(server), credential(server), plain(server)].flatMap((risk) =>
    risk ? [riskFinding(path, text, { ...at, ...risk })] : [],
  );
}

type Found = Omit<Risk, 'start' | 'end'>;

function unpinned(server: Server): Found | undefined {
  const source = fetched(server);
  if (!source || server.disabled || isPinned(source) || !isFromElsewhere(source)) return undefined;
  const more = { docker: ' or a digest', git: ', a tag of a release or a commit' } as Readonly<
    Record<string, string>
  >;
  return {
    vulnClass: 'unpinned-dependency',
    rule: 'mcp-server-unpinned',
    title: 'MCP server fetched without a fixed version',
    message: `Each start of the MCP server fetches whatever \`${source.name}\` is then, and runs it with the developer's rights. Name an exact version${more[source.ecosystem] ?? ''}.`,
    cwes: ['CWE-494'],
    score: 45,
    confidence: 90,
    snippet: `${server.name}: ${runnerOf(server)} ${source.name}`,
  };
}

function credential(server: Server): Found | undefined {
  const given: readonly Given[] = [
    ...server.secrets,
    ...givenByArguments(server.args),
    ...givenByAddress(server.url ?? ''),
  ];
  const found = given.find(isInlineCredential);
  if (!found) return undefined;
  const name = /^[A-Za-z][\w-]{0,59}$/.exec(found[0])?.[0];
  return {
    vulnClass: 'hard-coded-secret',
    rule: 'agent-credential',
    title: "A credential in an agent's configuration",
    message: `The value of ${name ?? 'a variable'} is written into the configuration of this MCP server. Whoever can read the file or its history can use it: revoke it, and refer to an environment variable or an input.`,
    cwes: ['CWE-798'],
    score: 75,
    confidence: 80,
    snippet: `${server.name}: ${name ?? '…'} = …`,
  };
}

function plain(server: Server): Found | undefined {
  // A bridge is told the address that it connects to.
  const isBridge = fetched(server)?.name === 'mcp-remote';
  const url = [server.url, ...(isBridge ? server.args : [])].find(
    (each) => each !== undefined && isPlainRemote(each),
  );
  if (url === undefined) return undefined;
  return {
    vulnClass: 'cleartext-transmission',
    rule: 'mcp-server-over-http',
    title: 'MCP server reached over plain HTTP',
    message: `What the agent sends to ${hostOf(url)} and what it is told can be read and changed on the way. Use https.`,
    cwes: ['CWE-319'],
    score: 50,
    confidence: 90,
    snippet: `${server.name}: http://${hostOf(url)}`,
  };
}
