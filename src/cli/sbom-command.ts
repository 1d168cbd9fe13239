import path from 'node:path';
import type { BomPackage } from '../api/bom-package.ts';
import { cycloneDx } from '../api/cyclonedx.ts';
import { spdx } from '../api/spdx.ts';
import type { FoundPackage } from '../engine/dependencies/found-package.ts';
import { packageUrl } from '../engine/dependencies/purl.ts';
import { takeDependencies, takeInventory } from '../service/analysis/index.ts';
import type { ExitCode } from './exit-codes.ts';
import { type FolderCommand, reportOn } from './folder-report.ts';
import type { CommandContext } from './scan-command.ts';

export const sbomFormats = ['cyclonedx-1.6', 'cyclonedx-1.7', 'spdx-2.3'] as const;

export interface SbomCommand extends FolderCommand {
  readonly format: (typeof sbomFormats)[number];
}

/** Writes the bill of materials of a folder: its packages and, as CycloneDX, its AI components. */
export function runSbom({ format, ...command }: SbomCommand, context: CommandContext): Promise<ExitCode> {
  const { signal, version, scan } = context;
  return reportOn(command, context, async (root, complain) => {
    const found = await takeDependencies({ ...scan, root, signal });
    for (const { file, detail } of found.skips) complain(`${file}: ${detail}`);
    const packages = found.packages.map(bomPackage);
    const subject = { name: path.basename(root), toolVersion: version, at: new Date() };
    const document =
      format === 'spdx-2.3'
        ? spdx(packages, subject)
        : cycloneDx(
            (await takeInventory({ ...scan, root, signal })).components,
            subject,
            packages,
            format === 'cyclonedx-1.7' ? '1.7' : '1.6',
          );
    return { text: `${JSON.stringify(document, null, 2)}\n` };
  });
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
