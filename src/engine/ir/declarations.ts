import type { LanguageId } from '../languages/registry.ts';
import type { Expr, Node, Pattern, Stmt } from './ir.ts';

/**
 * A written type. `candidates` are the qualified names it may mean, best first: the file's own nested types, explicit
 * imports, the same package, wildcard imports, the language's implicit package. The linker takes the first one that
 * the project or the catalog knows, else the first.
 */
export interface TypeRef {
  readonly candidates: readonly string[];
  readonly args?: readonly TypeRef[];
  readonly array?: boolean;
  /** What is written on the type itself: `List<@Pattern(…) String>`. */
  readonly decorators?: readonly Decorator[];
}

/** A decorator or annotation: `@app.route('/x')`, `@RequestParam("q")`. `expr` is a call where it has arguments. */
export interface Decorator extends Node {
  readonly expr: Expr;
}

export interface Param extends Node {
  readonly target: Pattern;
  readonly type?: TypeRef;
  readonly default?: Expr;
  /** `...xs`/`*args`/varargs: 'list'; `**kwargs`: 'map'. */
  readonly rest?: 'list' | 'map';
  readonly decorators: readonly Decorator[];
}

export interface FunctionIR extends Node {
  /** Index in `ModuleIR.functions`; 0 is the module's own body. */
  readonly index: number;
  readonly kind:
    | 'module'
    | 'function'
    | 'method'
    | 'constructor'
    | 'getter'
    | 'setter'
    | 'lambda'
    | 'initializer';
  /** As written, or '' for an anonymous one. */
  readonly name: string;
  /** The name's own position, for messages; the function's start where it has none. */
  readonly nameAt: number;
  readonly params: readonly Param[];
  readonly body: readonly Stmt[];
  readonly decorators: readonly Decorator[];
  readonly returnType?: TypeRef;
  /** Index of the enclosing function (0 = module); undefined for the module itself. */
  readonly parent: number | undefined;
  /** Index of the class it is a member of. */
  readonly cls: number | undefined;
  readonly isStatic: boolean;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** Arrow functions, Java lambdas: `this` is the enclosing one's. */
  readonly lexicalThis: boolean;
  /** Declared without a body: methods of interfaces, abstract and native ones. What a call of it does is unknown. */
  readonly isAbstract?: boolean;
  /** Declared for other packages too; undefined in languages that do not say so. */
  readonly isPublic?: boolean;
}

export interface FieldDefinition extends Node {
  readonly name: string;
  readonly type?: TypeRef;
  readonly isStatic: boolean;
  /** The initialiser, evaluated with `this` (or the class, when static) in scope. */
  readonly init?: Expr;
  readonly decorators: readonly Decorator[];
}

export interface ClassIR extends Node {
  readonly index: number;
  readonly name: string;
  /** `com.acme.Outer.Inner` in Java, `module.Class` in Python, the bare name in JavaScript. */
  readonly qualifiedName: string;
  readonly kind: 'class' | 'interface' | 'enum' | 'record';
  /** Base class and interfaces: written types (Java) or expressions (Python, JavaScript). */
  readonly supers: readonly (TypeRef | Expr)[];
  readonly fields: readonly FieldDefinition[];
  /** Indices in `ModuleIR.functions`. */
  readonly methods: readonly number[];
  readonly decorators: readonly Decorator[];
  /** Declared for other packages too, as are the classes around it. */
  readonly isPublic?: boolean;
  /** Index of the function whose body declares it. */
  readonly parent: number;
}

/** A binding made by an import declaration. */
export interface ImportBinding extends Node {
  /** The local name. */
  readonly local: string;
  /** As written, without `node:`; relative ones stay relative (`./db`, `..pkg.mod`). */
  readonly module: string;
  /** The imported name; `default`; or `*` for the module itself. */
  readonly member: string;
}

export interface ModuleIR {
  readonly path: string;
  readonly language: LanguageId;
  /** Java: the package. Python: the dotted module path from the scanned root. JavaScript: the path. */
  readonly name: string;
  readonly imports: readonly ImportBinding[];
  /** `import x.y.*`, `from m import *`: the package or module. */
  readonly wildcards: readonly string[];
  readonly functions: readonly FunctionIR[];
  readonly classes: readonly ClassIR[];
  /** Nodes of the concrete tree that had errors; lowering goes on around them. */
  readonly syntaxErrors: number;
}
