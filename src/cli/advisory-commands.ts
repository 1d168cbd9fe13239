import { type Command, Option } from 'commander';
import {
  type AdvisoriesOptions,
  type AdvisoriesUpdate,
  importAdvisories,
  listAdvisories,
  removeAdvisories,
  updateAdvisories,
} from './advisories-command.ts';
import { ExitCode } from './exit-codes.ts';
import { repeated } from './options.ts';
import type { CommandContext } from './scan-command.ts';

const advisoriesHelp = `
Packages are matched with the advisories on this machine: the few that come with
Parapet, and what is downloaded or imported here. "parapet scan", "parapet sca" and
the service on this machine use them from then on.

"update" downloads the archives of OSV's public database, which is sent the names of
ecosystems alone: those of the packages of the folder, unless --ecosystem names them.

Exit codes: 0 done, 2 wrong usage, 3 failed: what was there before is kept.

Examples:
  $ parapet advisories update .
  $ parapet advisories update --ecosystem npm --ecosystem PyPI
  $ parapet advisories update --from https://mirror.example.com/osv
  $ parapet advisories import all.zip
  $ parapet sca . --advisories all.zip`;

const data = ['--data <folder>', 'data folder of the service on this machine (or PARAPET_DATA)'] as const;

export function addAdvisories(
  program: Command,
  context: CommandContext,
  done: (code: ExitCode) => void,
): void {
  const advisories = program
    .command('advisories')
    .description('list, download and import the advisories that packages are matched with')
    .addHelpText('after', advisoriesHelp);
  const run = async (work: () => Promise<ExitCode> | ExitCode): Promise<void> => {
    try {
      done(await work());
    } catch (error) {
      context.stderr.write(
        context.signal.aborted
          ? 'parapet: interrupted; what was there before is kept.\n'
          : `parapet: ${error instanceof Error ? error.message : String(error)}\n`,
      );
      done(context.signal.aborted ? ExitCode.interrupted : ExitCode.failed);
    }
  };
  advisories
    .command('list')
    .description('say which sources there are, how many advisories they have, and how old these are')
    .addOption(
      new Option('-f, --format <format>', 'form of the list').choices(['table', 'json']).default('table'),
    )
    .option(...data)
    .action((options: Parameters<typeof listAdvisories>[0]) => run(() => listAdvisories(options, context)));
  advisories
    .command('import')
    .description('import an archive or a folder of OSV records, as JSON or YAML')
    .argument('<path>', 'the archive (all.zip of an ecosystem) or the folder')
    .option(...data)
    .action((from: string, options: AdvisoriesOptions) =>
      run(() => importAdvisories(from, options, context)),
    );
  advisories
    .command('update')
    .description('download the advisories of ecosystems')
    .argument('[dir]', 'the folder whose packages say which ecosystems', '.')
    .option('--from <url>', 'a mirror that serves ECOSYSTEM/all.zip; OSV’s public database when left out')
    .option(
      '--ecosystem <name>',
      'an ecosystem as OSV names it (may be repeated)',
      repeated,
      [] as readonly string[],
    )
    .option(...data)
    .action((folder: string, options: Omit<AdvisoriesUpdate, 'folder'>) =>
      run(() => updateAdvisories({ ...options, folder }, context)),
    );
  advisories
    .command('remove')
    .description('remove what was downloaded or imported')
    .argument('<id>', 'as "parapet advisories list" has it')
    .option(...data)
    .action((id: string, options: AdvisoriesOptions) => run(() => removeAdvisories(id, options, context)));
}
