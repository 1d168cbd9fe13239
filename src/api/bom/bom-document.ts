import type { VexStatement } from '../vex/statements.ts';
import type { BomFormat } from './bom-formats.ts';
import type { BomPackage } from './bom-package.ts';
import { type BomComponent, type BomSubject, cycloneDx } from './cyclonedx.ts';
import { spdx } from './spdx-2.ts';
import { spdx3 } from './spdx-3.ts';

/** What a bill of materials is made of. SPDX 2.3 has neither AI components nor statements. */
export interface BomContent {
  readonly packages: readonly BomPackage[];
  readonly components: readonly BomComponent[];
  /** Of a package that is not among `packages`, nothing is said. */
  readonly statements?: readonly VexStatement[];
}

/** Returns a project's bill of materials in the format. */
export function bomDocument(
  format: BomFormat,
  subject: BomSubject,
  { packages, components, statements = [] }: BomContent,
): Record<string, unknown> {
  switch (format) {
    case 'spdx-2.3':
      return spdx(packages, subject);
    case 'spdx-json-3.0':
      return spdx3(packages, components, subject, statements);
    case 'cyclonedx-1.6':
      return cycloneDx(components, subject, packages, '1.6', statements);
    case 'cyclonedx-1.7':
      return cycloneDx(components, subject, packages, '1.7', statements);
  }
}
