import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BomPackage } from '../api/bom-package.ts';
import { cycloneDx } from '../api/cyclonedx.ts';
import { spdx } from '../api/spdx.ts';
import type { FoundPackage } from '../engine/dependencies/found-package.ts';
import { packageUrl } from '../engine/dependencies/purl.ts';
import { ScanError } from '../service/analysis/errors.ts';
import { takeDependencies, takeInventory } from '../service/analysis/index.ts';
import { ExitCode } from './exit-codes.ts';
import type { CommandContext } from './scan-command.ts';

export const sbomFormats = ['cyclonedx-1.6', 'cyclonedx-1.7', 'spdx-2.3'] as const;

export interface SbomCommand {
  readonly folder: string;
  readonly format: (typeof sbomFormats)[number];
  readonly output?: string;
}

/** Writes the bill of materials of a folder: its packages and, as CycloneDX, its AI components. */
export async function runSbom(command: SbomCommand, context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr, signal, version, scan } = context;
  const complain = (message: string): void => void stderr.write(`parapet: ${message}\n`);
  try {
    const root = path.resolve(command.folder);
    const found = await takeDependencies({ ...scan, root, signal });
    for (const { file, detail } of found.skips) complain(`${file}: ${detail}`);
    const packages = found.packages.map(bomPackage);
    const subject = { name: path.basename(root), toolVersion: version, at: new Date() };
    let document: Record<string, unknown>;
    if (command.format === 'spdx-2.3') document = spdx(packages, subject);
    else {
      const { components } = await takeInventory({ ...scan, root, signal });
      document = cycloneDx(components, subject, packages, command.format === 'cyclonedx-1.7' ? '1.7' : '1.6');
    }
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (command.output === undefined) stdout.write(text);
    else await writeFile(command.output, text);
    return ExitCode.clean;
  } catch (error) {
    if (signal.aborted) {
      complain('interrupted; nothing was written.');
      return ExitCode.interrupted;
    }
    complain(error instanceof Error ? error.message : String(error));
    return error instanceof ScanError && ['not-found', 'not-a-folder'].includes(error.code)
      ? ExitCode.usage
      : ExitCode.failed;
  }
}

const bomPackage = ({
  ecosystem,
  name,
  version,
  scope,
  path: way,
  manifest,
  lock,
  licenses,
}: FoundPackage): BomPackage => ({
  name,
  version,
  purl: packageUrl(ecosystem, name, version).purl,
  scope,
  path: way.map((step) => packageUrl(ecosystem, step.name, step.version).purl),
  file: (lock ?? manifest).file,
  line: (lock ?? manifest).line,
  licenses,
});
