import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type FixResult, noFix, type Strategy } from '../../fixes/fix.ts';
import { type Imported, javaClass } from '../../fixes/imports.ts';
import { declaredType, soleValue, statementAround, unusedName, variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

/** Readers of objects read classes of the project and of the platform only, or values of no class at all. */
const listedClasses: Strategy = {
  languages: ['java'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call?.receiver) return undefined;
    switch (call.name) {
      case 'load':
      case 'loadAll':
        return plainYaml(source, call, call.receiver);
      case 'readObject':
      case 'readUnshared':
        return filteredStream(source, call, call.receiver);
      case 'fromXML':
      case 'unmarshal':
        return listedXml(source, call, call.receiver);
      case 'enableDefaultTyping':
        return validatedTyping(source, call);
      default:
        return undefined;
    }
  },
};

// ── YAML ─────────────────────────────────────────────────────────────────────────────────────────────────────

const plainTypes =
  /^(?:Object|String|Integer|Long|Double|Boolean|Number|(?:java\.util\.)?(?:Map|List|Set|Collection|LinkedHashMap|ArrayList|Iterable)\b.*|var)$/s;

function plainYaml(source: Source, call: Call, receiver: SyntaxNode): FixResult {
  const made = madeAs(source, receiver, 'Yaml');
  if (!made?.list || made.args.length > 0) return undefined;
  const type = wantedType(source, call.node);
  if (type === unknownType) return undefined;
  if (type !== undefined && !plainTypes.test(type))
    return noFix(
      `The document becomes an object of \`${type}\`, which a loader that makes no objects cannot do. Load maps and lists with \`SafeConstructor\`, and make the object of them by hand.`,
    );
  const safe = javaClass(source, 'org.yaml.snakeyaml.constructor.SafeConstructor');
  const options = javaClass(source, 'org.yaml.snakeyaml.LoaderOptions');
  return {
    strategy: 'unsafe-deserialization/safe-yaml',
    title: 'Load plain values only',
    explanation:
      'With `SafeConstructor` a document becomes maps, lists, texts and numbers; one that names a class is refused with an exception. Everything else is read as before. SnakeYAML has this constructor since 1.26.',
    edits: [
      ...options.edits,
      ...safe.edits,
      { at: made.list.at, end: made.list.end, text: `(new ${safe.name}(new ${options.name}()))` },
    ],
  };
}

/** The call that makes what a name, or the expression itself, stands for. */
function madeAs(source: Source, receiver: SyntaxNode, type: string): Call | undefined {
  const node = bare(receiver);
  const value = node.type === 'identifier' ? soleValue(source, node) : node;
  const made = callOf(source, value);
  return made?.isNew && made.name === type ? made : undefined;
}

const unknownType = '?';

/** The type that what is read has to be: by a cast, a declaration, or what the method returns; undefined where any will do. */
function wantedType(source: Source, node: SyntaxNode): string | undefined {
  const parent = source.parentOf(node);
  const typeOf = (one: SyntaxNode | undefined): string | undefined => {
    const type = one && fieldOf(one, 'type');
    return type && source.textOf(type);
  };
  switch (parent?.type) {
    case 'cast_expression':
      return typeOf(parent);
    case 'parenthesized_expression':
      return wantedType(source, parent);
    case 'variable_declarator':
      return typeOf(source.parentOf(parent));
    case 'assignment_expression': {
      const left = fieldOf(parent, 'left');
      return (left && declaredType(source, source.textOf(left), parent)) ?? unknownType;
    }
    case 'argument_list':
      return unknownType;
    case 'return_statement':
      return typeOf(source.around(parent, 'method_declaration', 'lambda_expression'));
    default:
      return undefined;
  }
}

// ── Streams of objects, XML of XStream, Jackson ──────────────────────────────────────────────────────────────

const explained =
  'What is not listed is refused with an exception: add the packages of further classes that are read here.';

