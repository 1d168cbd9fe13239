import path from 'node:path';
import type { Finding } from '../../../engine/finding.ts';
import type { Outlook } from '../../../engine/fixes/fix.ts';
import type { Fixer } from '../../../engine/fixes/fixer.ts';

/** Files whose change can make another library, and with it another fix, part of the project. */
const isManifest = (file: string): boolean =>
  /(?:^|\/)(?:package\.json|pom\.xml|build\.gradle(?:\.kts)?|requirements[^/]*\.txt|pyproject\.toml|setup\.(?:py|cfg)|Pipfile)$/.test(
    file,
  );

/** Whether rules know a fix for findings, each looked for once while its file stays as it is. */
export class Outlooks {
  readonly #fixer: Fixer;
  readonly #known = new Map<string, Map<string, Outlook>>();

  constructor(fixer: Fixer) {
    this.#fixer = fixer;
  }

  /** To be called before an analysis of files that are new or other than before. */
  async prepare(files: readonly string[]): Promise<void> {
    if (files.some(isManifest)) this.#known.clear();
    for (const file of files) this.#known.delete(file);
    const examples = new Map(files.map((file) => [path.extname(file), file]));
    for (const file of examples.values()) await this.#fixer.prepare(file);
  }

  /** The finding with what is known of its fix. */
  added(finding: Finding, read: (path: string) => string | undefined): Finding {
    const { file, vulnClass, ruleId, fingerprint, range } = finding;
    const key = `${vulnClass} ${ruleId} ${fingerprint} ${range.startLine}:${range.startColumn}`;
    const ofFile = this.#known.get(file) ?? new Map<string, Outlook>();
    this.#known.set(file, ofFile);
    let outlook = ofFile.get(key);
    if (!outlook) {
      outlook = this.#fixer.outlook(finding, read);
      ofFile.set(key, outlook);
    }
    return { ...finding, outlook };
  }

  /** To be called after an analysis: what is kept parsed for it goes. */
  end(): void {
    this.#fixer.forget();
  }
}
