import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type FixResult, noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { isTyped, withHelper } from '../../fixes/helpers.ts';
import { javaClass, javascriptModule } from '../../fixes/imports.ts';
import { pythonModule, pythonName } from '../../fixes/python-imports.ts';
import { declaredType } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { type SplitPath, splitPath } from './split.ts';

const wording = {
  strategy: 'path-traversal/within-folder',
  title: 'Refuse paths that lead out of the folder',
  explanation:
    'The path is resolved, `..` included, and refused with an error unless it lies inside the folder that the program names. An absolute path is looked up inside the folder, too.',
} as const;

const noFolder =
  'Nothing in the code names the folder in which the file should lie, so that any file may be meant. Say which folder it is, then paths can be kept inside it.';

/** Paths stay inside the folder that the program names. */
const pathWithin: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    const candidates = pathsOf(source, call);
    const splits = candidates.map((node) => splitPath(source, node)).filter((split) => split !== undefined);
    if (splits.length === 0) return noFix(noFolder);
    switch (source.language) {
      case 'javascript':
        return inJavascript(situation, splits);
      case 'python':
        return inPython(source, splits, call);
      case 'java':
        return inJava(source, splits, call);
    }
  },
};

/** The arguments that are paths; the receiver, where a path is asked itself. */
function pathsOf(source: Source, call: Call): SyntaxNode[] {
  const several =
    /^(?:rename|copy|copyFile|cp|move|copyfile|copytree|link|symlink|renames|replace)(?:Sync)?$/.test(
      call.name,
    );
  const first =
    call.args[0] ?? call.keywords.get('path') ?? call.keywords.get('file') ?? call.keywords.get('filename');
  if (source.language === 'java' && call.isNew && call.args.length > 1 && call.name === 'File')
    return [call.node];
  const paths = several ? call.args.slice(0, 2) : first ? [first] : [];
  if (source.language === 'java' && /^(?:File|Paths|Path)$/.test(call.name)) return [call.node];
  return call.receiver && (paths.length === 0 || source.language === 'python')
    ? [...paths, call.receiver]
    : paths;
}

function inJavascript({ source, project, node }: Situation, splits: readonly SplitPath[]): FixResult {
  const path = javascriptModule(source, 'path', project);
  const { quote } = source.style;
  const typed = isTyped(source);
  const helper = withHelper(source, node, 'pathWithin', (unit) => [
    '/** The absolute path of something in a folder; what leads out of the folder is refused. */',
    typed
      ? 'function pathWithin(folder: string, name: unknown): string {'
      : 'function pathWithin(folder, name) {',
    `${unit}const root = ${path.name}.resolve(folder);`,
    `${unit}const target = ${path.name}.join(root, String(name));`,
    `${unit}if (!target.startsWith(root + ${path.name}.sep)) throw new Error(${quote}The path leads out of its folder.${quote});`,
    `${unit}return target;`,
    '}',
  ]);
  const edits = splits.map(({ node: whole, folder, rest }) =>
    replaced(whole, `pathWithin(${folder}, ${rest})`),
  );
  return { ...wording, edits: [...path.edits, ...helper, ...edits] };
}

