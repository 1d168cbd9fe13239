import type { Edit } from '../../fixes/edits.ts';
import type { ProjectFacts } from '../../fixes/fix.ts';
import { hasBlankLine, isTyped, pythonPlaceAfterImports, withHelper } from '../../fixes/helpers.ts';
import { javascriptImports, lineEnd, placeAfterImports } from '../../fixes/imports.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import { functionAround } from '../../fixes/scope.ts';
import { type Source, walk } from '../../fixes/source.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

/** The code that takes a variable from the environment, or fails with its name. */
export interface Reading {
  /** The expression that stands in place of the secret. */
  readonly text: string;
  readonly edits: readonly Edit[];
  /** When the program fails where the variable is missing. */
  readonly when: 'load' | 'use';
}

/**
 * Reads a variable once, as the file is loaded, so that a program without it ends at its start. What a function had for
 * itself, and tests of the project load without it, is read when it is used.
 */
export function readVariable(
  source: Source,
  name: string,
  places: readonly SyntaxNode[],
  project: ProjectFacts,
): Reading {
  const required = requiredVariable(source, places[0] ?? source.root, name, project);
  const isLoaded = places.every((place) => functionAround(source, place) === source.root);
  if (isLoaded && places.length === 1) return { ...required, when: 'load' };
  const isTaken = new RegExp(`\\b${name}\\b`).test(source.text);
  const isLate = !isLoaded && (project.isLoadedByTests() || readsFileLater(source, project));
  const constant = isTaken || isLate ? undefined : constantOf(source, name, places, required);
  if (constant) return { text: name, edits: [...required.edits, ...constant], when: 'load' };
  return { ...required, when: isLoaded ? 'load' : 'use' };
}

/** Whether variables come from a file that another module reads, perhaps after this one is loaded. */
const readsFileLater = ({ text, language }: Source, project: ProjectFacts): boolean =>
  language !== 'java' &&
  project.uses(language === 'python' ? 'python-dotenv' : 'dotenv') &&
  !/\bdotenv\b/.test(text);

