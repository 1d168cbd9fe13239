import type { BomFormat } from '../../../api/bom/bom-formats.ts';
import type { ReportFormat, ReportLanguage, ReportStatus } from '../../../api/contract/reports/reports.ts';

export interface ReportTable {
  id: string;
  organization_id: string;
  name: string;
  format: ReportFormat;
  bom_format: BomFormat | null;
  language: ReportLanguage;
  status: ReportStatus;
  error_message: string | null;
  /** JSON of the filters of issues. */
  filters: string;
  item_count: number | null;
  file_name: string | null;
  size_bytes: number | null;
  created_by: string;
  created_at: string;
  finished_at: string | null;
  expires_at: string;
}

/** What a report is about at most: the repositories that its maker saw. They stay when a repository is deleted. */
export interface ReportRepositoryTable {
  report_id: string;
  organization_id: string;
  repository_id: string;
}

/** Filters that are kept under a name. The repositories that they name are in a `ReportRepositoryTable` of its own. */
export interface CustomReportTable {
  id: string;
  organization_id: string;
  name: string;
  /** JSON of the filters of issues. */
  filters: string;
  created_by: string;
  created_at: string;
  updated_at: string;
}
