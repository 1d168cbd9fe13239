/** Something that asks who the caller is, and how that is known. */
export interface GuardEvidence {
  /** As written: `requireAuth`, `@PreAuthorize`. */
  readonly guard: string;
  /**
   * - `code`: the guard's own code lets only known callers pass.
   * - `library`: the guard is a library's, by the import.
   * - `handler`: the handler has a condition on the caller; what it protects was not proven.
   * - `name`: only its name says so.
   */
  readonly shownBy: 'code' | 'library' | 'handler' | 'name';
}

export interface EndpointParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body' | 'header' | 'cookie';
}

/** One route that the outside can call, with the code that answers it. */
export interface FoundEndpoint {
  /** The handler as the code calls it: `UserController.show`; '' where it has no name. */
  readonly handler: string;
  /** Where the handler stands; the route's registration where the handler was not found. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** In capitals; empty where the route answers every method. */
  readonly methods: readonly string[];
  /** With the prefixes of routers that are mounted; '' where it is not constant. */
  readonly path: string;
  /** What the code says of it in a docstring, comment or summary; '' where it says nothing. Data of the project. */
  readonly description: string;
  readonly language: string;
  /** `REQUIRED` only where code or a library shows it; `UNKNOWN` where a name or a part of the handler suggests it. */
  readonly authentication: 'REQUIRED' | 'NONE' | 'UNKNOWN';
  readonly guards: readonly GuardEvidence[];
  /** What lets only administrators pass, as its code or its library shows. */
  readonly administrators: string | undefined;
  /** Roles and permissions that are asked for, as written. */
  readonly roles: readonly string[];
  readonly parameters: readonly EndpointParameter[];
}
