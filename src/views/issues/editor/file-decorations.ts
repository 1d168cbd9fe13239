import * as vscode from 'vscode';
import type { Severity } from '../../../api/contract/vocabulary.ts';
import { severityLabel } from '../../../words/issues.ts';
import type { IssueTally, Tally } from '../issue-tally.ts';
import { keyOfUri, uriOf } from '../locations.ts';
import { decorationsSetting } from '../settings.ts';
import { Slices } from '../slices.ts';

/**
 * Marks the files that have issues, in the Explorer and wherever else VS Code names a file. It says how bad the worst
 * is; how many there are is what Problems puts there.
 */
export class FileDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #tally: IssueTally;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #subscriptions: { dispose(): void }[];
  readonly #files = new Slices<string>((files) => this.#update(files));
  /** What each file was last said to be. */
  readonly #shown = new Map<string, string>();
  #isOn = decorationsSetting();

  constructor(tally: IssueTally) {
    this.#tally = tally;
    this.#subscriptions = [
      this.#changed,
      this.#files,
      tally.onChange(({ files }) => this.#files.add(files)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('parapet.issues.fileDecorations')) return;
        this.#isOn = decorationsSetting();
        this.#changed.fire([...this.#shown.keys()].map(toUri));
      }),
      vscode.window.registerFileDecorationProvider(this),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    // With a fragment it stands for an issue in our own tree, which says all of this already.
    if (!this.#isOn || uri.scheme !== 'file' || uri.fragment !== '') return undefined;
    const key = keyOfUri(uri);
    return key === undefined ? undefined : decoration(this.#tally.ofFile(key));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(files: Iterable<string>): void {
    const changed: vscode.Uri[] = [];
    for (const key of files) {
      const { open, worst } = this.#tally.ofFile(key);
      const said = worst === undefined ? undefined : `${worst} ${open}`;
      if (this.#shown.get(key) === said) continue;
      if (said === undefined) this.#shown.delete(key);
      else this.#shown.set(key, said);
      changed.push(toUri(key));
    }
    if (changed.length > 0 && this.#isOn) this.#changed.fire(changed);
  }
}

function toUri(key: string): vscode.Uri {
  const at = key.indexOf('\n');
  return uriOf(key.slice(0, at), key.slice(at + 1));
}

function decoration({ open, worst }: Tally): vscode.FileDecoration | undefined {
  if (worst === undefined) return undefined;
  const mark = marks[worst];
  const label = severityLabel(worst);
  const made = new vscode.FileDecoration(
    mark.badge,
    open === 1
      ? vscode.l10n.t('1 security issue: {0}', label)
      : vscode.l10n.t('{0} security issues, the worst: {1}', open, label),
    new vscode.ThemeColor(mark.color),
  );
  made.propagate = mark.propagate;
  return made;
}

interface Mark {
  /** At most two characters; letters are taken by git. */
  readonly badge: string;
  readonly color: string;
  /** Whether the folders above are coloured, too. */
  readonly propagate: boolean;
}

const marks: Readonly<Record<Severity, Mark>> = {
  CRITICAL: { badge: '!!', color: 'list.errorForeground', propagate: true },
  HIGH: { badge: '!', color: 'list.errorForeground', propagate: true },
  MEDIUM: { badge: '!', color: 'list.warningForeground', propagate: true },
  LOW: { badge: '·', color: 'descriptionForeground', propagate: false },
  INFO: { badge: '·', color: 'descriptionForeground', propagate: false },
};
