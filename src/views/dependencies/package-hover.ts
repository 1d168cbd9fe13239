import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Package } from '../../api/contract/dependencies.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { keyOfUri, placeOf } from '../issues/locations.ts';
import { askedPackages } from './asked-packages.ts';
import { hoverCommands, packageMarkdown } from './package-text.ts';

/** Milliseconds that a hover waits for the packages; without them, it says what the issues say. */
const patienceMs = 400;

/** Files whose lines may ask for packages, by name: for these the packages are loaded where they are not there yet. */
const manifests =
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|deno\.jsonc?|[^/]*requirements[^/]*\.(?:txt|in)|pyproject\.toml|setup\.(?:cfg|py)|Pipfile|pom\.xml|[^/]+\.gradle(?:\.kts)?|[^/]+\.versions\.toml|[^/]+\.sbt|go\.mod|Cargo\.toml|Gemfile|gems\.rb|[^/]+\.(?:gemfile|gemspec)|composer\.json|[^/]+\.(?:cs|fs|vb)proj|[^/]+\.(?:props|targets)|packages\.config|paket\.dependencies|pubspec\.yaml|mix\.exs|Package\.swift|environment\.ya?ml|pixi\.toml|(?:Docker|Container)file[^/]*|[^/]*compose[^/]*\.ya?ml|\.github\/workflows\/[^/]+\.ya?ml|action\.ya?ml)$/;

export interface PackageHoverParts {
  readonly store: Pick<IssueStore, 'ofFile'>;
  /** Whether there are packages to load. */
  readonly isScanned: () => boolean;
  /** The packages of a folder. */
  readonly packages: (folder: string) => Promise<readonly Package[]>;
}

/** Explains the packages that a line of a manifest asks for. */
export class PackageHover implements vscode.HoverProvider {
  readonly #parts: PackageHoverParts;

  constructor(parts: PackageHoverParts) {
    this.#parts = parts;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const { store, isScanned } = this.#parts;
    const issues = store.ofFile(keyOfUri(document.uri));
    const { folder, file } = placeOf(document.uri);
    const isManifest = manifests.test(file) && isScanned();
    if (!isManifest && !issues.some(({ issue }) => issue.dependency)) return undefined;
    const packages = isManifest ? await this.#packages(folder) : [];
    if (token.isCancellationRequested) return undefined;
    const lineText = document.lineAt(position.line).text;
    const line = { file, line: position.line + 1, lineText, text: document.getText() };
    const texts = askedPackages(packages, issues, line).map((asked) => {
      const text = new vscode.MarkdownString(packageMarkdown(asked), true);
      text.isTrusted = { enabledCommands: [...hoverCommands] };
      return text;
    });
    return texts.length === 0 ? undefined : new vscode.Hover(texts);
  }

  async #packages(folder: string): Promise<readonly Package[]> {
    const late = sleep(patienceMs, [] as readonly Package[], { ref: false });
    return await Promise.race([this.#parts.packages(folder), late]);
  }
}
