/** A small project, and what an inventory of it has to say: `KIND name`, each as often as it is there. */
export interface LabelledProject {
  readonly name: string;
  /** Texts by path; bytes as latin-1 after `bytes:`. */
  readonly files: Readonly<Record<string, string>>;
  readonly expected: readonly string[];
}

export const project = (
  name: string,
  files: LabelledProject['files'],
  ...expected: readonly string[]
): LabelledProject => ({ name, files, expected });
