import { Command, CommanderError, Option } from 'commander';
import { addAdvisories } from './advisory-commands.ts';
import { ExitCode } from './exit-codes.ts';
import type { McpCommand } from './mcp-command.ts';
import { checkModels, defaultModelFolder, importModels, testModels } from './models/models-command.ts';
import { readNumber, readSeverity, readThreatModel, repeated, severityNames } from './options.ts';
import { addInventory, addReport, addSbom, addSca, addVex } from './package-commands.ts';
import { formats } from './report.ts';
import { addRules } from './rules/rules-commands.ts';
import { type CommandContext, runScan, type ScanCommand } from './scan-command.ts';
import type { ServeCommand, SignInCommand, TokenCommand } from './service-commands.ts';

/** The commands that need the service's store, loaded when they are asked for. */
export interface ServiceCommands {
  runServe(command: ServeCommand, context: CommandContext): Promise<void>;
  runTokenCreate(command: TokenCommand, context: CommandContext): Promise<void>;
  runSignInCreate(command: SignInCommand, context: CommandContext): Promise<void>;
}

export interface ProgramContext extends CommandContext {
  readonly loadServiceCommands: () => Promise<ServiceCommands>;
  readonly loadMcp: () => Promise<{ runMcp(command: McpCommand, context: CommandContext): Promise<void> }>;
}

const scanHelp = `
The folder is scanned as it lies there: with git, what is tracked or new and not
ignored; without, what .gitignore files leave. Dependencies, built output,
minified files and media are left out. List more in .parapetignore files, in
.gitignore syntax; "!dist/" takes back what is left out by default. Everything
that could not be analysed is reported.

Issues in code that is not part of the product (tests, examples, build scripts,
generated and vendored code) are low at most, listed apart, and do not count
for --fail-on unless --all-code is given.

Nothing leaves this machine, and nothing is written but the report. Packages are
matched with the advisories on this machine: see "parapet advisories --help".

Exit codes:
  0    done; no issue at or over --fail-on (or no --fail-on given)
  1    done; issues at or over --fail-on
  2    wrong usage: an unknown option, a folder that does not exist
  3    the scan failed
  4    done, and no such issue, but something was given up at a limit or failed:
       only with --fail-on, and not with --allow-partial
  130  interrupted

Examples:
  $ parapet scan .
  $ parapet scan . --fail-on high
  $ parapet scan services/api --format sarif --output parapet.sarif
  $ parapet scan . --format json | jq '.findings[] | select(.severity == "CRITICAL")'`;

const modelsHelp = `
A model says what a library of yours does: which calls take data from clients,
which must not get it, which make it safe. Those in .parapet/models of a
repository hold in every scan of it.

Examples beside the models are source files with comments at the end of lines:
"expect: sql-injection" where an issue is due, "ok: sql-injection" where none is.

Exit codes: 0 done, 1 mistakes or examples that differ, 2 wrong usage.

Examples:
  $ parapet models check
  $ parapet models test
  $ parapet models import acme.model.yml`;

const mcpHelp = `
Credentials of a service elsewhere are read from PARAPET_TOKEN_ID and
PARAPET_TOKEN_SECRET, its header prefix and the organization from
PARAPET_HEADER_PREFIX and PARAPET_ORGANIZATION_ID. The service on this machine
is found by its data folder, and started when it does not run.

Tools that change something ask the person through the client (elicitation).
Where a client cannot ask, they are refused unless --allow-effects is given.

Example, in a client's configuration:
  { "command": "parapet", "args": ["mcp", "--repository", "/path/to/project"] }`;

const mainHelp = `
Start with:
  $ parapet scan .

"parapet scan --help" explains what is scanned and what the exit codes say.`;

/** @returns the exit code; what went wrong has been said by then */
export async function main(argv: readonly string[], context: ProgramContext): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.clean;
  const program = new Command('parapet')
    .description('Finds the security issues of a project and proves each with its flow from source to sink.')
    .version(context.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', mainHelp)
    .showHelpAfterError('See "parapet --help".')
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'parapet: ')),
    })
    .exitOverride();

  const done = (code: ExitCode): void => {
    exitCode = code;
  };
  for (const add of [
    addScan,
    addSca,
    addSbom,
    addVex,
    addReport,
    addInventory,
    addAdvisories,
    addModels,
    addRules,
    addServe,
    addMcp,
    addToken,
    addSignIn,
  ])
    add(program, context, done);

  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? ExitCode.clean : ExitCode.usage;
  }
  return exitCode;
}

