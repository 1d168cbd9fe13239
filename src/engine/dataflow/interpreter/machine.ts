import type { FlowSource, Sink } from '../../finding.ts';
import type { Expr, Node, Pattern, Stmt, TypeRef } from '../../ir/ir.ts';
import type { Place } from '../../libraries/access-paths.ts';
import type { Catalog } from '../../libraries/catalog.ts';
import type { Model } from '../../libraries/model.ts';
import type { FunctionTable } from '../calls/functions.ts';
import type { RouteParameters } from '../entries/route-tables.ts';
import type { OutcomePart } from '../guards/outcome-parts.ts';
import type { RouteCheck } from '../guards/route-checks.ts';
import type { HeapObject, State } from '../heap/heap.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import type { ClosureRuns } from '../summaries/closure-runs.ts';
import type { Label, Origin } from '../values/labels.ts';
import type { Mask } from '../values/masks.ts';
import type { Callable, Environment, Value } from '../values/values.ts';
import type { Project } from './project.ts';

/** A place where something was found, before it is made a `Finding`. */
export interface Hit {
  readonly vulnClass: string;
  readonly fn: LinkedFunction;
  readonly at: number;
  readonly end: number;
  readonly sink: Sink;
  readonly message: string | undefined;
  readonly variant: string | undefined;
  readonly confidence: number | undefined;
  /** The class whose bit of the label counts, where it is not `vulnClass`. */
  readonly judgedBy?: string | undefined;
  /** A trait of data that was made safe for another place than this. */
  readonly despite?: string | undefined;
  /** A trait of data that does no harm here. */
  readonly unless?: string | undefined;
  /** The data stands in a text that begins with the program's own. */
  readonly built?: boolean;
  /** Its score, where that is not its weakness's. */
  readonly score?: number;
  /** It only asks about what the data names. */
  readonly probe?: boolean;
  /** For a secret that is handed over: the texts that it may be. */
  readonly secrets?: readonly string[];
  /** The label that arrived; undefined for what is wrong whatever arrives. */
  readonly label: Label | undefined;
  /** For prototype pollution: the object written to must hold a prototype, or come from a parameter that may. */
  readonly object?: Label;
}

/** A sink that a parameter of the function reaches: a finding once a caller passes data of an origin. */
export interface PendingHit extends Hit {
  readonly label: Label;
  /** Stands for the class and the place. */
  readonly place: number;
}

/** What calling a function means, in terms of its parameters. */
export interface Summary {
  readonly result: Value;
  readonly pending: readonly PendingHit[];
  /** Parameters' objects are read, written or called: an argument that is an object matters beyond its labels. */
  readonly usesObjects: boolean;
  /** Fields of the receiver are written. */
  readonly writesSelf: boolean;
  /** Methods of its receiver's fields are called, which only a caller may know. */
  readonly asksSelf: boolean;
  /** The result refers to objects or functions made inside. */
  readonly returnsObjects: boolean;
  /** Functions are among them: what they close over is only there when the call is run. */
  readonly returnsFunctions: boolean;
  /** Data of its parameters is left where other functions find it. */
  readonly leaves: boolean;
  /** What it may throw with data in it. */
  readonly thrown: readonly Value[];
  /** Parameters whose constant value decides a branch or a check, as a mask. */
  readonly deciding: number;
}

/** One analysis from the top: a module body or a function with unknown callers. */
export interface Entry {
  readonly fn: LinkedFunction;
  steps: number;
  /** Steps that its file's share was charged with. */
  accounted: number;
  /** Steps at which the budget looks at it again. */
  nextCheck: number;
  /** Counts values that hold data or objects: where none came up, a loop leaves nothing for another pass. */
  seen: number;
  /** Counts values that hold data: where none came up, guards have nothing to say. */
  held: number;
  /** Counts branches that a constant decided. */
  decided: number;
  /** Steps spent in inlined calls. */
  inlined: number;
  /** Its steps are spent: it ends. */
  exhausted: boolean;
  /** There was no room for all that its calls lead to; what it does itself is followed all the same. */
  lacksRoom: boolean;
  /** A call was not looked into because of a bound on the depth of calls. */
  cutShort: boolean;
  readonly pending: Map<string | number, PendingHit>;
  /** Functions with an environment that were made and not called yet. */
  readonly uncalled: Map<string, { readonly callable: Callable; readonly state: State }>;
  readonly stack: LinkedFunction[];
  /** Classes whose fields are being initialised, each because one of the class around it is. */
  readonly making: LinkedClass[];
  /** Keys of the functions whose meaning this result rests on. */
  readonly dependsOn: Set<LinkedFunction>;
  /** Those of them whose body was run in place, so that more than their meaning counts. */
  readonly inlines: Set<LinkedFunction>;
  /** What functions that close over variables came to so far. */
  readonly closures: ClosureRuns;
  usesObjects: boolean;
  writesSelf: boolean;
  asksSelf: boolean;
  deciding: number;
  /** Told where a function in front of a handler passes the request on. */
  passing: ((frame: Frame, args: readonly ArgValue[]) => void) | undefined;
}

