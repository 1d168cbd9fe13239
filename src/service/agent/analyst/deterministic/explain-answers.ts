import { prose } from '../../../../agent/data.ts';
import { asText, fileLink } from '../../../../agent/links.ts';
import { weaknesses } from '../../../../engine/weaknesses/index.ts';
import { askBack } from './ask-back.ts';
import { type Answer, type Asked, say } from './asked.ts';
import { chosenBy, factsOf, type IssueFacts } from './issue-facts.ts';
import { find } from './issues.ts';
import { meant } from './meant.ts';
import { order, weigh } from './priority.ts';
import { counted, inWords, issueHeading, issueLine, issueName, listed, titled } from './words.ts';

/** Answers about one issue, two, or a class. */

const mostExplained = 3;

export async function* explain(asked: Asked): Answer {
  yield* eachMeant(asked, explanation);
}

export async function* why(asked: Asked): Answer {
  yield* eachMeant(asked, reasons);
}

async function* eachMeant(asked: Asked, tell: (facts: IssueFacts) => string): Answer {
  const which = await meant(asked, true);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  if (which.note !== undefined) yield say(`*${which.note}*\n\n`);
  for (const id of which.ids.slice(0, mostExplained)) {
    const read = await factsOf(asked, id);
    yield say(`${'reason' in read ? read.reason : tell(read.data)}\n\n`);
  }
  const rest = which.ids.length - mostExplained;
  if (rest > 0) yield say(`${counted(rest, 'more one', 'more')} were meant; ask for them by number.`);
}

function explanation(facts: IssueFacts): string {
  const { severity, score, confidence, status, cwes, vulnClass, id, patch } = facts;
  const next = [
    patch === 'READY' ? '*show the patch*' : '*fix this*',
    '*is it a false positive?*',
    '*investigate this*',
  ];
  return [
    issueHeading(facts),
    `**${titled(severity)}** (score ${score}/100, ${confidence} % sure) · ${inWords(status)} · ${listed(cwes, 'and') || vulnClass}`,
    prose(facts.description),
    entry(facts),
    flow(facts),
    points(
      'What an attack needs',
      facts.preconditions.map(
        ({ text, met }) =>
          `${prose(text, 300)}${met === true ? ' (given here)' : met === false ? ' (not given here)' : ''}`,
      ),
    ),
    facts.impact === undefined ? '' : `**Impact.** ${prose(facts.impact)}`,
    facts.remediation === undefined ? '' : `**What to do.** ${prose(facts.remediation)}`,
    facts.cvss4 === undefined
      ? ''
      : `CVSS 4.0: ${facts.cvss4.score ?? ''} ${inWords(facts.cvss4.severity)} (\`${facts.cvss4.vector}\`)${facts.scoreReason === undefined ? '' : `. ${prose(facts.scoreReason, 500)}`}`,
    verdict(facts),
    `Next: ${listed(next, 'or')}. The details: ${fileLink(facts.file, facts.line)}, issue \`${id.slice(0, 8)}\`.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function reasons(facts: IssueFacts): string {
  const steps = facts.flows[0]?.steps ?? [];
  const [source] = steps;
  const sink = steps.at(-1);
  const way =
    source && sink && source !== sink
      ? `What comes in at ${place(source)} (${sentence(source.message)}) reaches ${place(sink)} (${sentence(sink.message)}), and nothing on the way makes it safe that the analysis knows.`
      : '';
  return [
    issueHeading(facts),
    prose(facts.description),
    way,
    entry(facts),
    `The severity is ${inWords(facts.severity)} because of a score of ${facts.score}; the analysis is ${facts.confidence} % sure.`,
    verdict(facts) ||
      'It was not investigated yet: *investigate this* looks deeper and weighs what speaks for and against it.',
    facts.triageReason === undefined
      ? ''
      : `Decided: ${inWords(facts.status)}, because ${asText(facts.triageReason)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function entry({ exposure }: IssueFacts): string {
  if (!exposure) return '';
  const by = exposure.threatModel ? `The data is chosen by ${chosenBy[exposure.threatModel]}.` : '';
  const at = exposure.entryPoint;
  if (!at) return by;
  const methods = at.methods.length > 0 ? at.methods.slice(0, 6).join(', ') : 'any method';
  const guards =
    at.guards.length > 0
      ? `guarded by ${listed(
          at.guards.slice(0, 5).map((guard) => `\`${asText(guard)}\``),
          'and',
        )}`
      : 'with nothing in the code that asks who the caller is';
  return `**Way in.** ${methods} \`${at.path.replaceAll('`', "'")}\`, ${guards}. ${by}`.trim();
}

const shownSteps = 8;

function flow({ flows }: IssueFacts): string {
  const [first] = flows;
  if (!first || first.steps.length === 0) return '';
  const { steps } = first;
  const lines = steps
    .slice(0, shownSteps)
    .map((step, index) => `${index + 1}. *${step.role}* ${place(step)}: ${sentence(step.message)}`);
  const left = steps.length - lines.length + first.stepsLeftOut;
  const others =
    flows.length > 1 ? ` ${counted(flows.length - 1, 'other way', 'other ways')} lead there too.` : '';
  return `**Flow**\n\n${lines.join('\n')}${left > 0 || others !== '' ? `\n\n*${left > 0 ? `${counted(left, 'more step', 'more steps')}.` : ''}${others}*` : ''}`;
}

/** Messages of the engine are a line of Markdown with code in it. */
function sentence(message: string): string {
  return prose(message.replace(/\s+/g, ' '), 300);
}

