import type { BomFormat } from '../../api/bom/bom-formats.ts';
import { trimEndOf } from '../../api/text-runs.ts';
import type { ReportRow } from './report-rows.ts';

const bomEndings = {
  'cyclonedx-1.6': 'cdx.json',
  'cyclonedx-1.7': 'cdx.json',
  'spdx-2.3': 'spdx.json',
  'spdx-json-3.0': 'spdx.json',
} as const satisfies Record<BomFormat, string>;

/** The name that a report is saved under: its own, with what no file system takes replaced. */
export function fileNameOf({
  name,
  format,
  bom_format: bom,
}: Pick<ReportRow, 'name' | 'format' | 'bom_format'>): string {
  const stem = name
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{M}\p{N} ._-]+/gu, '-')
    .slice(0, 100)
    .toWellFormed();
  const trimmed = trimEndOf(stem.replace(/^[ .-]+/, ''), ' .-');
  const ending = format === 'SBOM' ? bomEndings[bom ?? 'cyclonedx-1.6'] : format.toLowerCase();
  return `${trimmed === '' ? 'report' : trimmed}.${ending}`;
}
