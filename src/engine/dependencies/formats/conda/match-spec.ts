/** What a specification of conda says (docs.conda.io, "Package match specifications"). */
export interface MatchSpec {
  readonly name: string;
  readonly version: string | undefined;
  readonly requirement: string | undefined;
  /** Offset and length of the requirement within the text. */
  readonly requirementAt: { readonly start: number; readonly end: number } | undefined;
}

/** @returns `channel::name version=build` in its parts; undefined for what names no package */
export function matchSpec(text: string): MatchSpec | undefined {
  const [head = '', name] = /^(?:[^\s:]+::)?([\w.-]+)\s*/.exec(text.slice(0, 1_000)) ?? [];
  if (name === undefined) return undefined;
  const rest = text.slice(head.length, 1_000);
  const requirement = (rest.split('#')[0] ?? '').trim();
  if (requirement === '')
    return { name, version: undefined, requirement: undefined, requirementAt: undefined };
  const start = head.length;
  return {
    name,
    version: exactVersion(requirement),
    requirement,
    requirementAt: { start, end: start + requirement.length },
  };
}

/** `==1.2` and `=1.2=build` are one version; `=1.2` is all that begin so. */
const exactVersion = (requirement: string): string | undefined =>
  /^==\s*([\w.!+-]+)(?:=\S*)?$/.exec(requirement)?.[1] ?? /^=?([\w.!+-]+)[= ]\w\S*$/.exec(requirement)?.[1];
