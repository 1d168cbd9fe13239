import type { Route } from '../dataflow/entries/route-tables.ts';
import type { Making } from '../dataflow/heap/heap.ts';
import type { CallSite, Frame, Invocation, Machine } from '../dataflow/interpreter/machine.ts';
import type { Project } from '../dataflow/interpreter/project.ts';
import type { LinkedClass, LinkedFunction } from '../dataflow/names/linking.ts';
import type { Labels } from '../dataflow/values/labels.ts';
import type { Mask } from '../dataflow/values/masks.ts';
import type { Value } from '../dataflow/values/values.ts';
import type { Decorator, Field, Param } from '../ir/ir.ts';

/** What an annotation, or a description of a field, lets through. */
export type Check =
  /** Data that is safe for these classes. */
  | { readonly kind: 'classes'; readonly mask: Mask }
  /** What matches its pattern, which may stand first among its arguments; `whole` where that is matched from end to end. */
  | { readonly kind: 'pattern'; readonly isFirst: boolean; readonly whole: boolean };

export interface RouteChecks {
  /** How the types of checks begin. */
  readonly chains: string;
  /** What they found as a whole, and the list of what is wrong. */
  readonly outcome: string;
  readonly failures: string;
}

/** How a program has its templates written, as one of its files says. */
export interface TemplateSettings {
  readonly path: string;
  /** Whether values are escaped whatever the file; by its suffix where left out. */
  readonly escapes?: boolean;
  /** Where that is to be said, once for all templates. */
  readonly made?: Making;
}

/**
 * What a library means where rows cannot say it. The solver knows no library: it asks all of a language's by what it needs to
 * know, and a library answers only what it has something to say of.
 */
export interface LibraryHooks {
  /** Types whose values carry no text. */
  readonly scalars?: ReadonlySet<string>;
  /** A type that holds a pattern and, called with a text, raises where that does not match. */
  readonly patternCheck?: string;
  /** The method of its first argument that a function of a type comes to: `StringUtils.contains(text, part)`. */
  readonly methodOfFirst?: (type: string, name: string) => string | undefined;
  /** A function that gives the words of a command. */
  readonly splitsCommands?: string;
  /** Types of checks that stand before a handler and change nothing until the program asks what they found. */
  readonly routeChecks?: RouteChecks;
  /** What a function gets that the library calls. */
  readonly parameters?: (machine: Machine, fn: LinkedFunction) => readonly Value[];
  /** The classes for which a handler's parameter is safe because of what its route lets through. */
  readonly routeParameter?: (fn: LinkedFunction, param: Param) => Mask;
  /** The routes that the body of a function lists. */
  readonly routes?: (fn: LinkedFunction) => readonly Route[];
  /** Whether classes with this base refuse to be made of data that does not fit the types and checks of their fields. */
  readonly fitsFields?: (base: string) => boolean;
  /** Of a class's own methods, those that check its fields, by the names of these. */
  readonly validators?: (cls: LinkedClass) => ReadonlyMap<string, readonly LinkedFunction[]>;
  /** What methods of a class leave of the data that arrives in its field. */
  readonly cleaned?: (
    machine: Machine,
    cls: LinkedClass,
    name: string,
    labels: Labels,
    site: CallSite,
  ) => Labels;
  /** What an annotation or a description checks, by its API. */
  readonly check?: (path: string) => Check | undefined;
  /** Whether somebody looks at the checks on a parameter before the function is called. */
  readonly checksParameters?: (machine: Machine, fn: LinkedFunction, param: Param) => boolean;
  /** Whether a check on a field holds however objects of the class arrive. */
  readonly checksField?: (machine: Machine, cls: LinkedClass, check: Decorator) => boolean;
  /** What a source gives where not a client but the program itself chooses that. */
  readonly givenByProgram?: (machine: Machine, api: string, invocation: Invocation) => Value | undefined;
  /** What is done before the body of a function runs, by whoever calls it in the program's place. */
  readonly enter?: (machine: Machine, frame: Frame) => void;
  /** An argument of an annotation that lets through no text of anybody's choice. */
  readonly converts?: (path: string) => boolean;
  /**
   * A validator in a field's list, or a field: it lets through no text of anybody's choice, what its pattern matches, or lists of
   * what its `child` lets through.
   */
  readonly validator?: (path: string) => 'listed' | 'pattern' | 'list' | undefined;
  /** What reading a field means, where it is not the field alone. */
  readonly field?: (machine: Machine, expr: Field, frame: Frame) => Value | undefined;
  /** Whether a field of such an object holds no text of anybody's choice. */
  readonly isPlainField?: (api: string | undefined, name: string, frame: Frame) => boolean;
  /** The fields of such a map that hold no text of anybody's choice. */
  readonly plainFields?: (api: string | undefined, frame: Frame) => ReadonlyMap<string, Value>;
  /** Parameters that decorators describe as no text of anybody's choice. */
  readonly plainParameters?: (decorators: readonly Decorator[]) => ReadonlySet<string>;
  /** Whether an edited function declares something else than others were told. */
  readonly declaresOthers?: (fn: LinkedFunction) => boolean;
  /** A call of a method without a body, which the library has. */
  readonly calledWithoutBody?: (
    machine: Machine,
    fn: LinkedFunction,
    args: readonly (Value | undefined)[],
    site: CallSite,
  ) => void;
  /** A method that the library gives every function of the project: a queue calls it later. */
  readonly functionMethod?: (
    machine: Machine,
    receiver: Value,
    name: string,
    invocation: Invocation,
  ) => Value | undefined;
  /** The class of the project that what a method of the library gives is of, by the class of its receiver. */
  readonly givenClass?: (
    machine: Machine,
    cls: LinkedClass,
    owner: string,
    name: string,
    made: Value,
  ) => LinkedClass | undefined;
  /** Whether what is wrong elsewhere harms nobody here. */
  readonly isHarmless?: (vulnClass: string, machine: Machine, site: CallSite) => boolean;
  /** Whether an answer is no page, because its type is set by a statement of its own. */
  readonly isTypedApart?: (path: string, invocation: Invocation) => boolean;
  /** Whether an answer is saved as a file, so that no browser shows it. */
  readonly isSaved?: (invocation: Invocation) => boolean;
  /** What programs say of the templates that calls of a row with `settings` write. */
  readonly templateSettings?: (project: Project) => readonly TemplateSettings[];
  /** Whether the library looks for settings in a file. */
  readonly isSettings?: (path: string) => boolean;
}

