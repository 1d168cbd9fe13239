import type {
  ClassIR,
  Decorator,
  Expr,
  FieldDefinition,
  FunctionIR,
  ImportBinding,
  Opaque,
  Stmt,
  TypeRef,
} from '../../ir/ir.ts';
import { type SyntaxNode, writtenIn } from '../syntax.ts';
import type { ClassOutline } from './outline.ts';

export type Names = ReadonlyMap<string, TypeRef | undefined>;
export type Types = ReadonlyMap<string, TypeRef>;

/** What most blocks declare. */
export const nothingDeclared: ReadonlyMap<string, never> = new Map<string, never>();

/** A block of a function, or the body of a class, with what it declares. */
export type Scope = BlockScope | ClassScope;

export interface BlockScope {
  readonly kind: 'block';
  readonly parent: Scope | undefined;
  /** Local name → its declared type. */
  names: Names;
  /** Local classes and type parameters. */
  types: Types;
  /** Set on the outermost block of a function. */
  readonly frame: Frame | undefined;
}

export interface ClassScope {
  readonly kind: 'class';
  readonly parent: Scope | undefined;
  readonly outline: ClassOutline;
  types: Types;
}

/** The function whose body is being read. */
export interface Frame {
  readonly index: number;
  /** The class whose `this` the body sees. */
  readonly owner: ClassScope | undefined;
  /** Variables of patterns (`x instanceof Foo f`): they outlive their expression, so the function declares them. */
  readonly hoisted: Set<string>;
  /** A class inside the body uses this one's instance: it is kept in a variable that can be captured. */
  keepsThis: boolean;
}

/** What is gathered while a class body is read. */
export interface Members {
  readonly fields: FieldDefinition[];
  readonly methods: number[];
  readonly cls: number;
  readonly scope: ClassScope;
}

/** Where the value of a `switch` that stands as an expression goes. */
export interface Delivery {
  readonly deliver: (value: Expr) => Stmt;
  /** Leaves the switch after a `yield`; absent where delivering does (a `return`). */
  readonly leave: (() => Stmt) | undefined;
}

/** What one file's lowering shares. The parts call each other through it, so that no file imports in a circle. */
export interface Context {
  readonly text: string;
  readonly packageName: string;
  readonly functions: FunctionIR[];
  readonly classes: ClassIR[];
  readonly imports: readonly ImportBinding[];
  readonly wildcards: readonly string[];
  /** Simple type name → qualified name, from the file's imports. */
  readonly importedTypes: ReadonlyMap<string, string>;
  readonly staticImports: ReadonlySet<string>;
  readonly typesByName: Map<string, TypeRef>;
  readonly outlines: Map<SyntaxNode, ClassOutline>;
  readonly outlinesByName: Map<string, ClassOutline>;
  scope: Scope;
  frame: Frame;
  delivery: Delivery | undefined;
  /** Makes names of temporaries and anonymous classes unique in the file. */
  counter: number;
  readonly expression: (node: SyntaxNode) => Expr;
  readonly statements: (nodes: readonly SyntaxNode[]) => Stmt[];
  readonly annotations: (node: SyntaxNode) => readonly Decorator[];
  /** Lowers a member class, as a declaration of the file's. */
  readonly memberClass: (node: SyntaxNode, outline: ClassOutline) => void;
  /** Lowers a class from its body, and returns its index in `classes`. */
  readonly classDefinition: (body: SyntaxNode, outline: ClassOutline, supers: readonly TypeRef[]) => number;
}

export function textOf(node: SyntaxNode, context: Context): string {
  return writtenIn(context.text, node);
}

/** Keywords and operators stand among the children; what carries meaning begins with a letter and has a long name. */
const tokens = new Set(
  (
    'abstract assert break case catch class continue default do else enum extends final finally for if implements ' +
    'import instanceof interface native new package permits private protected public record return sealed ' +
    'non-sealed static strictfp super_ switch synchronized throw throws transient try volatile when while with ' +
    'yield open module @interface @ = == != < > <= >= && || ! ~ ? :: -> ... + ++ - -- * / % & | ^ << >> >>> += -= ' +
    '*= /= %= &= |= ^= <<= >>= >>>= """'
  ).split(' '),
);

export function isToken(node: SyntaxNode): boolean {
  return tokens.has(node.type);
}

/** The union of a node's parts: for syntax that has no meaning here, and for trees that are broken. */
export function opaque(node: SyntaxNode, context: Context): Opaque {
  const parts: Expr[] = [];
  for (const child of node.children) if (!isToken(child)) parts.push(context.expression(child));
  return { k: 'opaque', at: node.at, end: node.end, parts };
}

export function unknown(node: { readonly at: number; readonly end: number }): Opaque {
  return { k: 'opaque', at: node.at, end: node.end, parts: [] };
}

export const newBlock = (parent: Scope | undefined, frame: Frame | undefined): BlockScope => ({
  kind: 'block',
  parent,
  names: nothingDeclared,
  types: nothingDeclared,
  frame,
});

/** Runs `body` in a new block scope. */
export function inBlock<T>(context: Context, frame: Frame | undefined, body: (scope: BlockScope) => T): T {
  const outer = context.scope;
  const scope = newBlock(outer, frame);
  context.scope = scope;
  try {
    return body(scope);
  } finally {
    context.scope = outer;
  }
}

/** Declares a local name in the innermost block. */
export function declareLocal({ scope }: Context, name: string, type?: TypeRef): void {
  if (scope.kind === 'block') scope.names = withEntry(scope.names, name, type);
}

export function declareType(scope: Pick<Scope, 'types'>, name: string, type: TypeRef): void {
  scope.types = withEntry(scope.types, name, type);
}

function withEntry<T>(map: ReadonlyMap<string, T>, name: string, value: T): ReadonlyMap<string, T> {
  const own = map === nothingDeclared ? new Map<string, T>() : (map as Map<string, T>);
  return own.set(name, value);
}
