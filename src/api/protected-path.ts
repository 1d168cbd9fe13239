/**
 * Names of what a program runs, or takes its orders from, without being asked to: git, the editor, hooks, containers,
 * package managers, and pipelines once it is pushed. No patch changes them, however they are spelled.
 */

const folders: ReadonlySet<string> = new Set([
  ...['.vscode', '.vscode-server', '.vs', '.idea', '.fleet', '.zed', '.cursor', '.claude', '.devcontainer'],
  ...['.husky', '.githooks', '.direnv', '.yarn', '.cargo', '.circleci', '.buildkite', '.mvn'],
]);
const files: ReadonlySet<string> = new Set([
  ...[
    '.gitmodules',
    '.gitattributes',
    '.gitconfig',
    '.envrc',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.mcp.json',
  ],
  ...['.pre-commit-config.yaml', '.gitlab-ci.yml', '.lefthook.yml', 'lefthook.yml', '.travis.yml'],
]);
/** Of these folders, only what is run. */
const withinGithub: ReadonlySet<string> = new Set(['workflows', 'actions']);

/** @param path relative to the folder, with `/` or `\` between its parts */
export function isProtected(path: string): boolean {
  const parts = path.split(/[/\\]/).map(asFileSystemsSee);
  const last = parts.at(-1) ?? '';
  return (
    files.has(last) ||
    last.endsWith('.code-workspace') ||
    parts.some(
      (part, index) =>
        isGit(part) ||
        folders.has(part) ||
        isShortName(part) ||
        (part === '.github' && withinGithub.has(parts[index + 1] ?? '')),
    )
  );
}

/** Whether a name can be that of git's own folder on any file system. */
export function isGitName(part: string): boolean {
  return isGit(asFileSystemsSee(part));
}

function isGit(part: string): boolean {
  return part === '.git' || /^git~\d+$/.test(part);
}

/** What Windows calls a folder that begins with a dot for old programs: `.vscode` is `VSCODE~1`. */
function isShortName(part: string): boolean {
  const name = /^([^~]{1,6})~\d+$/.exec(part)?.[1];
  return (
    name !== undefined &&
    [...folders, '.github'].some((folder) => folder.slice(1, 7).replace('-', '') === name)
  );
}

/**
 * A name without what some file system does not tell apart: case, forms of a character, characters that are not seen
 * (HFS+), dots and spaces at the end, and streams (NTFS).
 */
function asFileSystemsSee(part: string): string {
  const [name = ''] = part
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .split(':', 1);
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}