function addScan(program: Command, context: ProgramContext, done: (code: ExitCode) => void): void {
  program
    .command('scan')
    .description('scan a folder and report its security issues, the worst first')
    .argument('<dir>', 'the folder of the project')
    .addOption(new Option('-f, --format <format>', 'form of the report').choices(formats).default('table'))
    .option('-o, --output <file>', 'write the report to a file instead of the standard output')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 when an issue is at least this severe')
        .choices(severityNames)
        .argParser(readSeverity),
    )
    .option(
      '--models <dir>',
      'a folder with models of your own libraries, beside .parapet/models (may be repeated)',
      repeated,
      [] as readonly string[],
    )
    .option(
      '--rules <path>',
      'a file or folder of custom rules, beside .parapet/rules (may be repeated)',
      repeated,
      [] as readonly string[],
    )
    .addOption(
      new Option(
        '--threat-model <name>',
        'whose data counts for every weakness, beside remote and library; !name switches one off (may be repeated)',
      ).argParser(readThreatModel),
    )
    .option(
      '--all-code',
      'let --fail-on count issues in tests, examples, build scripts, generated and vendored code, too',
      false,
    )
    .option(
      '--hints',
      'also report hints of low severity: routes without the check for a login or an owner that those beside them have, packages with install scripts or with names close to popular ones',
      false,
    )
    .option(
      '--base <branch>',
      'report only what the commit that is checked out brings against this branch (or commit), as in a pull request',
    )
    .option('--allow-partial', 'let --fail-on pass although something was not analysed to its end', false)
    .option(
      '--advisories <path>',
      'an archive or a folder of OSV records that packages are matched with, too, in this run (may be repeated)',
      repeated,
      [] as readonly string[],
    )
    .option('--no-progress', 'no progress bar (there is none without a terminal)')
    .addHelpText('after', scanHelp)
    .action(async (folder: string, options: Omit<ScanCommand, 'folder'>) => {
      done(await runScan({ folder, ...options }, context));
    });
}

function addModels(program: Command, context: ProgramContext, done: (code: ExitCode) => void): void {
  const models = program
    .command('models')
    .description('check, test and import models of your own libraries')
    .addHelpText('after', modelsHelp);
  models
    .command('check')
    .description('say what models hold, and every mistake in them')
    .argument('[dir]', 'the folder of the models', defaultModelFolder)
    .action(async (folder: string) => {
      done(await checkModels(folder, context));
    });
  models
    .command('test')
    .description('analyse the example files beside models, and compare with the comments in them')
    .argument('[dir]', 'the folder of the models', defaultModelFolder)
    .action(async (folder: string) => {
      done(await testModels(folder, context));
    });
  models
    .command('import')
    .description('write models from data extensions of CodeQL')
    .argument('<file...>', 'YAML files with "extensions:"')
    .option('-o, --output <dir>', 'the folder that models are written to', defaultModelFolder)
    .action(async (files: readonly string[], { output }: { readonly output: string }) => {
      done(await importModels(files, output, context));
    });
}

function addServe(program: Command, context: ProgramContext, done: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('serve the API for editors and pipelines until interrupted')
    .option('--port <number>', 'port to listen on', readNumber(0, 65_535), 8117)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <folder>', 'folder of the database (or PARAPET_DATA)')
    .option('--no-local-folders', 'scan no folders of this machine; for a service behind a reverse proxy')
    .action(async (options: ServeCommand) => {
      done(await withService(context, (service) => service.runServe(options, context)));
    });
}

function addMcp(program: Command, context: ProgramContext, done: (code: ExitCode) => void): void {
  program
    .command('mcp')
    .description('serve the tools over MCP on the standard input and output, for agents and editors')
    .option(
      '--repository <dir>',
      'the folder that is spoken of; it is made known to a service on this machine',
    )
    .option(
      '--base-url <url>',
      'a service elsewhere (or PARAPET_BASE_URL); the one on this machine when left out',
    )
    .option('--data <folder>', 'data folder of the service on this machine (or PARAPET_DATA)')
    .option('--allow-effects', 'do not ask before a tool changes something: the client does', false)
    .addHelpText('after', mcpHelp)
    .action(async (options: McpCommand) => {
      done(await reported(context, async () => (await context.loadMcp()).runMcp(options, context)));
    });
}

function addToken(program: Command, context: ProgramContext, done: (code: ExitCode) => void): void {
  program
    .command('token')
    .description('manage the API tokens of a service on this machine')
    .command('create')
    .description('make a token; its secret is shown once')
    .option('--name <name>', 'what the token is for')
    .option('--days <number>', 'days until it expires', readNumber(1, 365), 30)
    .option('--data <folder>', 'folder of the database (or PARAPET_DATA)')
    .action(async (options: TokenCommand) => {
      done(await withService(context, (service) => service.runTokenCreate(options, context)));
    });
}

function addSignIn(program: Command, context: ProgramContext, done: (code: ExitCode) => void): void {
  program
    .command('sign-in')
    .description('let people into the pages of a service on this machine')
    .command('create')
    .description('make a link that signs a member in, once')
    .option('--email <address>', 'of the member; the first administrator when left out')
    .option('--address <url>', 'where browsers reach the service (or PARAPET_PUBLIC_URL)')
    .option('--data <folder>', 'folder of the database (or PARAPET_DATA)')
    .action(async (options: SignInCommand) => {
      done(await withService(context, (service) => service.runSignInCreate(options, context)));
    });
}

async function withService(
  context: ProgramContext,
  work: (service: ServiceCommands) => Promise<void>,
): Promise<ExitCode> {
  return await reported(context, async () => work(await context.loadServiceCommands()));
}

async function reported(context: ProgramContext, work: () => Promise<void>): Promise<ExitCode> {
  try {
    await work();
    return ExitCode.clean;
  } catch (error) {
    if (context.signal.aborted) return ExitCode.interrupted;
    context.stderr.write(`parapet: ${error instanceof Error ? error.message : String(error)}\n`);
    return ExitCode.failed;
  }
}