function place({ file, line }: { readonly file: string; readonly line: number }): string {
  return fileLink(file, line);
}

function verdict({ verdict: found, investigated, investigation }: IssueFacts): string {
  if (found === undefined)
    return investigation === 'RUNNING' || investigation === 'QUEUED' ? 'It is being investigated.' : '';
  const evidence = (investigated?.evidence ?? []).slice(0, 6).map(({ speaks, text }) => {
    const side = speaks === 'real' ? 'for it' : speaks === 'harmless' ? 'against it' : 'neither way';
    return `${prose(text, 300)} (${side})`;
  });
  const summary = investigated?.summary === undefined ? '' : ` ${prose(investigated.summary, 600)}`;
  return `**Investigated: ${inWords(found)}.**${summary}${points('', evidence)}`;
}

function points(title: string, texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `${title === '' ? '' : `**${title}**`}\n\n${texts.map((text) => `- ${text}`).join('\n')}`;
}

export async function* compare(asked: Asked): Answer {
  yield say('Comparing them.\n\n');
  const which = await meant(asked, false);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  const [one, two] = which.ids;
  if (one === undefined || two === undefined) {
    yield say('Name two of them, e.g. *compare 1 and 2*.');
    return;
  }
  if (which.ids.length > 2) {
    yield* order(asked, which.ids);
    return;
  }
  const [left, right] = [await factsOf(asked, one), await factsOf(asked, two)];
  if ('reason' in left || 'reason' in right) {
    yield say('reason' in left ? left.reason : 'reason' in right ? right.reason : '');
    return;
  }
  const rows = compared(left.data, right.data);
  const [leftName, rightName] = namesOf(asked, one, two);
  yield say(
    [
      `- **${leftName}** ${issueName(left.data)}`,
      `- **${rightName}** ${issueName(right.data)}`,
      '',
      `| | ${leftName} | ${rightName} |`,
      '| --- | --- | --- |',
      ...rows.map(([name, a, b]) => `| ${name} | ${a} | ${b} |`),
      '',
      '',
    ].join('\n'),
  );
  const [a, b] = [weigh(left.data, left.data.exposure), weigh(right.data, right.data.exposure)];
  const firstIsWorse = a.weight >= b.weight;
  const reasonsOfWorse = listed((firstIsWorse ? a : b).reasons.slice(0, 3), 'and');
  const isEven = Math.abs(a.weight - b.weight) < 1;
  yield say(
    isEven
      ? 'They weigh about the same.'
      : `**${firstIsWorse ? leftName : rightName} comes first**: ${reasonsOfWorse}.`,
  );
}

/** Their numbers in the list, which go on to mean them; else letters. */
function namesOf({ before }: Asked, one: string, two: string): readonly [string, string] {
  const numbers = new Map([...before.list].map(([number, id]) => [id, number]));
  const [left, right] = [numbers.get(one), numbers.get(two)];
  return left !== undefined && right !== undefined ? [`Number ${left}`, `Number ${right}`] : ['A', 'B'];
}

function compared(left: IssueFacts, right: IssueFacts): (readonly [string, string, string])[] {
  const row = (name: string, of: (facts: IssueFacts) => string) => [name, of(left), of(right)] as const;
  return [
    row('Severity', ({ severity, score }) => `${inWords(severity)}, ${score}`),
    row('Sure', ({ confidence }) => `${confidence} %`),
    row('Who chooses the data', ({ exposure }) =>
      exposure?.threatModel ? chosenBy[exposure.threatModel] : 'not known',
    ),
    row('Guarded', ({ exposure }) => {
      const guards = exposure?.entryPoint?.guards;
      return guards === undefined
        ? 'not known'
        : guards.length > 0
          ? `by ${counted(guards.length, 'check')}`
          : 'no';
    }),
    row('Steps of the flow', ({ flows }) =>
      String((flows[0]?.steps.length ?? 0) + (flows[0]?.stepsLeftOut ?? 0)),
    ),
    row('Investigated', ({ verdict: found }) => (found ? inWords(found) : 'no')),
    row('Patch', ({ patch }) => (patch === 'READY' ? 'ready' : 'not made')),
  ];
}

const classes = new Map(weaknesses.map((known) => [known.id, known]));

export async function* explainClass(asked: Asked): Answer {
  const { vulnClasses, cwes = [] } = asked.request.filter;
  const ids =
    vulnClasses ??
    weaknesses.filter((each) => each.cwes.some((cwe) => cwes.includes(cwe))).map(({ id }) => id);
  const known = ids.flatMap((id) => classes.get(id) ?? []).slice(0, 2);
  if (known.length === 0) {
    yield say(
      `I know nothing about ${cwes.length > 0 ? listed(cwes, 'and') : 'that class of vulnerability'}: it is none of those that I look for. *Rules* lists them.`,
    );
    return;
  }
  for (const { title, description, impact, remediation, cwes, references } of known) {
    yield say(
      [
        `### ${title}`,
        description,
        `**Impact.** An attacker could ${impact}.`,
        `**What to do.** ${remediation}`,
        `${listed(cwes, 'and')}. To read: ${references.map((url) => `\`${url}\``).join(', ')}`,
        '',
      ].join('\n\n'),
    );
  }
  const found = await find(asked, { vulnClasses: ids }, 5);
  if ('reason' in found) return;
  yield say(
    found.issues.length === 0
      ? 'There is no open issue of it here.'
      : `In this code, ${counted(found.total, 'open issue')}:\n\n${found.issues.map((issue, index) => issueLine(issue, index + 1)).join('\n')}`,
  );
}