type Role = keyof LibraryHooks;

/** The hooks of a language's libraries, by role. */
export type Hooks = { readonly [R in Role]-?: readonly NonNullable<LibraryHooks[R]>[] };

/** Returns what libraries say, by role. */
export function hooksOf(libraries: readonly LibraryHooks[]): Hooks {
  const said = <R extends Role>(role: R): readonly NonNullable<LibraryHooks[R]>[] =>
    libraries.flatMap((library) => {
      const hook = library[role];
      return hook === undefined ? [] : [hook];
    });
  return {
    scalars: said('scalars'),
    patternCheck: said('patternCheck'),
    methodOfFirst: said('methodOfFirst'),
    splitsCommands: said('splitsCommands'),
    routeChecks: said('routeChecks'),
    parameters: said('parameters'),
    routeParameter: said('routeParameter'),
    routes: said('routes'),
    fitsFields: said('fitsFields'),
    validators: said('validators'),
    cleaned: said('cleaned'),
    check: said('check'),
    checksParameters: said('checksParameters'),
    checksField: said('checksField'),
    givenByProgram: said('givenByProgram'),
    enter: said('enter'),
    converts: said('converts'),
    validator: said('validator'),
    field: said('field'),
    isPlainField: said('isPlainField'),
    plainFields: said('plainFields'),
    plainParameters: said('plainParameters'),
    declaresOthers: said('declaresOthers'),
    calledWithoutBody: said('calledWithoutBody'),
    functionMethod: said('functionMethod'),
    givenClass: said('givenClass'),
    isHarmless: said('isHarmless'),
    isTypedApart: said('isTypedApart'),
    isSaved: said('isSaved'),
    templateSettings: said('templateSettings'),
    isSettings: said('isSettings'),
  };
}
