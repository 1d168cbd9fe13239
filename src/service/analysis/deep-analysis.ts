import type { Reachability } from '../../engine/dependencies/reachability/reachability.ts';
import { lastChange } from './files/git.ts';
import { readSource } from './files/read.ts';
import { defaultScanLimits } from './limits.ts';
import type { ProjectScanner } from './project-scanner.ts';
import type { Looked, LookRequest, UsesRequest } from './scan-runner.ts';

/** What the code as it is now, and its history, say of a finding. @throws the signal's reason, or ScanError */
export async function lookCloser(scanner: ProjectScanner, request: LookRequest): Promise<Looked> {
  const { root, file, fingerprint, on, signal } = request;
  on('analysing');
  await scanner.findings(signal);
  const { found: analysed, inspection } = await scanner.ask(
    file,
    {
      kind: 'inspect',
      files: scanner.familyOf(file),
      ...(scanner.models && { models: scanner.models }),
      ...(scanner.rules.held && { rules: scanner.rules.held }),
      threatModels: scanner.threatModels,
      roles: scanner.rolesWith(file),
      file,
      fingerprint,
    },
    signal,
  );
  // What is found beside the code, the analysis of the code has nothing to say of.
  const found = analysed ?? scanner.examined(file, fingerprint);
  on('history');
  const line = found?.range.startLine ?? request.line;
  const source = readSource(root, file, defaultScanLimits.fileBytes).file;
  const text = source?.text.split(/\r\n|\r|\n/)[line - 1];
  const change = text === undefined ? undefined : await lastChange(root, { file, line, text }, signal);
  return { found, inspection, ...(change && { change }) };
}

/** How far the product gets into functions of a package. @throws the signal's reason, or ScanError */
export async function usesOf(
  scanner: ProjectScanner,
  { wanted, signal }: UsesRequest,
): Promise<Reachability> {
  await scanner.findings(signal);
  const found = await scanner.reachability.of([wanted], signal);
  return found.get(wanted.key) ?? { level: 'unknown', why: 'Nothing is known of the package.', places: [] };
}
