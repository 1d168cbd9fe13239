import * as vscode from 'vscode';
import type { Session } from '../session.ts';

export interface OfferParts {
  readonly session: Pick<Session, 'activity' | 'latest' | 'onDidChange'>;
  /** Whether the service is on this machine: a team's service gets its advisories from its administrators. */
  readonly isLocal: () => boolean;
  /** Remembered for the workspace. */
  readonly memory: vscode.Memento;
}

const offeredKey = 'parapet.advisories.offered';
const section = 'parapet.scan';
const setting = 'offerAdvisories';

/**
 * Offers once to download advisories, after a scan of this window that matched packages with a few only. What is
 * downloaded, and what is sent for it, is said.
 */
export class AdvisoryOffer implements vscode.Disposable {
  readonly #parts: OfferParts;
  readonly #subscription: vscode.Disposable;
  #hasScanned = false;

  constructor(parts: OfferParts) {
    this.#parts = parts;
    this.#subscription = parts.session.onDidChange(() => void this.#look());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #look(): Promise<void> {
    const { session, isLocal, memory } = this.#parts;
    if (session.activity.kind === 'scanning') this.#hasScanned = true;
    if (!this.#hasScanned || session.activity.kind !== 'settled' || !isLocal()) return;
    this.#hasScanned = false;
    const matched = session.latest.flatMap(({ scan }) => scan.coverage?.advisories ?? []);
    if (matched.length === 0 || matched.some(({ thin }) => !thin)) return;
    const isWanted = vscode.workspace.getConfiguration(section).get<unknown>(setting) !== false;
    if (!isWanted || memory.get(offeredKey, false)) return;
    await memory.update(offeredKey, true);
    await this.#offer();
  }

  async #offer(): Promise<void> {
    const [download, later, never] = [
      vscode.l10n.t('Download'),
      vscode.l10n.t('Not Now'),
      vscode.l10n.t('Don’t Ask Again'),
    ];
    const chosen = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        'Your packages were matched with a few well-known advisories only. Download the public ones of OSV for your ecosystems? OSV is sent the names of the ecosystems alone.',
      ),
      download,
      later,
      never,
    );
    if (chosen === download) await vscode.commands.executeCommand('parapet.updateAdvisories', true);
    if (chosen === never)
      await vscode.workspace
        .getConfiguration(section)
        .update(setting, false, vscode.ConfigurationTarget.Global);
  }
}
