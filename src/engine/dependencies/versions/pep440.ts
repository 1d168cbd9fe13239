import { compareLists, compareNaturals, compareTexts, natural, successor } from './digits.ts';

/** A version of PEP 440. Numbers are digits without leading zeros. */
export interface PythonVersion {
  readonly epoch: string;
  /** As written, with zeros at its end. */
  readonly release: readonly string[];
  readonly pre?: readonly [stage: 'a' | 'b' | 'rc', count: string];
  readonly post?: string;
  readonly dev?: string;
  readonly local: readonly string[];
  readonly text: string;
}

const form =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z\d]+(?:[-_.][a-z\d]+)*))?$/;

const stages: Readonly<Record<string, 'a' | 'b' | 'rc'>> = {
  a: 'a',
  alpha: 'a',
  b: 'b',
  beta: 'b',
  c: 'rc',
  rc: 'rc',
  pre: 'rc',
  preview: 'rc',
};

/** Reads a version as PEP 440, Appendix B has it, in every spelling that it allows. */
export function parsePython(text: string): PythonVersion | undefined {
  const lower = text.toLowerCase();
  const match = form.exec(lower);
  if (!match) return undefined;
  const [, epoch = '0', release = '', stage, count, implicitPost, post, postCount, dev, devCount, local] =
    match;
  const pre = stage === undefined ? undefined : stages[stage];
  const number = (digits: string | undefined): string => natural(digits || '0');
  return {
    epoch: natural(epoch),
    release: release.split('.').map(natural),
    ...(pre && { pre: [pre, number(count)] }),
    ...((post ?? implicitPost) !== undefined && { post: number(implicitPost ?? postCount) }),
    ...(dev && { dev: number(devCount) }),
    local: local === undefined ? [] : local.split(/[-_.]/),
    text: lower,
  };
}

/** The order of PEP 440, "Summary of permitted suffixes and relative ordering". */
export function comparePython(left: PythonVersion, right: PythonVersion): number {
  return comparePublic(left, right) || compareLocal(left.local, right.local);
}

/** The order without local parts. */
export function comparePublic(left: PythonVersion, right: PythonVersion): number {
  return (
    compareNaturals(left.epoch, right.epoch) ||
    compareLists(left.release, right.release, '0', compareNaturals) ||
    compareStages(left, right) ||
    compareOptional(left.post, right.post, -1) ||
    compareOptional(left.dev, right.dev, 1)
  );
}

/** A development release alone stands before all stages, the final one and its post-releases after them. */
function compareStages(left: PythonVersion, right: PythonVersion): number {
  const rank = ({ pre, post, dev }: PythonVersion): number => {
    if (pre) return { a: 1, b: 2, rc: 3 }[pre[0]];
    return post === undefined && dev !== undefined ? 0 : 4;
  };
  return rank(left) - rank(right) || compareNaturals(left.pre?.[1] ?? '0', right.pre?.[1] ?? '0');
}

/** @param absent how one that has no such part stands to one that has it */
function compareOptional(left: string | undefined, right: string | undefined, absent: -1 | 1): number {
  if (left === undefined) return right === undefined ? 0 : absent;
  return right === undefined ? -absent : compareNaturals(left, right);
}

function compareLocal(left: readonly string[], right: readonly string[]): number {
  return compareLists<string | undefined>(left, right, undefined, (a, b) => {
    if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
    const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
    if (isNumber !== isOtherNumber) return isNumber ? 1 : -1;
    return isNumber ? compareNaturals(natural(a), natural(b)) : compareTexts(a, b);
  });
}

/** The first version after those that share the first `length` parts. */
export function afterSeries(version: PythonVersion, length: number): PythonVersion {
  const parts = Array.from({ length }, (_, at) => version.release[at] ?? '0');
  const release = [...parts.slice(0, -1), successor(parts.at(-1) ?? '0')];
  return { epoch: version.epoch, release, dev: '0', local: [], text: '' };
}
