import type { Expr } from '../ir/ir.ts';

/**
 * What is asked of every caller of a route: to be an administrator, to send a bearer token in the `Authorization` header, or to be
 * known to the server at all.
 */
export type Requirement = 'administrators' | 'bearer' | 'caller';

/** Something in front of a handler that may ask who the caller is. Its name shows nothing. */
export type Check =
  /** A guard of a library, by its documentation. */
  | { readonly k: 'known'; readonly by: string; readonly asks: Requirement }
  /** A function, or a method of a class, of the project: what it asks is in its body. */
  | {
      readonly k: 'code';
      readonly by: string;
      readonly value: Expr;
      readonly method?: string;
      /** How it lets a request through: it calls `next`, calls what it wraps, comes to its end, or gives a true value. */
      readonly passes: 'next' | 'wrapped' | 'end' | 'truth';
      /** Its first parameter is who the caller is. */
      readonly takesCaller?: true;
    };

/** How the outside reaches a piece of code: a route that a web framework serves. */
export interface EntryPoint {
  /** In capitals; empty where the route answers every method. */
  readonly methods: readonly string[];
  /** As written, with the prefixes that the same class or router adds; '' where it is not constant. */
  readonly path: string;
  /** What stands in front of the handler and asks who the caller is, as written: `requireAuth`, `@PreAuthorize`. */
  readonly guards: readonly string[];
  /** Which of them lets only administrators pass, as its code or its library shows; never by its name. */
  readonly administrators?: string | undefined;
  /** Which of them takes only a bearer token in the `Authorization` header, which no browser adds by itself. */
  readonly bearer?: string | undefined;
}

/** A route as its module declares it: with its handler in the module, or by the name that the handler has elsewhere. */
export interface Route extends Pick<EntryPoint, 'methods' | 'path' | 'guards'> {
  /** What it was registered with, as written: `app`, `users_blueprint`. */
  readonly router?: string;
  /** Where the module mounts that router: `/api` of `app.use('/api', router)`. */
  readonly prefix?: string;
  /** Whether a part of the path in front of it is not constant. */
  readonly isUnplaced?: true;
  /** Whether Jakarta REST serves it, below the path of the application. */
  readonly isOfRest?: true;
  /** The offset at which it is registered. */
  readonly at?: number;
  readonly checks?: readonly Check[];
  readonly handler:
    | { readonly at: number; readonly end: number }
    /** `show` of `users.show`; `owner` is `users`, and `module` what it was imported from. */
    | { readonly name: string; readonly owner: string | undefined; readonly module: string | undefined };
}

/** The routes of a module, and what it says of all that it serves. */
export interface Routes {
  readonly routes: readonly Route[];
  /** Guards for every route of the project: a security configuration. */
  readonly everywhere: readonly { readonly guard: string; readonly except: readonly string[] }[];
  /** What stands in front of a function wherever it is registered: its decorators. */
  readonly decorated?: readonly {
    readonly at: number;
    readonly end: number;
    readonly checks: readonly Check[];
  }[];
  /** Other modules whose routes it serves, with the guards in front of all of them. */
  readonly mounts?: readonly {
    readonly module: string;
    /** The path below which they are served; undefined where it is not constant. */
    readonly prefix: string | undefined;
    readonly guards: readonly string[];
    readonly checks: readonly Check[];
  }[];
  /** Paths below which the project's applications of Jakarta REST are served. */
  readonly restPaths?: readonly string[];
  readonly viewsets?: readonly Viewset[];
  readonly registrations?: readonly Registration[];
  /** What the project asks of callers of view sets that say nothing of their own. */
  readonly defaultChecks?: readonly Check[];
}

/** One method of a class whose methods a router serves. */
export interface ViewsetAction {
  readonly method: string;
  /** Below the path at which the class is registered. */
  readonly path: string;
  readonly name: string;
  /** Where the class has it itself; a base has it otherwise. */
  readonly fn?: { readonly at: number; readonly end: number };
  readonly guards?: readonly string[];
  readonly checks?: readonly Check[];
  /** Its permissions stand in the place of the class's. */
  readonly hasPermissions?: boolean;
}

/** A class that a router can serve. */
export interface Viewset {
  readonly name: string;
  readonly at: number;
  readonly guards: readonly string[];
  readonly checks: readonly Check[];
  /** Whether it says who may call it; else the project's defaults hold. */
  readonly hasPermissions: boolean;
  readonly actions: readonly ViewsetAction[];
}

/** A class that is registered with a router. */
export interface Registration {
  readonly path: string;
  readonly router: string;
  /** Where the module serves that router. */
  readonly prefix: string;
  readonly name: string;
  /** What the class was imported from; undefined for one of the module. */
  readonly module: string | undefined;
  readonly at: number;
}

export const noRoutes: Routes = { routes: [], everywhere: [] };

/** `/api` and `users/:id` make `/api/users/:id`. */
export function joinPaths(prefix: string, path: string): string {
  if (prefix === '') return path;
  if (path === '' || path === '/') return prefix;
  return `${prefix.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
