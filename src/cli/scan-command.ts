import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Finding, type Severity, severityOf } from '../engine/finding.ts';
import { defaultThreatModels, type ThreatModel, threatModels } from '../engine/threat-models.ts';
import { systemCode } from '../service/analysis/errors.ts';
import { isIncomplete } from '../service/analysis/incomplete.ts';
import { ScanError, type ScanOptions, type ScanSummary, scanFolder } from '../service/analysis/index.ts';
import { scanBrought } from './brought-scan.ts';
import { ExitCode } from './exit-codes.ts';
import { progressOn } from './progress.ts';
import { type FinishedScan, type Format, incompleteText, render } from './report.ts';
import { paintFor } from './terminal.ts';
import { withAdvisories } from './with-advisories.ts';

export interface ScanCommand {
  readonly folder: string;
  readonly format: Format;
  readonly output?: string;
  readonly failOn?: Severity;
  /** An incomplete analysis does not make `--fail-on` fail. */
  readonly allowPartial?: boolean;
  /** Issues outside of the product make `--fail-on` fail, too. */
  readonly allCode?: boolean;
  /** Folders with models beside those of the folder. */
  readonly models?: readonly string[];
  /** Files and folders of custom rules beside those of the folder. */
  readonly rules?: readonly string[];
  /** Threat models beside the usual ones; `!name` switches one off. */
  readonly threatModel?: readonly string[];
  readonly hints?: boolean;
  /** Archives and folders of advisories that hold for this run alone. */
  readonly advisories?: readonly string[];
  /** Only what the commit that is checked out brings against this branch or commit. */
  readonly base?: string;
  readonly progress: boolean;
}

/** What the command reads and writes beside the scanned folder; replaced in tests. */
export interface CommandContext {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly scan?: ScanOptions;
}

const order: readonly Severity[] = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

/** Scans, reports, and says by the exit code how it went. Writes nothing but the report. */
export async function runScan(command: ScanCommand, context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr, environment, signal } = context;
  const complain = (message: string): void => void stderr.write(`parapet: ${message}\n`);
  if (command.output !== undefined) {
    const problem = await outputProblem(command.output);
    if (problem !== undefined) {
      complain(problem);
      return ExitCode.usage;
    }
  }
  for (const folder of command.models ?? []) {
    if ((await stat(folder).catch(() => undefined))?.isDirectory() === true) continue;
    complain(`the folder ${folder} of --models does not exist.`);
    return ExitCode.usage;
  }
  for (const file of command.rules ?? []) {
    if (await stat(file).catch(() => undefined)) continue;
    complain(`${file} of --rules does not exist.`);
    return ExitCode.usage;
  }
  const progress = progressOn(stderr, command.progress);
  let scan: FinishedScan;
  try {
    scan = await withAdvisories(command.advisories ?? [], context, (options) =>
      collect(command, { ...context, scan: options }, progress.on),
    );
  } catch (error) {
    progress.stop();
    if (signal.aborted) {
      complain('interrupted; nothing was written.');
      return ExitCode.interrupted;
    }
    if (error instanceof ScanError) {
      complain(error.message);
      return ['not-found', 'not-a-folder'].includes(error.code) ? ExitCode.usage : ExitCode.failed;
    }
    complain(`the scan failed: ${error instanceof Error ? error.message : String(error)}`);
    return ExitCode.failed;
  }
  progress.stop();
  try {
    if (command.output === undefined) {
      const layout = {
        paint: paintFor(stdout, environment),
        width: stdout.isTTY === true ? stdout.columns : undefined,
      };
      await written(stdout, render(scan, command.format, layout));
    } else {
      await replaceFile(command.output, render(scan, command.format));
      stderr.write(`${command.output} written: ${scan.findings.length} issues.\n`);
    }
  } catch (error) {
    complain(
      `the report could not be written to ${command.output ?? 'the output'} (${systemCode(error) ?? error}).`,
    );
    return ExitCode.failed;
  }
  const { failOn } = command;
  const fails =
    failOn !== undefined &&
    scan.findings.some(
      ({ score, role }) =>
        (command.allCode === true || !role) && order.indexOf(severityOf(score)) >= order.indexOf(failOn),
    );
  if (fails) return ExitCode.findings;
  const { incomplete } = scan.summary;
  if (failOn === undefined || command.allowPartial === true || !isIncomplete(incomplete))
    return ExitCode.clean;
  complain(
    `the analysis is incomplete (${incompleteText(incomplete)}), so --fail-on cannot pass. Accept that with --allow-partial.`,
  );
  return ExitCode.incomplete;
}

async function collect(
  { folder, models = [], rules = [], threatModel = [], hints = false, base }: ScanCommand,
  { signal, version, scan }: CommandContext,
  onEvent: Parameters<typeof scanFolder>[0]['on'],
): Promise<FinishedScan> {
  const startedAt = new Date();
  const options: ScanOptions = {
    ...scan,
    modelFolders: models.map((each) => path.resolve(each)),
    ruleFiles: rules.map((each) => path.resolve(each)),
    threatModels: switchedOn(threatModel),
    hints,
  };
  if (base !== undefined) {
    const request = { folder: path.resolve(folder), base, options, signal, on: onEvent };
    return { ...(await scanBrought(request)), startedAt, endedAt: new Date(), version };
  }
  const findings = new Map<string, Finding>();
  const summary: ScanSummary = await scanFolder({
    ...options,
    root: path.resolve(folder),
    signal,
    on: (event) => {
      if (event.type === 'finding') {
        findings.set(`${event.finding.fingerprint} ${event.finding.file}`, event.finding);
      }
      onEvent(event);
    },
  });
  return { findings: [...findings.values()], summary, startedAt, endedAt: new Date(), version };
}

/** Returns the threat models that are on after these options, in their order; `all` is every one. */
function switchedOn(options: readonly string[]): readonly ThreatModel[] {
  const on = new Set<ThreatModel>(defaultThreatModels);
  for (const option of options) {
    const name = option.replace(/^!/, '');
    for (const model of threatModels.filter((each) => name === 'all' || each === name))
      if (option.startsWith('!')) on.delete(model);
      else on.add(model);
  }
  return [...on];
}

/** Told before the scan rather than after it. */
async function outputProblem(file: string): Promise<string | undefined> {
  const folder = path.dirname(path.resolve(file));
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    return systemCode(error) === 'ENOENT'
      ? `the folder ${folder} of --output does not exist.`
      : `the folder ${folder} of --output may not be written to by this user.`;
  }
  const existing = await stat(file).catch(() => undefined);
  return existing?.isDirectory() === true ? `--output ${file} is a folder; give a file.` : undefined;
}

/** The report appears whole or not at all; devices and pipes are written to as they are. */
async function replaceFile(file: string, text: string): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile()) return await writeFile(file, text);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown): void => {
      // The reader has seen enough (`parapet scan . | head`).
      if (systemCode(error) === 'EPIPE') resolve();
      else reject(error);
    };
    stream.once('error', onError);
    stream.write(text, (error) => {
      if (error) onError(error);
      else resolve();
    });
  });
}
