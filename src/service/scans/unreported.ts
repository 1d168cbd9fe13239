import type { Finding } from '../../engine/finding.ts';
import type { OrganizationFiles } from '../analysis/scan-choices.ts';
import { switchedOffFor } from '../rules/switched-templates.ts';
import { isOfTrack } from './release-track.ts';
import type { ScanRow } from './scan-rows.ts';

/** Findings that a scan does not report, each counted once: of rules that packs switch off, and of those that its release track holds back. */
export class Unreported {
  readonly #switchedOff = new Set<string>();
  readonly #heldBack = new Set<string>();

  /** Returns whether the finding is to be reported, and counts it if not. */
  reports(
    scan: Pick<ScanRow, 'release_track'>,
    ofOrganization: OrganizationFiles | undefined,
    { file, fingerprint, vulnClass }: Finding,
  ): boolean {
    const key = `${fingerprint} ${file}`;
    if (switchedOffFor(ofOrganization, vulnClass)) this.#switchedOff.add(key);
    else if (!isOfTrack(scan.release_track, vulnClass)) this.#heldBack.add(key);
    else return true;
    return false;
  }

  get switchedOff(): number {
    return this.#switchedOff.size;
  }

  get heldBack(): number {
    return this.#heldBack.size;
  }
}