function inPython(source: Source, splits: readonly SplitPath[], call: Call): FixResult {
  const os = pythonModule(source, 'os');
  const helper = withHelper(source, call.node, 'path_within', (unit) => [
    'def path_within(folder, name):',
    `${unit}"""The real path of something in a folder; what leads out of the folder is refused."""`,
    `${unit}root = ${os.name}.path.realpath(folder)`,
    `${unit}path = ${os.name}.path.realpath(f"{root}/{name}")`,
    `${unit}if ${os.name}.path.commonpath([root, path]) != root:`,
    `${unit}${unit}raise ValueError("The path leads out of its folder.")`,
    `${unit}return path`,
  ]);
  const edits: Edit[] = [];
  for (const { node, folder, rest } of splits) {
    const isPath = /\bPath\(|\bpathlib\b/.test(source.textOf(node)) || isPathObject(source, node, call);
    if (!isPath) {
      edits.push(replaced(node, `path_within(${folder}, ${rest})`));
      continue;
    }
    const path = pythonName(source, 'pathlib', 'Path');
    edits.push(...path.edits, replaced(node, `${path.name}(path_within(${folder}, ${rest}))`));
  }
  return { ...wording, edits: [...os.edits, ...helper, ...edits] };
}

/** Whether the path is an object of pathlib: it is divided with `/`, or asked to read itself. */
const isPathObject = (source: Source, node: SyntaxNode, call: Call): boolean =>
  (node.type === 'binary_operator' &&
    source.text.slice(node.children[0]?.end, node.children.at(-1)?.at).trim() === '/') ||
  call.receiver === node;

function inJava(source: Source, splits: readonly SplitPath[], call: Call): FixResult {
  const path = javaClass(source, 'java.nio.file.Path');
  const paths = javaClass(source, 'java.nio.file.Paths');
  const helper = withHelper(source, call.node, 'pathWithin', (unit) => [
    '/** The absolute path of something in a folder; what leads out of the folder is refused. */',
    `private static ${path.name} pathWithin(String folder, Object name) {`,
    `${unit}${path.name} root = ${paths.name}.get(folder).toAbsolutePath().normalize();`,
    `${unit}${path.name} target = ${paths.name}.get(folder, String.valueOf(name)).toAbsolutePath().normalize();`,
    `${unit}if (!target.startsWith(root)) {`,
    `${unit}${unit}throw new IllegalArgumentException("The path leads out of its folder.");`,
    `${unit}}`,
    `${unit}return target;`,
    '}',
  ]);
  const edits = splits.map(({ node, folder, rest }) => {
    const one = callOf(source, bare(node));
    const isFile = one?.isNew === true && one.name === 'File';
    const isPath = one !== undefined && /^(?:get|of|resolve)$/.test(one.name) && !one.isNew;
    const type = /^\w+$/.test(folder) ? declaredType(source, folder, node) : undefined;
    const root = folderText(folder, type);
    const turned = isFile ? '.toFile()' : isPath ? '' : '.toString()';
    const text = `pathWithin(${root}, ${rest})${turned}`;
    return replaced(node, text);
  });
  return { ...wording, edits: [...path.edits, ...paths.edits, ...helper, ...edits] };
}

/** Code of a folder as a text. @param type its declared type, where that is known */
function folderText(folder: string, type: string | undefined): string {
  if (type === undefined ? /^"|\.toString\(\)$|^[A-Z_\d]+$/.test(folder) : type === 'String') return folder;
  if (type && /^(?:java\.io\.)?File$/.test(type)) return `${folder}.getPath()`;
  return type && /^(?:java\.nio\.file\.)?Path$/.test(type)
    ? `${folder}.toString()`
    : `String.valueOf(${folder})`;
}

/** Uploaded files get a name without folders. */
const uploadName: Strategy = {
  languages: ['python'],
  fix: ({ source, finding, project }) => {
    if (!/\b(?:flask|werkzeug)\b/i.test(source.text) && !project.uses('Flask')) return undefined;
    const call = callAt(source, source.offsetsOf(finding.range));
    const text = call ? source.textOf(call.node) : '';
    const found = /(?<![\w.])[\w.]+\.filename\b/.exec(text);
    if (!call || !found || isMember(source, found[0])) return undefined;
    const at = call.node.at + found.index;
    const { name, edits } = pythonName(source, 'werkzeug.utils', 'secure_filename');
    return {
      strategy: 'path-traversal/secure-filename',
      title: 'Take only a harmless file name from the upload',
      explanation:
        '`secure_filename` leaves letters, digits, dots, hyphens and underscores of the name, so that it cannot lead to another folder. Other characters are replaced.',
      edits: [
        ...edits,
        { at, end: at, text: `${name}(` },
        { at: at + found[0].length, end: at + found[0].length, text: ')' },
      ],
    };
  },
};

/** A member of an archive has its folders in its name, on purpose. */
function isMember(source: Source, filename: string): boolean {
  const name = /^\w+/.exec(filename)?.[0] ?? '';
  const loops = source.text.matchAll(new RegExp(`\\bfor\\s+${name}\\s+in\\s+(\\S[^\\n]*)`, 'g'));
  return [...loops].some(([, list = '']) => /\b(?:infolist|filelist|getmembers)\b/.test(list));
}

/** Archives are unpacked with the filter that refuses paths out of the folder. */
const unpackFilter: Strategy = {
  languages: ['python'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call?.list || !/^extract(?:all)?$/.test(call.name) || call.keywords.has('filter')) return undefined;
    const at = call.list.end - 1;
    const comma = call.list.children.length > 0 ? ', ' : '';
    return {
      strategy: 'path-traversal/extraction-filter',
      title: 'Unpack with the `data` filter',
      explanation:
        'With `filter="data"` the standard library refuses members that would lie outside the folder, links that lead out of it, and special files. It is there from Python 3.12, and in the security releases of 3.8 to 3.11.',
      edits: [{ at, end: at, text: `${comma}filter=${source.style.quote}data${source.style.quote}` }],
    };
  },
};

export const fixes: readonly Strategy[] = [uploadName, unpackFilter, pathWithin];
