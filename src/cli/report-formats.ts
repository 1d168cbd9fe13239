import type { Severity } from '../engine/finding.ts';
import type { FolderCommand } from './folder-report.ts';
import type { ServiceChoice } from './service-client.ts';

export const reportFormats = ['docx', 'csv', 'sarif', 'sbom'] as const;

export interface ReportCommand extends FolderCommand, ServiceChoice {
  readonly format: (typeof reportFormats)[number];
  readonly language: 'en' | 'de';
  readonly branch?: string;
  /** None for any. */
  readonly severities: readonly Severity[];
}
