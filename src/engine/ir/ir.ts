/**
 * The intermediate representation that every language lowers to. Small on purpose: what the solver does not tell
 * apart is not told apart here. Offsets are UTF-16 code units into the file's text, `end` exclusive.
 */

import type { TypeRef } from './declarations.ts';

export type {
  ClassIR,
  Decorator,
  FieldDefinition,
  FunctionIR,
  ImportBinding,
  ModuleIR,
  Param,
  TypeRef,
} from './declarations.ts';

export interface Node {
  readonly at: number;
  readonly end: number;
}

export type Primitive = string | number | boolean | null | undefined;

// ── Expressions ──────────────────────────────────────────────────────────────────────────────────────────────

export interface Const extends Node {
  readonly k: 'const';
  readonly value: Primitive;
}
/** A regular expression literal, or the pattern of a call that compiles a constant one. */
export interface RegExpLiteral extends Node {
  readonly k: 'regexp';
  readonly source: string;
  readonly flags: string;
}
/** A name: local, captured, module-level, imported or global. Scopes are resolved by `scopes.ts`, not by lowerings. */
export interface Var extends Node {
  readonly k: 'var';
  readonly name: string;
}
/** Access by a key that is known in the source: `a.b`, `a['b']`. `at` is the property's, not the chain's start. */
export interface Field extends Node {
  readonly k: 'field';
  readonly object: Expr;
  readonly name: string;
}
/** Access by a computed key: `a[i]`. Slices (`a[1:2]`) are calls of `slice`. */
export interface Index extends Node {
  readonly k: 'index';
  readonly object: Expr;
  readonly index: Expr;
}
/**
 * A call. A method call has a `field` or `index` callee, whose object is the receiver. `at` is the start of the
 * callee's last name (`c` of `a.b.c(x)`), `end` the closing parenthesis.
 */
export interface Call extends Node {
  readonly k: 'call';
  readonly callee: Expr;
  readonly args: readonly Arg[];
}
export interface New extends Node {
  readonly k: 'new';
  /** The class; for languages with static types a `type` expression. */
  readonly callee: Expr;
  readonly args: readonly Arg[];
  /** An anonymous class body: its index in `ModuleIR.classes`. */
  readonly body?: number;
}
export interface Arg {
  readonly value: Expr;
  /** Keyword name (Python). */
  readonly name?: string;
  /** `...x`, `*x` are 'list'; `**x` is 'map'. */
  readonly spread?: 'list' | 'map';
}
export interface Unary extends Node {
  readonly k: 'unary';
  /** `!` (also Python's `not`), `-`, `+`, `~`, `typeof`, `void`, `delete`. `++`/`--` are lowered to assignments. */
  readonly op: string;
  readonly operand: Expr;
}
export interface Binary extends Node {
  readonly k: 'binary';
  /** As JavaScript writes them: arithmetic, comparison (`==` for any equality, `!=`), `in`, `instanceof`, bit operators, `**`, `//`. Python's `not in` is `!` of `in`; string formatting by `%` is a `format` expression. */
  readonly op: string;
  readonly left: Expr;
  readonly right: Expr;
}
/** Short-circuit operators; Python's `and`, `or` too. */
export interface Logical extends Node {
  readonly k: 'logical';
  readonly op: '&&' | '||' | '??';
  readonly left: Expr;
  readonly right: Expr;
}
export interface Conditional extends Node {
  readonly k: 'conditional';
  readonly test: Expr;
  readonly then: Expr;
  readonly else: Expr;
}
/** String interpolation: template literals, f-strings, `"..." % x`, `String.format` are calls. Literal parts are `const`. */
export interface Template extends Node {
  readonly k: 'template';
  readonly parts: readonly Expr[];
  /** A tagged template's tag; the parts then alternate literal and value. */
  readonly tag?: Expr;
}
/** A function value; its definition is `ModuleIR.functions[fn]`. */
export interface Lambda extends Node {
  readonly k: 'function';
  readonly fn: number;
}
export interface ClassValue extends Node {
  readonly k: 'class';
  readonly cls: number;
}
export interface ObjectLiteral extends Node {
  readonly k: 'object';
  readonly props: readonly Property[];
}
export interface Property extends Node {
  /** A constant key, a computed one, or `undefined` for a spread of `value`. */
  readonly key: string | Expr | undefined;
  readonly value: Expr;
}
/** Lists, tuples, sets and array initialisers. */
export interface ArrayLiteral extends Node {
  readonly k: 'array';
  readonly items: readonly Arg[];
}
/** `target = value`; compound assignments carry their operator (`+` for `+=`, `||` for `||=`). Its value is what was assigned. */
export interface Assign extends Node {
  readonly k: 'assign';
  readonly target: Pattern;
  readonly op?: string;
  readonly value: Expr;
}
export interface Await extends Node {
  readonly k: 'await';
  readonly value: Expr;
}
/** `yield`; `delegate` for `yield*` and `yield from`. */
export interface Yield extends Node {
  readonly k: 'yield';
  readonly value?: Expr;
  readonly delegate: boolean;
}
export interface Sequence extends Node {
  readonly k: 'sequence';
  readonly items: readonly Expr[];
}
/** `this` (Java, JavaScript). Python's `self` is an ordinary first parameter. */
export interface This extends Node {
  readonly k: 'this';
}
/** `super`, and Python's `super()`. */
export interface Super extends Node {
  readonly k: 'super';
}
/** A conversion or assertion to a written type. Its value is the operand's, typed. */
export interface Cast extends Node {
  readonly k: 'cast';
  readonly type: TypeRef;
  readonly value: Expr;
}
/** A type used as a value: `Foo` in `Foo.bar()` (Java), `new Foo()`, class literals. */
export interface TypeExpr extends Node {
  readonly k: 'type';
  readonly type: TypeRef;
}
/** `require('m')`, `import('m')`, `import m = require('m')`: the module's exports. A computed name is an `expr`. */
export interface ImportExpr extends Node {
  readonly k: 'import';
  readonly module: string | Expr;
}
/** A direct reference to an API by its catalog path, for syntax that stands for a call (JSX → `react.createElement`). */
export interface ApiRef extends Node {
  readonly k: 'api';
  readonly api: string;
}
/** List, set, dict comprehensions and generator expressions. For a dict, `key` and `element` are the entry's. */
export interface Comprehension extends Node {
  readonly k: 'comprehension';
  readonly result: 'list' | 'map';
  readonly key?: Expr;
  readonly element: Expr;
  readonly clauses: readonly {
    readonly target: Pattern;
    readonly iterable: Expr;
    readonly conditions: readonly Expr[];
  }[];
}
/** What no language-independent meaning is given to: its parts are evaluated, its value is the union of them. */
export interface Opaque extends Node {
  readonly k: 'opaque';
  readonly parts: readonly Expr[];
}

