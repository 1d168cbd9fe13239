import type { FirstStart } from '../service/lifecycle/first-start.ts';

interface Told {
  readonly dataFolder: string;
  /** Whether a person reads along. A secret is written to nobody else: the output of a program is often kept. */
  readonly isTerminal: boolean;
}

/** What to do after the first start of `parapet serve`, in order. */
export async function firstSteps(first: FirstStart, { dataFolder, isTerminal }: Told): Promise<string> {
  const { address, note } = reached(first.address);
  return [
    '',
    'This is the first start. What to do next:',
    '',
    ...(isTerminal ? await tokenLines(first) : commandLines(dataFolder)),
    '',
    '2. Connect VS Code: run "Parapet: Connect to a Service…" and enter the address and the token.',
    `     ${address}${note}`,
    '',
    '3. Add a repository: run "Parapet: Scan This Workspace" in a clone of it, or add it by its address:',
    `     curl ${address}/api/v2/repositories/addByUrl -H 'Content-Type: application/json' \\`,
    `       -H "X-Service-API-Token-Id: $ID" -H "X-Service-API-Token-Secret: $SECRET" \\`,
    `       -d '{"url": "https://github.com/owner/repository"}'`,
    '',
    'Later starts say the first line only.',
    '',
  ].join('\n');
}

/** An address to enter. Of one that stands for all of the machine's, the one that works on this machine. */
function reached(url: URL): { readonly address: string; readonly note: string } {
  const isAny = url.hostname === '0.0.0.0' || url.hostname === '[::]';
  const address = (isAny ? url.href.replace(url.hostname, 'localhost') : url.href).replace(/\/$/, '');
  return { address, note: isAny ? ' (from another machine: the name of this one)' : '' };
}

async function tokenLines(first: FirstStart): Promise<readonly string[]> {
  const { tokenId, tokenSecret, expiresAt } = await first.makeToken();
  return [
    `1. Keep this token of the first administrator. It is shown this once and expires on ${expiresAt.slice(0, 10)}.`,
    `     Token ID:     ${tokenId}`,
    `     Token secret: ${tokenSecret}`,
    '   In a browser, this link signs in the same administrator. It works once, within a day:',
    `     ${await first.makeSignInLink()}`,
  ];
}

/** The data folder is said as a shell takes it. */
const commandLines = (dataFolder: string): readonly string[] => [
  '1. Make a token of the first administrator, on this machine or in this container. It is shown once.',
  `     parapet token create --data ${/^[\w./:-]+$/.test(dataFolder) ? dataFolder : JSON.stringify(dataFolder)}`,
];
