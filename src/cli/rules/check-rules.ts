import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { annotationsOf, disagreements } from '../../engine/custom-rules/annotations.ts';
import { ruleIdOf } from '../../engine/custom-rules/findings.ts';
import type { CompiledRule } from '../../engine/custom-rules/rule.ts';
import type { Finding } from '../../engine/finding.ts';
import { defaultScanAssets } from '../../service/analysis/assets.ts';
import { TeamRules } from '../../service/analysis/files/rules.ts';
import { scanFolder } from '../../service/analysis/index.ts';
import { defaultScanLimits } from '../../service/analysis/limits.ts';
import { ExitCode } from '../exit-codes.ts';
import type { CommandContext } from '../scan-command.ts';
import { harmless } from '../terminal.ts';

/** Says of a file or folder of rules which hold, and every mistake in the others; 1 where there is one. */
export async function checkRules(place: string, context: CommandContext): Promise<ExitCode> {
  const team = await read(place, context);
  if (!team) return ExitCode.usage;
  const { stdout } = context;
  const rules = team.held?.rules ?? [];
  stdout.write(`${counted(rules.length, 'rule')}, ${mistakesIn(team)}.\n`);
  return team.problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

/** Runs rules on the tests beside them; 1 where one differs from its comments. */
export async function testRules(place: string, context: CommandContext): Promise<ExitCode> {
  const team = await read(place, context);
  if (!team) return ExitCode.usage;
  const { stdout, stderr, signal, scan } = context;
  const folder = (await stat(place)).isDirectory() ? path.resolve(place) : path.dirname(path.resolve(place));
  const findings: Finding[] = [];
  await scanFolder({
    ...scan,
    root: folder,
    selection: 'everything',
    ownModels: false,
    ruleFiles: [path.resolve(place)],
    signal,
    on: (event) => {
      if (event.type === 'finding') findings.push(event.finding, ...(event.finding.others ?? []));
    },
  });
  let tests = 0;
  const differences: string[] = [];
  for (const rule of team.held?.rules ?? [])
    for (const file of await testsOf(rule, folder)) {
      const annotations = annotationsOf(await readFile(path.join(folder, file), 'utf8'), rule.id);
      if (annotations.expected.size + annotations.clean.size === 0) continue;
      tests++;
      const lines = findings
        .filter((finding) => finding.file === file && finding.ruleId === ruleIdOf(rule))
        .map(({ range }) => range.startLine);
      for (const { line, kind } of disagreements(annotations, lines))
        differences.push(
          `${file}:${line}: ${rule.id} ${kind === 'missing' ? 'is expected, and not found' : 'is found, and not expected'}`,
        );
    }
  for (const difference of differences) stderr.write(`${harmless(difference)}\n`);
  if (tests === 0) {
    stderr.write(
      `parapet: no rule of ${harmless(place)} has a test beside it with a comment "ruleid: <rule>" or "ok: <rule>".\n`,
    );
    return ExitCode.findings;
  }
  stdout.write(
    `${counted(tests, 'test')}, ${differences.length === 0 ? 'all pass' : `${counted(differences.length, 'line')} differ`}; ${mistakesIn(team)}.\n`,
  );
  return differences.length + team.problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

/** Reads rules, and tells what is wrong in them; undefined where the place does not exist. */
async function read(place: string, { stderr, signal, scan }: CommandContext): Promise<TeamRules | undefined> {
  if (!(await stat(place).catch(() => undefined))) {
    stderr.write(`parapet: ${harmless(place)} does not exist.\n`);
    return undefined;
  }
  const root = process.cwd();
  const limits = { ...defaultScanLimits, ...scan?.limits };
  const options = { ruleFiles: [path.resolve(place)], ownModels: false };
  const rules = new TeamRules(root, options, scan?.assets ?? defaultScanAssets(), limits);
  await rules.read(signal);
  for (const { file, line, column, rule, message } of rules.problems)
    stderr.write(
      `${harmless(`${file}:${line}:${column}: ${rule === undefined ? '' : `${rule}: `}${message}`)}\n`,
    );
  return rules;
}

/** The tests beside a file of rules: its name with another extension. */
async function testsOf({ file }: CompiledRule, folder: string): Promise<readonly string[]> {
  const name = path.basename(file).replace(/\.ya?ml$/, '');
  const files = await readdir(folder);
  return files.filter((one) => one.startsWith(`${name}.`) && !/^\.ya?ml$/.test(one.slice(name.length)));
}

const mistakesIn = ({ problems }: TeamRules): string =>
  problems.length === 0 ? 'no mistakes' : counted(problems.length, 'mistake');

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