export interface Exit {
  readonly value: Value;
  readonly state: State;
  readonly expr: Expr | undefined;
}

export interface LoopTarget {
  readonly label: string | undefined;
  readonly isSwitch: boolean;
  readonly breaks: State[];
  readonly continues: State[];
}

/** One activation of a function. */
export interface Frame {
  /** Handlers of exceptions around the statement that is run. */
  handlers?: number;
  readonly fn: LinkedFunction;
  readonly entry: Entry;
  readonly depth: number;
  readonly self: Value;
  /** The environment of the function's own captured variables, or the one it closes over. */
  readonly environment: Environment | undefined;
  readonly args: readonly (Value | undefined)[];
  state: State;
  readonly exits: Exit[];
  readonly targets: LoopTarget[];
  yielded: Value | undefined;
  /** What was thrown with data in it, and not caught so far. */
  readonly thrown: Value[];
  /** Expressions, by their dotted text, about which a guard said something. */
  claims: Set<string> | undefined;
  /** Variables that hold keys of an object, by name, with the object's dotted text. */
  keysOf: Map<string, string> | undefined;
  /** The last call of the frame's own, with what it may have run. */
  called: Called | undefined;
  /** The statement just run called something that does not return. */
  stopped: boolean;
}

export interface Called {
  readonly node: Node;
  readonly callables: readonly Callable[];
  /** The API that was called by its own name. */
  readonly api: string | undefined;
  readonly receiver: Value | undefined;
  readonly args: readonly ArgValue[];
}

export interface CallSite {
  readonly node: Node;
  readonly frame: Frame;
}

/** A call with everything evaluated. */
export interface Invocation {
  readonly site: CallSite;
  readonly receiver: Value | undefined;
  /** The receiver's expression, to write back what a method does to a value without an object. */
  readonly receiverExpr: Expr | undefined;
  readonly args: readonly ArgValue[];
  readonly isNew: boolean;
}

export interface ArgValue {
  readonly value: Value;
  readonly expr: Expr | undefined;
  readonly name: string | undefined;
  readonly spread: 'list' | 'map' | undefined;
}

/**
 * What the parts of the solver ask of one another. The parts are functions over this interface, put together in
 * `interpreter.ts`, so that none of them imports another that imports it.
 */
/** What is asked of the outcome of a test: its truth, or whether there is one (`!== undefined`, `is not None`). */
export type Truth = boolean | 'present';