function filteredStream(source: Source, call: Call, receiver: SyntaxNode): FixResult {
  const type = wantedType(source, call.node);
  const isPlain = type !== undefined && /^(?:String|Integer|Long|Double|Boolean)$/.test(type);
  const packages = isPlain ? [] : ownPackages(source, type);
  if (packages.length === 0 && !isPlain) return undefined;
  const filter = javaClass(source, 'java.io.ObjectInputFilter');
  const listed = [...packages.map((one) => `${one}.**`), 'java.base/*', '!*'].join(';');
  const placed = configured(
    source,
    receiver,
    'ObjectInputStream',
    ['in', 'objects', 'objectStream'],
    (name) => [`${name}.setObjectInputFilter(${filter.name}.Config.createFilter("${listed}"));`],
  );
  return (
    placed && {
      strategy: 'unsafe-deserialization/filter',
      title: 'Read objects of listed classes only',
      explanation: `A filter says which classes the stream may name: ${words(packages)} the Java platform's base, and no others, so that libraries bring none that do harm when they are read. ${explained} Filters are there since Java 9.`,
      edits: [...filter.edits, ...placed],
    }
  );
}

function listedXml(source: Source, call: Call, receiver: SyntaxNode): FixResult {
  const packages = ownPackages(source, wantedType(source, call.node));
  if (packages.length === 0) return undefined;
  const security = ['NoTypePermission', 'NullPermission', 'PrimitiveTypePermission'].map((name) =>
    javaClass(source, `com.thoughtworks.xstream.security.${name}`),
  );
  const collections = ['Collection', 'Map'].map((name) => javaClass(source, `java.util.${name}`));
  const [none, nulls, primitives] = security.map(({ name }) => name);
  const placed = configured(source, receiver, 'XStream', ['xstream', 'reader', 'xmlReader'], (name) => [
    `${name}.addPermission(${none}.NONE);`,
    `${name}.addPermission(${nulls}.NULL);`,
    `${name}.addPermission(${primitives}.PRIMITIVES);`,
    ...collections.map((one) => `${name}.allowTypeHierarchy(${one.name}.class);`),
    `${name}.allowTypes(new Class[] {String.class});`,
    `${name}.allowTypesByWildcard(new String[] {${packages.map((one) => `"${one}.**"`).join(', ')}});`,
  ]);
  return (
    placed && {
      strategy: 'unsafe-deserialization/listed',
      title: 'Make objects of listed classes only',
      explanation: `XML may name ${words(packages)} texts, numbers, collections and maps, and no other classes. ${explained}`,
      edits: [...[...security, ...collections].flatMap(({ edits }) => edits), ...placed],
    }
  );
}

function validatedTyping(source: Source, call: Call): FixResult {
  const packages = ownPackages(source, undefined);
  const [mapping] = call.args;
  const isJackson2 = /\bcom\.fasterxml\.jackson\b/.test(source.text);
  if (!isJackson2 || packages.length === 0 || call.args.length > 1 || !call.list) return undefined;
  const validator = javaClass(
    source,
    'com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator',
  );
  const collections: readonly Imported[] = ['Collection', 'Map'].map((name) =>
    javaClass(source, `java.util.${name}`),
  );
  const allowed = [
    ...packages.map((one) => `"${one}."`),
    ...collections.map(({ name }) => `${name}.class`),
  ].map((one) => `.allowIfSubType(${one})`);
  const rest = mapping ? `, ${source.textOf(mapping)}` : '';
  return {
    strategy: 'unsafe-deserialization/validator',
    title: 'Let JSON name listed classes only',
    explanation: `The form of the JSON stays as it is. Which classes it may name is checked now: ${words(packages)} collections and maps, and no others. ${explained} Jackson has this since 2.10.`,
    edits: [
      ...[validator, ...collections].flatMap(({ edits }) => edits),
      { at: call.nameNode.at, end: call.nameNode.end, text: 'activateDefaultTyping' },
      {
        at: call.list.at,
        end: call.list.end,
        text: `(${validator.name}.builder()${allowed.join('')}.build()${rest})`,
      },
    ],
  };
}