/** A constant of the file, or of its class, with the variable's value. */
function constantOf(
  source: Source,
  name: string,
  places: readonly SyntaxNode[],
  { text }: { readonly text: string },
): Edit[] | undefined {
  const { eol, semicolon, indent } = source.style;
  switch (source.language) {
    case 'javascript': {
      const at = placeAfterImports(source);
      if (places.some((place) => place.at < at)) return undefined;
      const line = `const ${name} = ${text}${semicolon}`;
      const isAfter = javascriptImports(source).length > 0;
      return [{ at, end: at, text: isAfter ? `${eol}${eol}${line}` : `${line}${eol}${eol}` }];
    }
    case 'python': {
      const helper = definitionOf(source, helperName(source));
      const loading = source.root.children.findLast((node) => /^load_dotenv\(/.test(source.textOf(node)));
      const after = [helper, loading].flatMap((node) => (node ? [lineEnd(source, node.end)] : []));
      const place = pythonPlaceAfterImports(source);
      const at = Math.max(place.at, ...after);
      if (places.some((one) => one.at < at)) return undefined;
      const line = `${name} = ${text}`;
      const isAfter = place.isAfter || at > place.at;
      const gap = helper === undefined || hasBlankLine(source, at) ? '' : eol + eol;
      return [
        { at, end: at, text: isAfter ? `${eol}${eol}${eol}${line}${gap}` : `${line}${eol}${eol}${eol}` },
      ];
    }
    case 'java': {
      const [place] = places;
      const body = place && outermostBody(source, place);
      const member = body?.children[0];
      if (!body || !member) return undefined;
      const inner = source.indentationAt(member.at) || indent;
      const at = body.at + 1;
      return [{ at, end: at, text: `${eol}${inner}private static final String ${name} = ${text};${eol}` }];
    }
  }
}

const helperName = ({ language }: Source): string =>
  language === 'python' ? 'required_environment' : 'requiredEnvironment';

function definitionOf(source: Source, name: string): SyntaxNode | undefined {
  return source.root.children.find(
    (node) =>
      node.type === 'function_definition' &&
      node.children.some((child) => child.field === 'name' && source.textOf(child) === name),
  );
}

function outermostBody(source: Source, place: SyntaxNode): SyntaxNode | undefined {
  let body: SyntaxNode | undefined;
  for (let node: SyntaxNode | undefined = place; node; node = source.parentOf(node))
    if (node.type === 'class_body') body = node;
  return body;
}

function requiredVariable(
  source: Source,
  at: SyntaxNode,
  name: string,
  project: ProjectFacts,
): { readonly text: string; readonly edits: readonly Edit[] } {
  const { quote } = source.style;
  const own = ownReader(source, project);
  const helper = helperName(source);
  const text = `${own ?? helper}(${quote}${name}${quote})`;
  if (own !== undefined) return { text, edits: [] };
  switch (source.language) {
    case 'javascript':
      return {
        text,
        edits: withHelper(source, at, helper, (unit) => [
          '/** The value of an environment variable; the program cannot work without it. */',
          isTyped(source) ? `function ${helper}(name: string): string {` : `function ${helper}(name) {`,
          `${unit}const value = process.env[name];`,
          `${unit}if (!value) throw new Error(\`Set the environment variable \${name}.\`);`,
          `${unit}return value;`,
          '}',
        ]),
      };
    case 'python': {
      const os = pythonModule(source, 'os');
      const edits = withHelper(source, at, helper, (unit) => [
        `def ${helper}(name):`,
        `${unit}"""The value of an environment variable; the program cannot work without it."""`,
        `${unit}value = ${os.name}.environ.get(name)`,
        `${unit}if not value:`,
        `${unit}${unit}raise RuntimeError(f"Set the environment variable {name}.")`,
        `${unit}return value`,
      ]);
      return { text, edits: [...os.edits, ...edits] };
    }
    case 'java':
      return {
        text,
        edits: withHelper(source, at, helper, (unit) => [
          '/** The value of an environment variable; the program cannot work without it. */',
          `private static String ${helper}(String name) {`,
          `${unit}String value = System.getenv(name);`,
          `${unit}if (value == null || value.isEmpty()) {`,
          `${unit}${unit}throw new IllegalStateException("Set the environment variable " + name + ".");`,
          `${unit}}`,
          `${unit}return value;`,
          '}',
        ]),
      };
  }
}

/** A function of the file, or of one of the project's modules that it imports by name, that reads variables and throws. */
function ownReader(source: Source, project: ProjectFacts): string | undefined {
  switch (source.language) {
    case 'javascript': {
      const pattern =
        /function\s+(\w+)\s*\(\s*(\w+)(?:\s*:\s*string)?\s*\)(?:\s*:\s*string)?\s*\{[^}]{0,300}process\.env\[\s*\2\s*\][^}]{0,300}\bthrow\b/g;
      return readerIn(
        source,
        pattern,
        javascriptImports(source).flatMap(({ kind, imported, local, module }) =>
          kind === 'named' && imported === local && module.startsWith('.') ? [local] : [],
        ),
        project,
      );
    }
    case 'python': {
      const pattern =
        /^def\s+(\w+)\(\s*(\w+)(?:\s*:\s*str)?\s*\)(?:\s*->\s*str)?:\n(?:[ \t].*\n){0,8}?.*environ(?:\.get\(|\[)\s*\2\b.*\n(?:[ \t].*\n){0,6}?[ \t]+raise\b/gm;
      const imported = [...source.text.matchAll(/^from\s+[\w.]+\s+import\s+(\w+(?:\s*,\s*\w+)*)\s*$/gm)];
      return readerIn(
        source,
        pattern,
        imported.flatMap(([, names = '']) => names.split(/\s*,\s*/)),
        project,
      );
    }
    case 'java':
      return undefined;
  }
}

function readerIn(
  source: Source,
  pattern: RegExp,
  imported: readonly string[],
  project: ProjectFacts,
): string | undefined {
  const own = [...source.text.matchAll(pattern)].map(([, name = '']) => name);
  const [first] = own.filter((name) => isAtTop(source, name));
  if (first !== undefined) return first;
  const theirs = project
    .neighbours()
    .flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return theirs.find((name) => imported.includes(name));
}

/** In JavaScript a function of the file itself is there before it is written; one inside of another is not. */
function isAtTop(source: Source, name: string): boolean {
  if (source.language === 'python') return false;
  for (const node of walk(source.root)) {
    if (node.type !== 'function_declaration') continue;
    const named = node.children.find(({ field }) => field === 'name');
    if (named && source.textOf(named) === name) {
      const parent = source.parentOf(node);
      return parent === source.root || parent?.type === 'export_statement';
    }
  }
  return false;
}
