import type { RequestOf } from '../api/contract/endpoint.ts';
import type { createReport, ReportFormat } from '../api/contract/reports/reports.ts';
import { makeReport } from '../api/make-report.ts';
import { ExitCode } from './exit-codes.ts';
import { reportOn } from './folder-report.ts';
import type { ReportCommand } from './report-formats.ts';
import type { CommandContext } from './scan-command.ts';
import { knownRepository, openService } from './service-client.ts';

const formats = { docx: 'DOCX', csv: 'CSV', sarif: 'SARIF', sbom: 'SBOM' } as const satisfies Record<
  ReportCommand['format'],
  ReportFormat
>;

/** Writes what the service knows of a folder's issues, or packages, as a report. */
export function runReport(command: ReportCommand, context: CommandContext): Promise<ExitCode> {
  const { format, language, branch, severities, output } = command;
  if (format === 'docx' && output === undefined) {
    context.stderr.write('parapet: A document is no text for a terminal. Name a file with --output.\n');
    return Promise.resolve(ExitCode.usage);
  }
  return reportOn(command, context, async (root) => {
    await using service = openService(command, context);
    const { id, name } = await knownRepository(service, root, context.signal);
    const request: RequestOf<typeof createReport> = {
      format: formats[format],
      name,
      language,
      filters: {
        repositoryIds: [id],
        ...(branch !== undefined && { branch }),
        ...(severities.length > 0 && { severities: [...severities] }),
      },
    };
    const { content } = await makeReport(service, request, context.signal);
    return { text: content };
  });
}
