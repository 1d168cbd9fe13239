import { cycloneDx } from '../../api/bom/cyclonedx.ts';
import { byNameAndPlace, type KnownComponent } from './grouping.ts';

export const exportFormats = ['cyclonedx', 'json', 'csv', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportSubject {
  /** The project's name. */
  readonly name: string;
  readonly toolVersion: string;
  readonly at: Date;
}

/** The components as a file of the format, by name and place; paths are the repository's, and nothing names this machine. */
export function exportText(
  given: readonly KnownComponent[],
  format: ExportFormat,
  subject: ExportSubject,
): string {
  const known = [...given].sort(byNameAndPlace);
  const components = known.map(({ component }) => component);
  switch (format) {
    case 'cyclonedx':
      return `${JSON.stringify(cycloneDx(components, subject), undefined, 2)}\n`;
    case 'json': {
      const { toolVersion: version } = subject;
      return `${JSON.stringify({ tool: { name: 'parapet', version }, components }, undefined, 2)}\n`;
    }
    case 'csv':
      return [columns, ...known.map(cellsOf)].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
    case 'markdown': {
      const rule = columns.map(() => '---');
      const rows = [columns, rule, ...known.map((one) => cellsOf(one).map(markdownCell))];
      return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
    }
  }
}

const columns: readonly string[] = [
  'Repository',
  'Application',
  'Kind',
  'Name',
  'Version',
  'Provider',
  'Tier',
  'Usage',
  'Detected by',
  'Ecosystem',
  'Package URL',
  'File',
  'Line',
];

function cellsOf({ component }: KnownComponent): readonly string[] {
  const { repositoryName, monorepoName, kind, name, version, provider, tier, usage, detectionSource } =
    component;
  const { ecosystem, purl, filePath, line } = component;
  const cells = [repositoryName, monorepoName, kind, name, version, provider, tier, usage, detectionSource];
  return [...cells, ecosystem, purl, filePath, line].map((cell) => String(cell ?? ''));
}

/** A cell that a spreadsheet would take for a formula is made a text: names come from the scanned project. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function markdownCell(text: string): string {
  return text.replaceAll(/[\\|`*_<>[\]]/g, (mark) => `\\${mark}`).replaceAll(/\s+/g, ' ');
}
