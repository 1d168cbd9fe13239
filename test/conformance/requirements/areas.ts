import { operation, states } from './requirement.ts';

/** Section 1: what the service does, where no later section says more. */
export const areas = {
  '1.1': states(
    'Editor, command line and MCP clients use the same interface; the MCP server describes itself',
  ),
  '1.2': states('What is deleted of a repository is the service’s own; the repository at its host stays'),
  '1.3': states('Issues are searched, read and changed, one by one or together'),
  '1.4': states('Tags are made, changed and deleted'),
  '1.5': states('Vulnerable packages are found by severity, reachability and patch status'),
  '1.6': states('AI components of each repository are listed'),
  '1.7': states('Code is submitted for a scan on demand: diffs, files, snippets; results are fetched later'),
  '1.8': states('Vulnerable packages can be narrowed to applications that are exposed'),
  '1.9': states('Permission templates, which teams begin with'),
  '1.10': states('Reports: DOCX, CSV, SARIF, SBOM'),
  '1.11': states('Custom reports: saved filters, aggregated statistics, trends, the schema of filters'),
  '1.12': states('Rule packs: curated templates, switched by template or pack'),
  '1.13': states('Custom sources and source packs'),
  '1.14': states('Custom sinks and sink packs'),
  '1.15': states('Cloud posture integration: settings, projects, assets, network exposures'),
  '1.16': states('Installations of version control providers are connected, listed and removed'),
  '1.17': operation('POST /api/v2/async-code-scans/submit', 'Submits code for a scan (no path is given)'),
  '1.18': operation('POST /api/v2/async-code-scans/status', 'How far such a scan is (no path is given)'),
  '1.19': operation('POST /api/v2/async-code-scans/results', 'What it found (no path is given)'),
  '1.20': operation('POST /api/v2/async-code-scans/cancel', 'Cancels one (no path is given)'),
} as const;
