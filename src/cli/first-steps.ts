import type { FirstStart } from '../service/lifecycle/first-start.ts';

interface Told {
  readonly dataFolder: string;
  /** Whether a person reads along. A secret is written to nobody else: the output of a program is often kept. */
  readonly isTerminal: boolean;
  /** Whether it listens on all addresses of the machine, and no other was named for people. */
  readonly isEverywhere: boolean;
}

/** What to do after the first start of `parapet serve`, in order. */
export async function firstSteps(
  first: FirstStart,
  { dataFolder, isTerminal, isEverywhere }: Told,
): Promise<string> {
  const address = first.address.href.replace(/\/$/, '');
  const note = isEverywhere ? ' (from another machine: the name of this one)' : '';
  return [
    '',
    'This is the first start. What to do next:',
    '',
    ...(isTerminal ? await tokenLines(first) : commandLines(dataFolder, address)),
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

const commandLines = (dataFolder: string, address: string): readonly string[] => [
  '1. Make a token of the first administrator, on this machine or in this container. It is shown once.',
  `     parapet token create --data ${asWord(dataFolder)}`,
  '   In a browser, a link signs in the same administrator. This makes one that works once, within a day:',
  `     parapet sign-in create --data ${asWord(dataFolder)} --address ${address}`,
];

/** As a shell takes it. */
const asWord = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : JSON.stringify(text));