export interface Machine {
  readonly project: Project;
  readonly catalog: Catalog;
  readonly functions: FunctionTable;
  evaluate(expr: Expr, frame: Frame): Value;
  /** @returns whether control reaches what follows */
  execute(statement: Stmt, frame: Frame): boolean;
  assign(target: Pattern, value: Value, frame: Frame, node: Node, weak?: boolean): void;
  /** Narrows what is known in `frame.state` to where `test` has this truth. @returns false when it cannot have it */
  refine(test: Expr, truth: boolean, frame: Frame): boolean;
  readField(object: Value, name: string, frame: Frame, node: Node): Value;
  readIndex(object: Value, index: Value, frame: Frame, node: Node): Value;
  writeField(object: Value, name: string, value: Value, frame: Frame, node: Node): void;
  writeIndex(object: Value, index: Value, value: Value, frame: Frame, node: Node): void;
  /** Calls whatever the value may be. */
  call(callee: Value, name: string | undefined, invocation: Invocation): Value;
  callCallable(
    callable: Callable,
    receiver: Value | undefined,
    args: readonly ArgValue[],
    site: CallSite,
  ): Value;
  /** @param args by parameter; undefined where the caller gives none */
  invoke(
    fn: LinkedFunction,
    environment: Environment | undefined,
    self: Value,
    args: readonly (Value | undefined)[],
    site: CallSite,
  ): Value;
  /** What a function means to its callers; undefined while it is being worked out (recursion). */
  summaryOf(fn: LinkedFunction): Summary | undefined;
  /** Says that a function is called from outside with such parameters: a route's handler. */
  registerEntry(fn: LinkedFunction, params: readonly Value[]): void;
  /**
   * Notes the API paths of decorators that only running the function around them tells: of methods of a parameter, of a
   * variable of a function, of a field.
   */
  noteDecorators(fn: LinkedFunction, paths: readonly string[]): void;
  decoratedAs(fn: LinkedFunction): readonly string[];
  /** Notes what is checked of a request before a handler gets it, in one of the routes that it stands in. */
  noteChecks(fn: LinkedFunction, checks: readonly RouteCheck[]): void;
  checksOf(fn: LinkedFunction): readonly RouteCheck[];
  /** What is known of the parameters of a function whose callers are not seen. */
  entryParameters(fn: LinkedFunction): readonly Value[];
  /** What the routes of a view class let through. */
  routeOf(cls: LinkedClass): RouteParameters | undefined;
  /** For each argument, the classes for which it has been shown to be safe where the function returns this truth, or a part with it. */
  predicate(
    callable: Callable,
    args: readonly Value[],
    truth: Truth | undefined,
    site: CallSite,
    part?: OutcomePart,
    /** Gets the same of the variables of the functions around, by name. */
    around?: Map<string, Mask>,
  ): readonly Mask[];
  /** Where a handler begins, what its decorators have checked is known. */
  applyDecorators(frame: Frame): void;
  /** Passes what a handler returned to the API that makes the response of it. */
  respond(frame: Frame): void;
  applyModel(model: Model, path: string, invocation: Invocation): Value;
  /** A `field` of a class's objects as its constructor leaves it. */
  classField(cls: LinkedClass, name: string): Value | undefined;
  staticField(cls: LinkedClass, name: string, state?: State): Value | undefined;
  /** The object that holds what was written to an API's own properties. */
  storeOf(api: string): number;
  /** The object that stands for what is stored of a model, or under the keys of a store. */
  rowsOf(model: LinkedClass | string): number;
  isRow(id: number): boolean;
  /** Notes that a function reads a field of rows: it is looked at again once something is stored there. */
  noteRead(rows: number, field: string, frame: Frame): void;
  /** Whether any class of the project is stored. */
  hasEntities(): boolean;
  /** The object whose field a static field of this name is. */
  staticRecord(cls: LinkedClass, name: string): number;
  /** The object that stands for any of a class whose making is not seen. */
  prototypeOf(cls: LinkedClass): number | undefined;
  /** The object that stands for any collection of a written type, whose elements are of a class of the project. */
  collectionOf(type: TypeRef, element: LinkedClass, api: string | undefined): number;
  /** Whether a value is the object that stands for any of a class, with which its methods are analysed, as it was then. */
  isPrototype(value: Value, cls: LinkedClass | undefined, state: State): boolean;
  moduleRecord(module: LinkedModule): number;
  /** JavaScript's `module`, whose `exports` may be replaced. */
  moduleObject(module: LinkedModule): Value;
  /** What importing the module as a whole gives; runs its body first if that was not done yet. */
  moduleExports(module: LinkedModule, state: State): Value;
  /** What a dotted name means at the end of a module's body. */
  moduleValue(module: LinkedModule, name: string): Value | undefined;
  report(hit: Hit, entry: Entry): void;
  /** Reports a sink that a function called reaches, for a label that was passed to it. */
  pass(hit: PendingHit, given: Label, entry: Entry): void;
  /** The one origin that stands for a source at a place. */
  origin(source: FlowSource, fn: LinkedFunction, node: Node): Origin;
  places(text: string): readonly Place[];
  allocate(object: HeapObject, frame: Frame, node: Node): number;
  object(id: number, state: State): HeapObject | undefined;
}
