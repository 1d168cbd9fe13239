import { LineIndex } from '../files/lines.ts';
import type { Finding, FlowStep } from '../finding.ts';
import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import type { FileRole } from '../roles/code-role.ts';

/** A condition that the data of a flow comes past. */
export interface Condition {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** As written, shortened. */
  readonly text: string;
  /** Index of the step of the flow before which it stands. */
  readonly step: number;
  /** Whether the code ends there when the condition holds, instead of going on inside. */
  readonly leaves: boolean;
}

/** What the code around a finding shows, beyond the finding itself. */
export interface Inspection {
  /** What the file is for, where it is no part of the product. */
  readonly role: Pick<FileRole, 'role' | 'by'> | undefined;
  /** The name of the function that holds the finding; undefined at module level or where it has none. */
  readonly functionName: string | undefined;
  /** Places that mention that name, other than its own declaration; undefined where there is no name to look for. */
  readonly mentions: number | undefined;
  readonly conditions: readonly Condition[];
}

export interface InspectedModule {
  readonly ir: ModuleIR;
  readonly text: string;
}

const longestText = 160;
const mostConditions = 20;

/** Reads the code around a finding again, with no bound on what is worth telling a person. */
export function inspect(
  finding: Pick<Finding, 'file' | 'range' | 'codeFlows' | 'source'>,
  modules: ReadonlyMap<string, InspectedModule>,
  role: FileRole | undefined,
): Inspection {
  const module = modules.get(finding.file);
  if (!module) {
    return { role, functionName: undefined, mentions: undefined, conditions: [] };
  }
  const lines = new LineIndex(module.text);
  const at = lines.startOf(finding.range.startLine - 1) + finding.range.startColumn - 1;
  const functionName = namedAround(module.ir, at)?.name;
  return {
    role,
    functionName,
    mentions: functionName === undefined ? undefined : mentionsOf(functionName, modules),
    conditions: conditionsOn(finding, modules).slice(0, mostConditions),
  };
}

const around = (ir: ModuleIR, at: number): readonly FunctionIR[] =>
  ir.functions.filter((fn) => fn.index > 0 && fn.at <= at && at < fn.end);

const namedAround = (ir: ModuleIR, at: number): FunctionIR | undefined =>
  around(ir, at).findLast(({ name }) => name !== '');

/** By text: a name that stands nowhere else cannot be called, whatever the language. */
function mentionsOf(name: string, modules: ReadonlyMap<string, InspectedModule>): number {
  let found = -1;
  for (const { text } of modules.values()) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const before = text[at - 1] ?? ' ';
      const after = text[at + name.length] ?? ' ';
      if (!/[\w$]/.test(before) && !/[\w$]/.test(after)) found++;
    }
  }
  return Math.max(0, found);
}

/** The conditions in front of each step that ask about the data as it is named there. */
function conditionsOn(
  { codeFlows: [flow], source }: Pick<Finding, 'codeFlows' | 'source'>,
  modules: ReadonlyMap<string, InspectedModule>,
): readonly Condition[] {
  const found = new Map<string, Condition>();
  const steps = flow?.steps ?? [];
  for (const [index, step] of steps.entries()) {
    const module = modules.get(step.file);
    if (!module || index === 0) continue;
    const names = namesOf(steps.slice(0, index + 1), source?.names ?? []);
    const lines = new LineIndex(module.text);
    const at = lines.startOf(step.range.startLine - 1) + step.range.startColumn - 1;
    for (const fn of around(module.ir, at)) {
      for (const condition of conditionsBefore(fn, at, names, module.text)) {
        const line = lines.lineOf(condition.at) + 1;
        const key = `${step.file}\0${line}`;
        const { text, leaves } = condition;
        if (!found.has(key)) found.set(key, { file: step.file, line, text, step: index, leaves });
      }
    }
  }
  return [...found.values()];
}

/** What the data is called along the way: the names that steps give, and those in their code. */
function namesOf(steps: readonly FlowStep[], given: readonly string[]): ReadonlySet<string> {
  const names = new Set(given.slice(0, steps.length));
  for (const { role, snippet } of steps) {
    const assigned = /^\s*(?:(?:const|let|var|final|[\w<>[\].]+)\s+)?([\w$]+)\s*(?::=|=)[^=]/.exec(snippet);
    if (role !== 'sink' && assigned?.[1]) names.add(assigned[1]);
  }
  return names;
}

interface Tested {
  readonly at: number;
  readonly text: string;
  readonly leaves: boolean;
}

function conditionsBefore(
  fn: FunctionIR,
  offset: number,
  names: ReadonlySet<string>,
  text: string,
): readonly Tested[] {
  const found: Tested[] = [];
  for (const statement of fn.body) {
    walk(statement, (node) => {
      if (node.at > offset) return false;
      if (node.k !== 'if') return undefined;
      const holdsPlace = node.at <= offset && offset < node.end;
      const isBefore = node.end <= offset;
      if (!holdsPlace && !isBefore) return undefined;
      let mentions = false;
      walk(node.test, (part) => {
        if (part.k === 'var' && names.has(part.name)) mentions = true;
        return undefined;
      });
      const leaves = isBefore && exits(node.then);
      if (mentions && (holdsPlace || leaves))
        found.push({ at: node.test.at, text: shortened(text.slice(node.test.at, node.test.end)), leaves });
      return undefined;
    });
  }
  return found;
}

const exits = (statement: { readonly k: string; readonly body?: unknown }): boolean =>
  statement.k === 'return' ||
  statement.k === 'throw' ||
  statement.k === 'continue' ||
  (statement.k === 'block' && Array.isArray(statement.body) && statement.body.some(exits));

const shortened = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
};
