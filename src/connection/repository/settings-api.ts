import type { Client } from '../../api/client.ts';
import type { RequestOf } from '../../api/contract/endpoint.ts';
import {
  getScannerSettings,
  type ScannerSettings,
  updateScannerSettings,
} from '../../api/contract/repositories/scanner-settings.ts';

/** Settings to change; null has one inherited again. */
export type SettingsChange = Omit<
  RequestOf<typeof updateScannerSettings>,
  'organizationId' | 'repositoryId' | 'applicationId'
>;

/** How a shared service scans a repository, as the extension asks for it. */
export class SettingsApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The settings that hold for a repository, and where each comes from. */
  async of(repositoryId: string, signal: AbortSignal): Promise<ScannerSettings> {
    const { settings } = await this.#client.call(getScannerSettings, { repositoryId }, { signal });
    return settings;
  }

  async change(repositoryId: string, change: SettingsChange, signal: AbortSignal): Promise<ScannerSettings> {
    const request = { repositoryId, ...change };
    const { settings } = await this.#client.call(updateScannerSettings, request, { signal });
    return settings;
  }
}
