import path from 'node:path';
import { bomDocument } from '../api/bom/bom-document.ts';
import type { BomFormat } from '../api/bom/bom-formats.ts';
import type { BomPackage } from '../api/bom/bom-package.ts';
import type { VexStatement } from '../api/vex/statements.ts';
import type { FoundPackage } from '../engine/dependencies/found-package.ts';
import { packageUrl } from '../engine/dependencies/purl.ts';
import { takeDependencies, takeInventory } from '../service/analysis/index.ts';
import { ExitCode } from './exit-codes.ts';
import { type FolderCommand, reportOn } from './folder-report.ts';
import type { CommandContext } from './scan-command.ts';
import type { ServiceChoice } from './service-client.ts';

export interface SbomCommand extends FolderCommand, ServiceChoice {
  readonly format: BomFormat;
  /** With what was decided about the vulnerabilities. */
  readonly vex: boolean;
}

/** Writes the bill of materials of a folder: its packages and, where the format has them, its AI components. */
export function runSbom(command: SbomCommand, context: CommandContext): Promise<ExitCode> {
  const { signal, version, scan, stderr } = context;
  const { format, vex } = command;
  if (vex && format === 'spdx-2.3') {
    stderr.write('parapet: SPDX 2.3 has no VEX. Choose spdx-json-3.0 or CycloneDX, or leave --vex out.\n');
    return Promise.resolve(ExitCode.usage);
  }
  return reportOn(command, context, async (root, complain) => {
    const statements = vex ? await decidedIn(root, command, context) : [];
    const found = await takeDependencies({ ...scan, root, signal });
    for (const { file, detail } of found.skips) complain(`${file}: ${detail}`);
    const packages = found.packages.map(bomPackage);
    const purls = new Set(packages.map(({ purl }) => purl));
    const elsewhere = statements.filter(({ purl }) => !purls.has(purl)).length;
    if (elsewhere > 0)
      complain(
        `${elsewhere} statements are left out: their packages are not, or not any more, in the folder.`,
      );
    const components =
      format === 'spdx-2.3' ? [] : (await takeInventory({ ...scan, root, signal })).components;
    const subject = { name: path.basename(root), toolVersion: version, at: new Date() };
    const document = bomDocument(format, subject, { packages, components, statements });
    return { text: `${JSON.stringify(document, null, 2)}\n` };
  });
}

/** The client of the service is loaded where it is asked for: it needs a newer Node.js than the rest. */
async function decidedIn(
  root: string,
  choice: ServiceChoice,
  context: CommandContext,
): Promise<readonly VexStatement[]> {
  const command = await import('./vex-command.ts');
  return await command.decidedIn(root, choice, context);
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
