import type { Binding, Sink } from '../../finding.ts';
import type { Expr, Node } from '../../ir/ir.ts';
import type { Place } from '../../libraries/access-paths.ts';
import type { CompiledCondition, Model } from '../../libraries/model.ts';
import { isSuperLinear } from '../../rules/redos.ts';
import { asEcmaScript } from '../../rules/regex-dialects.ts';
import { optionWords } from '../calls/command-words.ts';
import { valuesAt } from '../calls/places.ts';
import type { Making } from '../heap/heap.ts';
import { holds } from '../interpreter/conditions.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { Frame, Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { dataLabels, joinLabels, type Labels, traced } from '../values/labels.ts';
import { anchor } from '../values/positions.ts';
import { exact, prefixOf, type Value } from '../values/values.ts';
import { clearedByText } from './sinks.ts';

/** What harms in a page that is shown, not in a file that is saved. */
const pageClasses: ReadonlySet<string> = new Set(['xss', 'unsafe-content-type']);

export function reportSinks(machine: Machine, model: Model, path: string, invocation: Invocation): void {
  if (model.sinks.length === 0) return;
  const { frame, node } = invocation.site;
  const { isSaved, isTypedApart } = machine.project.hooks;
  for (const sink of model.sinks) {
    if (sink.when.length > 0 && !holds(machine, sink.when, invocation)) continue;
    const { vulnClass, below } = sink.row;
    if (below && !machine.project.names.mayBeBelow(below.package, below.version)) continue;
    for (const place of sink.places) {
      const isText = sink.row.text ?? isSplit(sink.places, place);
      const values = sink.row.words
        ? optionWords(machine, place, sink.row.words, invocation)
        : valuesAt(machine, place, invocation);
      for (const value of values) {
        const labels = dataLabels(
          isText ? ownLabels(machine, value, frame) : deepLabels(machine, value, frame, 2),
        );
        if (labels.length === 0 || clearedByText(machine, sink.row.judgedBy ?? vulnClass, value, frame))
          continue;
        if (vulnClass === 'xss' && isTypedApart.some((isOne) => isOne(path, invocation))) continue;
        if (pageClasses.has(vulnClass) && isSaved.some((isOne) => isOne(invocation))) continue;
        const setUp = sink.row.reportMaking ? machine.project.templates.setUpBy(frame.fn.module) : undefined;
        const making = sink.row.reportMaking ? (setUp ?? makingOf(machine, value, frame)) : undefined;
        // The flow tells of this place, too.
        for (const label of setUp ? traced(labels, 'sink', frame.fn, node) : labels) {
          if (sink.row.direct && label.origin.kind === 'parameter') continue;
          machine.report(
            {
              vulnClass,
              ...(making ?? { fn: frame.fn, ...anchor(frame.fn, partOf(node, place, frame)) }),
              sink: sinkAt(path, invocation, place, sink.row.what),
              message: undefined,
              variant: undefined,
              confidence: sink.row.confidence,
              judgedBy: sink.row.judgedBy,
              despite: sink.row.despite,
              ...(sink.row.unless && { unless: sink.row.unless }),
              built: prefixOf(value) !== '',
              ...(sink.row.probe && { probe: true }),
              ...(sink.row.score !== undefined && { score: sink.row.score }),
              label,
            },
            frame.entry,
          );
        }
      }
    }
  }
}

const sinkAt = (path: string, invocation: Invocation, place?: Place, what?: string): Sink => ({
  kind: 'api',
  api: path.replace(/^\*\./, ''),
  binding: bindingOf(invocation),
  argument: place?.text,
  what,
});

function bindingOf({ site: { node }, isNew, args }: Invocation): Binding {
  if (isNew) return 'new';
  const { k } = node as Partial<Expr>;
  if (k === 'call') return 'call';
  if (k === 'field' || k === 'index') return args.length > 0 ? 'write' : 'read';
  return k === 'assign' ? 'write' : 'return';
}

/** `return { status, body }`, or a variable that was declared so: of an answer that is an object, the property that matters. */
function partOf(node: Node, { base, fields: [name, ...deeper] }: Place, { fn }: Frame): Node {
  if (name === undefined || deeper.length > 0 || base.at !== 'argument') return node;
  const { k, name: variable } = node as Partial<Extract<Expr, { k: 'var' }>>;
  const answer = k === 'var' && variable !== undefined ? declaredAs(variable, fn) : (node as Partial<Expr>);
  return answer?.k === 'object' ? (answer.props?.find(({ key }) => key === name) ?? node) : node;
}

/** What a variable is declared as, among the statements of a function's own. */
function declaredAs(name: string, { ir }: LinkedFunction): Expr | undefined {
  for (const statement of ir.body)
    if (statement.k === 'declare' && statement.target.k === 'var' && statement.target.name === name)
      return statement.init;
  return undefined;
}

/** `{ text, values }`: where a row names the fields that matter, the others do not. */
const isSplit = (places: readonly Place[], { base, fields }: Place): boolean =>
  fields.length === 0 &&
  base.at === 'argument' &&
  places.some(
    ({ base: other, fields: [first] }) =>
      other.at === 'argument' &&
      other.index === base.index &&
      first !== undefined &&
      first !== '*' &&
      !first.startsWith('$'),
  );