export type Expr =
  | Const
  | RegExpLiteral
  | Var
  | Field
  | Index
  | Call
  | New
  | Unary
  | Binary
  | Logical
  | Conditional
  | Template
  | Lambda
  | ClassValue
  | ObjectLiteral
  | ArrayLiteral
  | Assign
  | Await
  | Yield
  | Sequence
  | This
  | Super
  | Cast
  | TypeExpr
  | ImportExpr
  | ApiRef
  | Comprehension
  | Opaque;

// ── Patterns: what can be assigned to ────────────────────────────────────────────────────────────────────────

export interface ObjectPattern extends Node {
  readonly k: 'objectPattern';
  readonly props: readonly {
    readonly key: string | Expr;
    readonly target: Pattern;
    readonly default?: Expr;
  }[];
  readonly rest?: Pattern;
}
export interface ArrayPattern extends Node {
  readonly k: 'arrayPattern';
  readonly items: readonly (
    | { readonly target: Pattern; readonly default?: Expr; readonly rest?: boolean }
    | undefined
  )[];
}
export type Pattern = Var | Field | Index | ObjectPattern | ArrayPattern;

// ── Statements ───────────────────────────────────────────────────────────────────────────────────────────────

export interface ExprStatement extends Node {
  readonly k: 'expr';
  readonly value: Expr;
}
/** A declaration. `block` scope is that of `let`, `const` and Java's locals; `function` that of `var` and Python. */
export interface Declare extends Node {
  readonly k: 'declare';
  readonly target: Pattern;
  readonly scope: 'block' | 'function';
  readonly type?: TypeRef;
  readonly init?: Expr;
}
/** A named function that is bound before its block runs (JavaScript) or where it stands (Python). */
export interface FunctionDeclaration extends Node {
  readonly k: 'functionDeclaration';
  readonly name: string;
  readonly fn: number;
  readonly hoisted: boolean;
}
export interface ClassDeclaration extends Node {
  readonly k: 'classDeclaration';
  readonly name: string;
  readonly cls: number;
}
export interface Block extends Node {
  readonly k: 'block';
  readonly body: readonly Stmt[];
}
export interface If extends Node {
  readonly k: 'if';
  readonly test: Expr;
  readonly then: Stmt;
  readonly else?: Stmt;
}
/** while, do-while and three-part for (whose initialiser stands in `init`, in the loop's own scope). */
export interface Loop extends Node {
  readonly k: 'loop';
  readonly init?: Stmt;
  readonly test?: Expr;
  readonly update?: Expr;
  readonly body: Stmt;
  readonly testFirst: boolean;
}
/** for-of, for-in (`over: 'keys'`), Java's enhanced for, Python's for. */
export interface ForEach extends Node {
  readonly k: 'foreach';
  /** A `declare` without `init`, or a pattern assigned to. */
  readonly target: Declare | Pattern;
  readonly iterable: Expr;
  readonly over: 'values' | 'keys';
  readonly body: Stmt;
}
export interface Switch extends Node {
  readonly k: 'switch';
  readonly subject: Expr;
  /** `tests` empty is the default. A case whose body falls through says so (Java's arrow cases and Python's do not). */
  readonly cases: readonly {
    readonly tests: readonly Expr[];
    readonly body: readonly Stmt[];
    readonly fallsThrough: boolean;
  }[];
}
export interface Try extends Node {
  readonly k: 'try';
  readonly block: Stmt;
  readonly handlers: readonly {
    readonly param?: Pattern;
    readonly types?: readonly TypeRef[];
    readonly body: Stmt;
  }[];
  readonly finalizer?: Stmt;
}
export interface Return extends Node {
  readonly k: 'return';
  readonly value?: Expr;
}
export interface Throw extends Node {
  readonly k: 'throw';
  readonly value?: Expr;
}
export interface Jump extends Node {
  readonly k: 'break' | 'continue';
  readonly label?: string;
}
export interface Labeled extends Node {
  readonly k: 'labeled';
  readonly label: string;
  readonly body: Stmt;
}
/** `export { a as b }`, `export default e`, `export * from 'm'` (name undefined, `module` set). */
export interface Export extends Node {
  readonly k: 'export';
  /** The exported name, `default`, or undefined for `export *`. */
  readonly name: string | undefined;
  readonly value?: Expr;
  readonly module?: string;
}

export type Stmt =
  | ExprStatement
  | Declare
  | FunctionDeclaration
  | ClassDeclaration
  | Block
  | If
  | Loop
  | ForEach
  | Switch
  | Try
  | Return
  | Throw
  | Jump
  | Labeled
  | Export;
