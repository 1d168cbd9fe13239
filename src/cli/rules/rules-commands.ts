import type { Command } from 'commander';
import { ruleFolder } from '../../service/analysis/files/rules.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { CommandContext } from '../scan-command.ts';
import { checkRules, testRules } from './check-rules.ts';

const help = `
Rules are written in Semgrep's syntax; the documentation has a table of what is
supported. Those in .parapet/rules of a repository hold in every scan of it.

The test of a rule file has its name and a language's extension: avoid-eval.yml
and avoid-eval.py. A comment stands on the line above: "ruleid: avoid-eval" where
the rule has to find something, "ok: avoid-eval" where it must not.

Exit codes: 0 done, 1 mistakes or tests that differ, 2 wrong usage.

Examples:
  $ parapet rules check
  $ parapet rules test
  $ parapet rules test my-rules`;

/** Adds `parapet rules`. */
export function addRules(program: Command, context: CommandContext, done: (code: ExitCode) => void): void {
  const rules = program
    .command('rules')
    .description('check and test custom rules')
    .addHelpText('after', help);
  rules
    .command('check')
    .description('say which rules hold, and every mistake in the others')
    .argument('[path]', 'a file or folder of rules', ruleFolder)
    .action(async (place: string) => {
      done(await checkRules(place, context));
    });
  rules
    .command('test')
    .description('run rules on the tests beside them, and compare with the comments in these')
    .argument('[path]', 'a file or folder of rules', ruleFolder)
    .action(async (place: string) => {
      done(await testRules(place, context));
    });
}