/** Of the value itself, and of the text that its object stands for. */
const ownLabels = (machine: Machine, value: Value, frame: Frame): Labels =>
  value.refs.reduce<Labels>(
    (all, id) => joinLabels(all, machine.object(id, frame.state)?.content?.labels ?? []),
    value.labels,
  );

function makingOf(machine: Machine, value: Value, frame: Frame): Making | undefined {
  for (const id of value.refs) {
    const made = machine.object(id, frame.state)?.made;
    if (made) return made;
  }
  return undefined;
}

export function reportMisuses(machine: Machine, model: Model, path: string, invocation: Invocation): void {
  const { frame, node } = invocation.site;
  // Where a method is only read, nothing can be said of its arguments.
  const onlyRead = invocation.receiver === undefined && 'k' in node && node.k === 'field';
  const { isHarmless } = machine.project.hooks;
  for (const misuse of model.misuses) {
    if (onlyRead && misuse.when.length > 0) continue;
    if (!holds(machine, misuse.when, invocation)) continue;
    if (isHarmless.some((isOne) => isOne(misuse.row.vulnClass, machine, invocation.site))) continue;
    machine.report(
      {
        vulnClass: misuse.row.vulnClass,
        fn: frame.fn,
        ...anchor(frame.fn, node),
        sink: sinkAt(path, invocation),
        message: misuse.row.message,
        variant: misuse.row.variant,
        confidence: misuse.row.confidence,
        ...(misuse.row.vulnClass === 'hard-coded-secret' && {
          secrets: misuse.when.flatMap((condition) => textsTested(machine, condition, invocation)),
        }),
        label: undefined,
      },
      frame.entry,
    );
  }
}

function textsTested(machine: Machine, condition: CompiledCondition, invocation: Invocation): string[] {
  return condition.places.flatMap((place) =>
    valuesAt(machine, place, invocation).flatMap((value) => {
      const text = exact(value)?.value;
      return typeof text === 'string' ? [text] : [];
    }),
  );
}

const matchers = new Set(
  'test exec match matchAll matches replace replaceAll replaceFirst split search sub fullmatch findall finditer matcher find'.split(
    ' ',
  ),
);

/** Whether the text is matched from its beginning to its end: no other beginnings are tried. */
const wholly = (path: string, { site }: Invocation): boolean =>
  /^java\.(?:lang\.String|util\.regex\.\w+)\.matches$|\.fullmatch$/.test(path) ||
  (path === 'java.util.regex.Pattern.matcher' &&
    /^\s*\.\s*matches\s*\(/.test(site.frame.fn.module.text.slice(site.node.end, site.node.end + 40)));

/** Text of an attacker's matched by a pattern that may take super-linear time. */
export function reportExpensivePattern(machine: Machine, path: string, invocation: Invocation): void {
  if (!matchers.has(path.slice(path.lastIndexOf('.') + 1))) return;
  const { frame, node } = invocation.site;
  const all = [invocation.receiver, ...invocation.args.map((arg) => arg.value)].filter(
    (value) => value !== undefined,
  );
  const source = all.map((value) => patternSource(machine, value, invocation)).find((s) => s !== undefined);
  if (!source) return;
  const labels = all.flatMap((value) => dataLabels(deepLabels(machine, value, frame, 1)));
  if (labels.length === 0) return;
  const { areEcmaScript } = frame.fn.module.semantics.expressions;
  const written = areEcmaScript ? source : asEcmaScript(source.source, source.flags);
  if (!written) return;
  const whole = wholly(path, invocation);
  const cost = isSuperLinear(written.source, written.flags, whole);
  if (!cost.superLinear) return;
  if (cost.byRestarts && whole) return;
  for (const label of labels) {
    machine.report(
      {
        vulnClass: 'redos',
        fn: frame.fn,
        ...anchor(frame.fn, node),
        sink: { kind: 'expression', expression: source.source },
        message: undefined,
        variant: undefined,
        confidence: undefined,
        label,
      },
      frame.entry,
    );
  }
}

function patternSource(
  machine: Machine,
  value: Value,
  invocation: Invocation,
): { source: string; flags: string } | undefined {
  for (const id of value.refs) {
    const fields = machine.object(id, invocation.site.frame.state)?.fields;
    const source = fields?.get('source');
    const known = source && exact(source)?.value;
    if (
      typeof known === 'string' &&
      (value.api === 'RegExp' || value.api === 're.Pattern' || value.api === 'java.util.regex.Pattern')
    ) {
      const flags = fields?.get('flags');
      return { source: known, flags: String((flags && exact(flags)?.value) ?? '') };
    }
  }
  const known = exact(value)?.value;
  return typeof known === 'string' &&
    invocation.site.frame.fn.module.semantics.expressions.areTexts &&
    /[*+{]/.test(known) &&
    value.labels.length === 0
    ? { source: known, flags: '' }
    : undefined;
}
