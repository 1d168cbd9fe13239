/** `parapet serve` and `parapet token create`: the service without an editor. */
import { putAsideText } from '../api/put-aside.ts';
import { defaultScanAssets } from '../service/analysis/assets.ts';
import { createScanRunner } from '../service/analysis/worker-runner.ts';
import { advisoryFolderOf } from '../service/dependencies/sources/snapshot-folder.ts';
import { createTokenIn } from '../service/lifecycle/bootstrap.ts';
import { createSignInLinkIn } from '../service/lifecycle/first-link.ts';
import { databaseOf, dataFolderOf, publicUrlOf } from '../service/lifecycle/options.ts';
import { run } from '../service/lifecycle/run.ts';
import { firstSteps } from './first-steps.ts';
import type { CommandContext } from './scan-command.ts';
import { withSecretFiles } from './secret-files.ts';

export interface ServeCommand {
  readonly host: string;
  readonly port: number;
  readonly localFolders: boolean;
  readonly data?: string;
}

export interface TokenCommand {
  readonly name?: string;
  readonly days: number;
  readonly data?: string;
}

export interface SignInCommand {
  readonly email?: string;
  readonly address?: string;
  readonly data?: string;
}

/** Serves until the signal aborts. @throws Error with a sentence for the user */
export async function runServe(command: ServeCommand, context: CommandContext): Promise<void> {
  const { stderr, signal, version } = context;
  const environment = withSecretFiles(context.environment);
  const dataFolder = dataFolderOf(command.data, environment);
  const assets = context.scan?.assets ?? defaultScanAssets();
  await run({
    mode: 'serve',
    dataFolder,
    host: command.host,
    port: command.port,
    localFolders: command.localFolders,
    idleMinutes: 0,
    runner: createScanRunner({ ...assets, advisoryFolder: advisoryFolderOf(dataFolder) }),
    version,
    environment,
    signal,
    log: (level, fields) => {
      stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, ...fields })}\n`);
    },
    tell: (event) => {
      if (event.type === 'ready') {
        const host = command.host.includes(':') ? `[${command.host}]` : command.host;
        stderr.write(
          `Parapet ${version} serves http://${host}:${event.port} from ${event.dataFolder}. End it with Ctrl+C.\n`,
        );
        for (const each of event.putAside ?? []) stderr.write(`${putAsideText(each)}\n`);
      }
    },
    welcome: async (first) => {
      const isEverywhere = /^(0\.0\.0\.0|::)$/.test(command.host) && first.address.hostname === 'localhost';
      stderr.write(await firstSteps(first, { dataFolder, isTerminal: stderr.isTTY === true, isEverywhere }));
    },
  });
}

/** Prints a new token; its secret cannot be shown again. @throws Error with a sentence for the user */
export async function runTokenCreate(command: TokenCommand, context: CommandContext): Promise<void> {
  const environment = withSecretFiles(context.environment);
  const dataFolder = dataFolderOf(command.data, environment);
  const token = await createTokenIn(
    dataFolder,
    { name: command.name, days: command.days },
    databaseOf(environment),
  );
  context.stdout.write(
    [
      `Token ID:     ${token.tokenId}`,
      `Token secret: ${token.tokenSecret}`,
      `Expires:      ${token.expiresAt}`,
      '',
    ].join('\n'),
  );
  context.stderr.write('The secret is shown this once and kept only as a hash. Store it safely.\n');
}

/** Prints a one-time link for a browser. @throws Error with a sentence for the user */
export async function runSignInCreate(command: SignInCommand, context: CommandContext): Promise<void> {
  const environment = withSecretFiles(context.environment);
  const base = publicUrlOf(
    command.address === undefined ? environment : { PARAPET_PUBLIC_URL: command.address },
  );
  if (!base) throw new Error('Say where browsers reach the service, with --address or PARAPET_PUBLIC_URL.');
  const link = await createSignInLinkIn(
    dataFolderOf(command.data, environment),
    { base, email: command.email },
    databaseOf(environment),
  );
  context.stdout.write(`${link}\n`);
  context.stderr.write('The link works once, within a day. Whoever opens it is signed in.\n');
}
