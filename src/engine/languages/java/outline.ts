import { childOf, fieldOf, type SyntaxNode, writtenIn } from '../syntax.ts';
import { hasModifier } from './modifiers.ts';

export interface MethodOutline {
  readonly isStatic: boolean;
  readonly arity: number;
}

/** What a class declares, read before any body is lowered: an unqualified name may mean any member of it. */
export interface ClassOutline {
  /** '' for an anonymous class. */
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: 'class' | 'interface' | 'enum' | 'record';
  /** Whether other packages see it: it is public, and so are the classes around it. */
  readonly isPublic: boolean;
  /** Whether it has a superclass that is written, whose members may be meant. */
  readonly inherits: boolean;
  /** Name → whether it is static. */
  readonly fields: Map<string, boolean>;
  /** Name → the syntax of its type. */
  readonly fieldTypes: Map<string, SyntaxNode>;
  readonly methods: Map<string, MethodOutline[]>;
  readonly constructors: MethodOutline[];
  /** Simple names of member types → their qualified names. */
  readonly types: Map<string, string>;
  /** A record's components, in order. */
  readonly components: readonly string[];
}

export const classKinds: ReadonlyMap<string, ClassOutline['kind']> = new Map([
  ['class_declaration', 'class'],
  ['interface_declaration', 'interface'],
  ['annotation_type_declaration', 'interface'],
  ['enum_declaration', 'enum'],
  ['record_declaration', 'record'],
]);

/** A program is the body of the class that it stands for where it has members of its own. */
const bodies = new Set(['class_body', 'interface_body', 'enum_body', 'annotation_type_body']);

/** Outlines a class and, into `all`, its member classes. */
export function outlineClass(
  node: SyntaxNode,
  name: string,
  qualifiedName: string,
  text: string,
  all: Map<SyntaxNode, ClassOutline>,
  outer?: ClassOutline,
): ClassOutline {
  const kind = classKinds.get(node.type) ?? 'class';
  const parameters = fieldOf(node, 'parameters');
  const components = kind === 'record' && parameters ? parameterNames(parameters, text) : [];
  const outline: ClassOutline = {
    name,
    qualifiedName,
    kind,
    isPublic: outer ? outer.isPublic && isPublicMember(node, outer.kind) : hasModifier(node, 'public'),
    inherits:
      fieldOf(node, 'superclass') !== undefined ||
      fieldOf(node, 'interfaces') !== undefined ||
      childOf(node, 'extends_interfaces') !== undefined ||
      node.type === 'object_creation_expression' ||
      node.type === 'enum_constant',
    fields: new Map(components.map((component) => [component, false])),
    fieldTypes: new Map(),
    methods: new Map(),
    constructors: [],
    types: new Map(),
    components,
  };
  all.set(node, outline);
  const body = node.type === 'program' ? node : node.children.find((child) => bodies.has(child.type));
  if (body) outlineMembers(body, outline, text, all);
  for (const component of components) {
    if (!outline.methods.has(component)) outline.methods.set(component, [{ isStatic: false, arity: 0 }]);
  }
  return outline;
}

function outlineMembers(
  body: SyntaxNode,
  outline: ClassOutline,
  text: string,
  all: Map<SyntaxNode, ClassOutline>,
): void {
  for (const member of body.children) {
    switch (member.type) {
      case 'field_declaration':
      case 'local_variable_declaration':
      case 'constant_declaration': {
        const isStatic = member.type === 'constant_declaration' || hasModifier(member, 'static');
        const type = fieldOf(member, 'type');
        for (const declarator of member.children) {
          if (declarator.type !== 'variable_declarator') continue;
          const name = fieldOf(declarator, 'name');
          if (!name) continue;
          const field = writtenIn(text, name);
          outline.fields.set(field, isStatic);
          if (type && !fieldOf(declarator, 'dimensions')) outline.fieldTypes.set(field, type);
        }
        break;
      }
      case 'enum_constant': {
        const name = fieldOf(member, 'name');
        if (name) outline.fields.set(writtenIn(text, name), true);
        break;
      }
      case 'method_declaration': {
        const name = fieldOf(member, 'name');
        if (!name) break;
        const entry = { isStatic: hasModifier(member, 'static'), arity: arityOf(member) };
        const key = writtenIn(text, name);
        const overloads = outline.methods.get(key);
        if (overloads) overloads.push(entry);
        else outline.methods.set(key, [entry]);
        break;
      }
      case 'constructor_declaration':
        outline.constructors.push({ isStatic: false, arity: arityOf(member) });
        break;
      case 'enum_body_declarations':
      case 'ERROR':
        outlineMembers(member, outline, text, all);
        break;
      default:
        if (classKinds.has(member.type)) {
          const name = fieldOf(member, 'name');
          if (!name) break;
          const simple = writtenIn(text, name);
          const qualified = `${outline.qualifiedName}.${simple}`;
          outline.types.set(simple, qualified);
          outlineClass(member, simple, qualified, text, all, outline);
        }
    }
  }
}

/** What interfaces declare is public, unless it says that it is not. */
export const isPublicMember = (member: SyntaxNode, of: ClassOutline['kind']): boolean =>
  of === 'interface' ? !hasModifier(member, 'private') : hasModifier(member, 'public');

function arityOf(method: SyntaxNode): number {
  const parameters = fieldOf(method, 'parameters');
  if (!parameters) return 0;
  return parameters.children.filter((child) => child.type !== 'receiver_parameter' && child.type !== 'ERROR')
    .length;
}

function parameterNames(parameters: SyntaxNode, text: string): string[] {
  const names: string[] = [];
  for (const parameter of parameters.children) {
    const name =
      fieldOf(parameter, 'name') ?? fieldOf(childOf(parameter, 'variable_declarator') ?? parameter, 'name');
    if (name) names.push(writtenIn(text, name));
  }
  return names;
}
