/** The same program with its local variables, parameters and local functions under other names: what it does is what it did. */
import type { SourceFile } from '../../../src/engine/analysis.ts';
import { linkModule } from '../../../src/engine/dataflow/names/linking.ts';
import { Parsing } from '../../../src/engine/languages/parsing.ts';
import { fileLanguage } from '../../../src/engine/languages/registry.ts';
import { engineOptions } from '../engine.ts';
import { isDeclared, isMember, isPublic } from './roles.ts';
import { applied, type Edit, nodesIn, parsed } from './syntax.ts';

/** What a name may not be: whoever reads the program knows it by its name. */
export type IsFixed = (name: string) => boolean;

const parsing = await Parsing.create(engineOptions, 5_000);

/** Names that nothing in the file declares where they stand: globals, types, what is imported. */
async function freeNames({ path, text }: SourceFile): Promise<ReadonlySet<string>> {
  await parsing.prepare(path, text);
  const { module } = parsing.lower(path, text);
  if (!module) return new Set();
  return new Set([
    ...linkModule(module, text).functions.flatMap(({ scope }) =>
      [...scope.bindings].flatMap(([name, { kind }]) => (kind === 'free' ? [name] : [])),
    ),
    ...module.imports.map(({ local }) => local),
  ]);
}

const identifiers = new Set([
  'identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
]);

interface Use {
  readonly at: number;
  readonly end: number;
  readonly shorthand: boolean;
}

interface Uses {
  readonly nodes: Use[];
  /** Calls of Java's without a receiver: of a method of the class, or of one around it. */
  readonly calls: Use[];
  declared: boolean;
  isMethod: boolean;
  /** It is also the name of a method that is called on an object. */
  ofOthers: boolean;
  fixed: boolean;
}

/** A name as it stands in the text of a route or of a format: `<name>`, `{name}`, `:name`. */
const namedIn = (text: string, name: string): boolean =>
  new RegExp(`[<{:%(]\\s*(?:\\w+:)?${name.replace(/\W/g, '\\$&')}\\b`).test(text);

/**
 * Gives local names of a file other names, each one of its own.
 * @param other the texts of the other files of the project, whose words keep their names
 * @param rename the new name, by a running number
 * @returns the text, and how many names were changed
 */
export async function renamed(
  file: SourceFile,
  other: readonly string[],
  isFixed: IsFixed,
  rename: (index: number) => string,
): Promise<{ readonly text: string; readonly count: number }> {
  const family = fileLanguage(file.path, file.text)?.family ?? '';
  const free = await freeNames(file);
  const edits = await parsed(file, (root) => {
    const names = new Map<string, Uses>();
    const strings: string[] = [];
    for (const node of nodesIn(root)) {
      if (
        node.type === 'string_literal' ||
        node.type === 'string_content' ||
        node.type === 'string_fragment' ||
        node.type === 'multiline_string_fragment'
      )
        strings.push(node.text);
      if (!identifiers.has(node.type) || node.childCount > 0) continue;
      const uses = names.get(node.text) ?? {
        nodes: [],
        calls: [],
        declared: false,
        isMethod: false,
        ofOthers: false,
        fixed: false,
      };
      names.set(node.text, uses);
      if (isMember(node, family)) {
        // A private method is called by its name, an argument is passed by it.
        const isOwnCall =
          node.parent?.type === 'method_invocation' && !node.parent.childForFieldName('object');
        if (isOwnCall) uses.calls.push({ at: node.startIndex, end: node.endIndex, shorthand: false });
        else if (node.parent?.type === 'method_invocation') uses.ofOthers = true;
        else if (node.parent?.type === 'keyword_argument' || node.parent?.type === 'method_reference')
          uses.fixed = true;
        continue;
      }
      const shorthand = node.type !== 'identifier';
      uses.nodes.push({ at: node.startIndex, end: node.endIndex, shorthand });
      if (node.parent?.type === 'method_declaration') uses.isMethod = true;
      if (isPublic(node, family)) uses.fixed = true;
      else if (isDeclared(node, family) || node.type === 'shorthand_property_identifier_pattern')
        uses.declared = true;
    }
    const words = new Set(other.flatMap((text) => text.match(/[\w$]+/g) ?? []));
    const found: Edit[] = [];
    let count = 0;
    for (const [name, { nodes, calls, declared, isMethod, ofOthers, fixed }] of names) {
      if (!declared || fixed || (isMethod && ofOthers) || isFixed(name) || words.has(name) || free.has(name))
        continue;
      if (family !== 'javascript' && strings.some((text) => text === name || namedIn(text, name))) continue;
      // Frameworks read a module's constants as settings.
      if (family === 'python' && name === name.toUpperCase()) continue;
      // A leading underscore is Python's own way to say what a module keeps to itself.
      const before = family === 'python' ? /^_*/.exec(name)?.[0] : '';
      const to = `${before}${rename(count++)}`;
      for (const { at, end, shorthand } of isMethod ? [...nodes, ...calls] : nodes)
        found.push({ at, end, text: shorthand ? `${name}: ${to}` : to });
    }
    return { found, count };
  });
  return edits
    ? { text: applied(file.text, edits.found), count: edits.count }
    : { text: file.text, count: 0 };
}
