import { type Command, Option } from 'commander';
import { bomFormats } from '../api/bom/bom-formats.ts';
import { vexFormats } from '../api/contract/dependencies.ts';
import type { Severity } from '../engine/finding.ts';
import type { ExitCode } from './exit-codes.ts';
import { type InventoryCommand, inventoryFormats, runInventory } from './inventory-command.ts';
import { readList, readSeverity, repeated, severityNames } from './options.ts';
import { type ReportCommand, reportFormats } from './report-formats.ts';
import { runSbom, type SbomCommand } from './sbom-command.ts';
import { runSca, type ScaCommand, scaFormats } from './sca-command.ts';
import type { CommandContext } from './scan-command.ts';
import type { VexCommand } from './vex-command.ts';

/** The commands about what a project consists of. */

const scaHelp = `
Manifests and lock files are matched with the advisories on this machine, and nothing
leaves it. A few well-known ones come with Parapet; "parapet advisories update" downloads
more. Vulnerabilities of packages that only development needs are low at most.

What a VEX document says is not affected, a false positive or an accepted risk is listed
apart, and does not count for --fail-on. Only files that --vex names are read.

Licences are checked where options name a policy: a package with another one is of
medium severity, or low where only development needs it. Only some lock files tell
licences: package-lock.json, composer.lock and pixi.lock.

Exit codes are those of "parapet scan".

Examples:
  $ parapet sca .
  $ parapet sca . --deny-licenses AGPL-3.0-only,GPL-3.0-only --fail-on medium
  $ parapet sca . --fail-on high
  $ parapet sca . --fix --dry-run
  $ parapet sca . --fix --run-package-manager
  $ parapet sca . --format json | jq '.vulnerabilities[] | select(.direct)'`;

const vexHelp = `
Decisions are made in the editor or over the API, and kept by the service: the one
on this machine, unless --base-url names another. A vulnerability that nobody decided
about is under investigation, whatever the evidence of a scan.

Exit codes: 0 done, 2 wrong usage, 3 failed: no such service, or it does not know the folder.

Examples:
  $ parapet vex . --author "Acme Product Security"
  $ parapet vex . --format cyclonedx-1.6 --output shop.vex.json`;

const reportHelp = `
The service is the one on this machine, unless --base-url names another. It knows what
was scanned, and what was decided about it.

Exit codes: 0 done, 2 wrong usage, 3 failed: no such service, or it does not know the folder.

Examples:
  $ parapet report . --output shop.docx --language de
  $ parapet report . --format csv --severity critical --severity high > issues.csv`;

export function addSca(program: Command, context: CommandContext, done: (code: ExitCode) => void): void {
  program
    .command('sca')
    .description('list the packages of a folder that have known vulnerabilities, the worst first')
    .argument('<dir>', 'the folder of the project')
    .addOption(new Option('-f, --format <format>', 'form of the list').choices(scaFormats).default('table'))
    .option('-o, --output <file>', 'write the list to a file instead of the standard output')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 when a vulnerability is at least this severe')
        .choices(severityNames)
        .argParser(readSeverity),
    )
    .option(
      '--advisories <path>',
      'an archive or a folder of OSV records that packages are matched with, too, in this run (may be repeated)',
      repeated,
      [] as readonly string[],
    )
    .option(
      '--fix',
      'upgrade what can be upgraded within its major version, in manifests and lock files',
      false,
    )
    .option('--dry-run', 'with --fix: say what would be upgraded, and write nothing', false)
    .option(
      '--run-package-manager',
      'with --fix: let npm and its like write lock files, on a copy and without scripts; they ask their registries',
      false,
    )
    .option(
      '--allow-licenses <ids>',
      'licences that packages may have, as SPDX ids with commas between',
      readList,
    )
    .option('--deny-licenses <ids>', 'licences that packages must not have', readList)
    .option(
      '--vex <file>',
      'a VEX document (OpenVEX or CycloneDX) whose statements put vulnerabilities aside (may be repeated)',
      repeated,
      [] as readonly string[],
    )
    .option('--unknown-licenses', 'report packages whose files tell no licence', false)
    .addHelpText('after', scaHelp)
    .action(async (folder: string, options: Omit<ScaCommand, 'folder'>, command: Command) => {
      if (!options.fix && (options.dryRun || options.runPackageManager))
        command.error('error: --dry-run and --run-package-manager need --fix');
      done(await runSca({ folder, ...options }, context));
    });
}

