import * as z from 'zod';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import { customRuleClass } from '../../engine/custom-rules/findings.ts';
import type { OrganizationFiles } from '../analysis/scan-choices.ts';
import type { ScanCoverage } from '../analysis/scan-runner.ts';
import { inBatches } from '../core/batches.ts';
import { switchedOffFor } from '../rules/switched-templates.ts';
import type { Queries } from '../store/dialect.ts';

/** An issue that a scan did not see any more. */
export interface GoneIssue {
  readonly vuln_class: string;
  /** The scan that saw it last. */
  readonly scan_id: string;
  readonly definitions: string | null;
  readonly exposure: string | null;
}

const Definitions = z.array(z.string());
const Exposed = z.object({ threatModel: z.string().optional() });
const Followed = z.object({ threatModels: z.array(z.string()).optional() });

/**
 * Why issues went, where it is not that their code changed: what found them is switched off.
 * @returns for an issue, the reason as its history has it; undefined where none is known
 */
export async function goneReasons(
  db: Queries,
  gone: readonly GoneIssue[],
  coverage: Pick<ScanCoverage, 'models' | 'rules' | 'threatModels'>,
  ofOrganization: OrganizationFiles | undefined,
): Promise<(issue: GoneIssue) => string | undefined> {
  const active = new Set([...coverage.models, ...coverage.rules].map(({ file }) => file));
  const followed = new Set<string>(coverage.threatModels);
  const before = await followedIn(db, [...new Set(gone.map(({ scan_id }) => scan_id))]);
  return ({ vuln_class, scan_id, definitions, exposure }) => {
    const off = vuln_class === customRuleClass ? undefined : switchedOffFor(ofOrganization, vuln_class);
    if (off) return `The rule template “${off.title}” is switched off.`;
    const named = definitions === null ? [] : Definitions.parse(JSON.parse(definitions));
    const missing = named.find((definition) => !active.has(definition));
    if (missing !== undefined) return goneText(missing);
    const { threatModel } = exposure === null ? {} : Exposed.parse(JSON.parse(exposure));
    if (threatModel !== undefined && !followed.has(threatModel) && before.get(scan_id)?.has(threatModel))
      return `Scans no longer follow data of the threat model “${threatModel}”.`;
    return undefined;
  };
}

/** Those of an organization end with their name in quotes; others are files of the repository. */
const goneText = (definition: string): string =>
  definition.endsWith('”')
    ? `The ${definition} is switched off or deleted, or it is no longer for this repository.`
    : `The rules of ${definition} no longer hold: it was deleted, or they have mistakes.`;

/** The threat models of earlier scans. */
async function followedIn(
  db: Queries,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const some of inBatches(scanIds)) {
    const rows = await db.selectFrom('scans').select(['id', 'coverage']).where('id', 'in', some).execute();
    for (const { id, coverage } of rows)
      if (coverage !== null) found.set(id, new Set(Followed.parse(JSON.parse(coverage)).threatModels));
  }
  return found;
}

/** What packs have on and off, for the coverage; nothing where all is as by default. */
export function packsSummary(
  ofOrganization: Pick<OrganizationFiles, 'switchedOn' | 'switchedOff'> | undefined,
  findings: number,
): Pick<Coverage, 'packs'> {
  const { switchedOn = [], switchedOff = [] } = ofOrganization ?? {};
  if (switchedOn.length + switchedOff.length === 0) return {};
  return { packs: { switchedOn: [...switchedOn], switchedOff: [...switchedOff], findings } };
}
