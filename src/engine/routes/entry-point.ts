/** How the outside reaches a piece of code: a route that a web framework serves. */
export interface EntryPoint {
  /** In capitals; empty where the route answers every method. */
  readonly methods: readonly string[];
  /** As written, with the prefixes that the same class or router adds; '' where it is not constant. */
  readonly path: string;
  /** What stands in front of the handler and asks who the caller is, as written: `requireAuth`, `@PreAuthorize`. */
  readonly guards: readonly string[];
}

/** A route as its module declares it: with its handler in the module, or by the name that the handler has elsewhere. */
export interface Route extends EntryPoint {
  /** What it was registered with, as written: `app`, `users_blueprint`. */
  readonly router?: string;
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
  /** Other modules whose routes it serves, with the guards in front of all of them. */
  readonly mounts?: readonly { readonly module: string; readonly guards: readonly string[] }[];
}

export const noRoutes: Routes = { routes: [], everywhere: [] };

/** `/api` and `users/:id` make `/api/users/:id`. */
export function joinPaths(prefix: string, path: string): string {
  if (prefix === '') return path;
  if (path === '' || path === '/') return prefix;
  return `${prefix.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