export function addSbom(program: Command, context: CommandContext, done: (code: ExitCode) => void): void {
  const command = program
    .command('sbom')
    .description('write the bill of materials of a folder: its packages and its AI components')
    .argument('<dir>', 'the folder of the project')
    .addOption(
      new Option('-f, --format <format>', 'form of the document')
        .choices(bomFormats)
        .default('cyclonedx-1.6'),
    )
    .option('-o, --output <file>', 'write it to a file instead of the standard output')
    .option('--vex', 'with what was decided about vulnerabilities, as "parapet vex" has it', false)
    .action(async (folder: string, options: Omit<SbomCommand, 'folder'>) => {
      done(await runSbom({ folder, ...options }, context));
    });
  addServiceOptions(command);
}

export function addVex(program: Command, context: CommandContext, done: (code: ExitCode) => void): void {
  const command = program
    .command('vex')
    .description('write what was decided about the vulnerable packages of a folder, as a VEX document')
    .argument('<dir>', 'the folder of the project')
    .addOption(
      new Option('-f, --format <format>', 'form of the document').choices(vexFormats).default('openvex'),
    )
    .option('-o, --output <file>', 'write it to a file instead of the standard output')
    .option('--branch <name>', 'decisions of a branch; of all branches when left out')
    .option('--author <name>', 'who makes the statements; the email address of the user when left out')
    .addHelpText('after', vexHelp)
    .action(async (folder: string, options: Omit<VexCommand, 'folder'>) => {
      // The client of the service needs a newer Node.js than the other commands do.
      const { runVex } = await import('./vex-command.ts');
      done(await runVex({ folder, ...options }, context));
    });
  addServiceOptions(command);
}

export function addReport(program: Command, context: CommandContext, done: (code: ExitCode) => void): void {
  const command = program
    .command('report')
    .description('write a report of the issues, or packages, that the service knows of a folder')
    .argument('<dir>', 'the folder of the project')
    .addOption(
      new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('docx'),
    )
    .option('-o, --output <file>', 'write it to a file instead of the standard output')
    .addOption(
      new Option('--language <language>', 'of a document').choices(['en', 'de'] as const).default('en'),
    )
    .option('--branch <name>', 'issues of a branch; of all branches when left out')
    .option(
      '--severity <severity>',
      `only issues of it: ${severityNames.join(', ')} (may be repeated)`,
      (text: string, before: readonly Severity[]) => [...before, readSeverity(text)],
      [] as readonly Severity[],
    )
    .addHelpText('after', reportHelp)
    .action(
      async (
        folder: string,
        {
          severity,
          ...options
        }: Omit<ReportCommand, 'folder' | 'severities'> & { severity: readonly Severity[] },
      ) => {
        // The client of the service needs a newer Node.js than the other commands do.
        const { runReport } = await import('./report-command.ts');
        done(await runReport({ folder, severities: severity, ...options }, context));
      },
    );
  addServiceOptions(command);
}

const addServiceOptions = (command: Command): Command =>
  command
    .option('--base-url <url>', 'a service elsewhere (or PARAPET_BASE_URL)')
    .option('--data <folder>', 'data folder of the service on this machine (or PARAPET_DATA)');

export function addInventory(
  program: Command,
  context: CommandContext,
  done: (code: ExitCode) => void,
): void {
  program
    .command('inventory')
    .description('list the AI components of a folder: packages, MCP servers, instructions, models')
    .argument('<dir>', 'the folder of the project')
    .addOption(
      new Option('-f, --format <format>', 'form of the list').choices(inventoryFormats).default('table'),
    )
    .option('-o, --output <file>', 'write the list to a file instead of the standard output')
    .action(async (folder: string, options: Omit<InventoryCommand, 'folder'>) => {
      done(await runInventory({ folder, ...options }, context));
    });
}