const words = (packages: readonly string[]): string =>
  packages.length === 0 ? '' : `classes of ${packages.map((one) => `\`${one}\``).join(' and ')},`;

/** First names of packages that many publish in, and packages that bring classes which do harm when they are read. */
const shared =
  /^(?:com|org|net|io|edu|gov|[a-z]{2}|javax?|jakarta|sun|com\.sun|org\.(?:apache|springframework))$/;

/**
 * The packages that are the project's: the one of this file, three names of it at most, for fewer would take in what others
 * publish beside it; and the one of what is read, where it begins alike.
 * @returns none where the file's package says nothing, or what is read is somebody else's
 */
function ownPackages(source: Source, wanted: string | undefined): string[] {
  const names = /^[ \t]*package\s+([\w.]+)\s*;/m.exec(source.text)?.[1]?.split('.') ?? [];
  const own = names.slice(0, 3).join('.');
  if (own === '' || shared.test(own)) return [];
  const simple = wanted && /^\w+/.exec(wanted)?.[0];
  const imported =
    simple && new RegExp(`^[ \\t]*import\\s+([\\w.]+)\\.${simple}\\s*;`, 'm').exec(source.text)?.[1];
  if (!imported || /^javax?\./.test(imported) || imported === own || imported.startsWith(`${own}.`))
    return [own];
  const family = names.slice(0, 2).join('.');
  return !shared.test(family) && imported.startsWith(`${family}.`) ? [own, imported] : [];
}

/**
 * Statements right after a reader is made. One that has no name gets one first.
 * @returns undefined where it is made elsewhere, or several times
 */
function configured(
  source: Source,
  receiver: SyntaxNode,
  type: string,
  wishes: readonly string[],
  lines: (name: string) => readonly string[],
): Edit[] | undefined {
  const made = madeAs(source, receiver, type);
  if (!made || made.node.children.some((child) => child.type === 'class_body')) return undefined;
  const { eol } = source.style;
  const node = bare(receiver);
  if (node.type === 'identifier') {
    const write = variableOf(source, node)?.writes[0];
    if (!write) return undefined;
    const name = source.textOf(node);
    if (write.node.type === 'resource') return atBeginning(source, write.node, lines(name));
    const statement = statementAround(source, write.node);
    if (!/^(?:local_variable_declaration|expression_statement)$/.test(statement.type)) return undefined;
    const indentation = source.indentationAt(statement.at);
    const text = lines(name).map((line) => `${eol}${indentation}${line}`);
    return [{ at: statement.end, end: statement.end, text: text.join('') }];
  }
  const statement = statementAround(source, node);
  const isApart = /^(?:local_variable_declaration|expression_statement|return_statement)$/.test(
    statement.type,
  );
  const name = unusedName(source, node, wishes);
  const isOnCondition = source.around(node, 'lambda_expression', 'ternary_expression', 'binary_expression');
  if (!isApart || name === undefined || isOnCondition) return undefined;
  const indentation = source.indentationAt(statement.at);
  const before = [`${type} ${name} = ${source.textOf(made.node)};`, ...lines(name)];
  return [
    {
      at: statement.at,
      end: statement.at,
      text: before.map((line) => line + eol + indentation).join(''),
    },
    { at: receiver.at, end: receiver.end, text: name },
  ];
}

/** In the block of a `try` that has the reader among its resources. */
function atBeginning(source: Source, resource: SyntaxNode, lines: readonly string[]): Edit[] | undefined {
  const statement = source.around(resource, 'try_with_resources_statement');
  const block = statement && fieldOf(statement, 'body');
  const [first] = block?.children ?? [];
  if (!block || !first) return undefined;
  const { eol } = source.style;
  const indentation = source.indentationAt(first.at);
  const at = block.at + 1;
  return [{ at, end: at, text: lines.map((line) => `${eol}${indentation}${line}`).join('') }];
}

export const fixes: readonly Strategy[] = [listedClasses];
