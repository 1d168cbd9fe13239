import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ParameterValue,
  type PlaybookParameter,
  PlaybookTemplate,
} from '../../../../../src/api/contract/agent/playbooks.ts';
import { maximumPromptLength } from '../../../../../src/api/contract/agent/scope.ts';
import { TriggerCondition } from '../../../../../src/api/contract/agent/triggers.ts';
import { understand } from '../../../../../src/service/agent/analyst/deterministic/understand.ts';
import { leastMinutes } from '../../../../../src/service/agent/automations/clock.ts';
import {
  library,
  shown,
  templateOf,
} from '../../../../../src/service/agent/automations/playbooks/library.ts';
import {
  checkParameters,
  faultOf,
} from '../../../../../src/service/agent/automations/playbooks/parameters.ts';
import type { Template } from '../../../../../src/service/agent/automations/playbooks/template.ts';
import {
  fillIn,
  placeholders,
  requireKnownPlaceholders,
} from '../../../../../src/service/agent/automations/prompt-values.ts';
import { requireSeldom } from '../../../../../src/service/core/cron.ts';
import { Refusal } from '../../../../../src/service/core/errors.ts';

const fields = { expression: 'expression', timeZone: 'timeZone' };

/** Any value that a parameter may have. */
function allowed(parameter: PlaybookParameter): fc.Arbitrary<ParameterValue> {
  switch (parameter.type) {
    case 'text':
      return fc
        .string({ unit: 'grapheme', minLength: parameter.minimumLength, maxLength: parameter.maximumLength })
        .filter((value) => faultOf(parameter, value.trim()) === undefined);
    case 'number':
      return fc.integer({ min: parameter.minimum, max: parameter.maximum });
    case 'boolean':
      return fc.boolean();
    case 'select':
      return fc.constantFrom(...parameter.options.map(({ value }) => value));
  }
}

/** What each template asks for, as the analyst without a language model understands it. */
const asked: Readonly<Record<string, string>> = {
  'weekly-triage-digest': 'prioritise',
  'false-positive-review': 'list',
  'dependency-and-ai-review': 'components',
  'hot-spot-report': 'summary',
  'standing-summary': 'summary',
  'fix-new-critical-issues': 'fix',
  'explain-new-issues': 'explain',
  'secrets-follow-up': 'explain',
  'pre-release-review': 'list',
  'scan-failure-help': 'summary',
  'reopened-issues': 'explain',
  'patch-review': 'showPatch',
};

describe('the library of playbooks', () => {
  it('promises nothing that is never found: vulnerable dependencies, infrastructure', () => {
    for (const { id, title, summary, description } of library)
      assert.doesNotMatch(`${title} ${summary} ${description}`, /dependenc|infrastructure|package/i, id);
  });

  it('has at least eight templates, each of its own id, as the contract has them', () => {
    assert.ok(library.length >= 8);
    assert.equal(new Set(library.map(({ id }) => id)).size, library.length);
    for (const template of library) PlaybookTemplate.parse(shown(template));
    assert.equal(templateOf('nothing'), undefined);
  });

  it('has parameters of every type', () => {
    const types = new Set(library.flatMap(({ parameters }) => parameters.map(({ type }) => type)));
    assert.deepEqual([...types].sort(), ['boolean', 'number', 'select', 'text']);
  });

  for (const template of library) {
    describe(template.title, () => {
      const kind = template.start.type === 'event' ? template.start.kind : 'schedule';
      const values = fc.record(
        Object.fromEntries(template.parameters.map((parameter) => [parameter.id, allowed(parameter)])),
      );

      it('has defaults that its own bounds allow, and parameters of their own names', () => {
        for (const parameter of template.parameters)
          assert.equal(faultOf(parameter, parameter.default), undefined, parameter.id);
        assert.equal(new Set(template.parameters.map(({ id }) => id)).size, template.parameters.length);
      });

      it('asks in words and with placeholders that there are, whatever its parameters', () => {
        fc.assert(
          fc.property(values, (given) => {
            const checked = checkParameters(template.parameters, given as Record<string, ParameterValue>);
            const prompt = template.promptOf(checked);
            assert.ok(prompt.length > 40 && prompt.length <= maximumPromptLength);
            assert.ok(!/undefined|\[object|NaN/.test(prompt));
            requireKnownPlaceholders(prompt, kind, 'prompt');
            const condition = template.conditionOf?.(checked);
            if (condition) assert.equal(TriggerCondition.parse(condition).kind, kind);
            else assert.equal(template.start.type, 'schedule');
          }),
          { numRuns: 40 },
        );
      });

      it('runs at most every few minutes', () => {
        if (template.start.type !== 'schedule') return;
        const { expression } = template.start;
        requireSeldom({ expression, timeZone: 'Europe/Berlin' }, leastMinutes, new Date(), fields);
      });

      it('is understood without a language model', () => {
        assert.equal(understand(promptOf(template)).intent, asked[template.id]);
      });
    });
  }

  /** As it is sent, with defaults and values of the kind that findings have. */
  function promptOf(template: Template): string {
    const kind = template.start.type === 'event' ? template.start.kind : 'schedule';
    const values = Object.fromEntries(placeholders[kind].map((name) => [name, '7']));
    return fillIn(template.promptOf(checkParameters(template.parameters, {})), {
      ...values,
      repository: 'shop',
      'issue.id': '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11',
      'issue.title': 'SQL injection in login',
      'issue.file': 'src/login.ts',
      issues: 'CRITICAL SQL injection, src/login.ts:4 (id)\nHIGH Path traversal, src/files.ts:9 (id)',
      'scan.branch': 'main',
      'scan.error': 'The folder is gone.',
      'change.from': 'RESOLVED',
      'patch.validation': 'PASSED',
    });
  }
});

describe('parameters of playbooks', () => {
  const parameters: PlaybookParameter[] = [
    { type: 'text', id: 'name', label: 'Name', default: 'x', minimumLength: 1, maximumLength: 10 },
    { type: 'number', id: 'most', label: 'Most', default: 5, minimum: 1, maximum: 9, integer: true },
    { type: 'number', id: 'share', label: 'Share', default: 0.5, minimum: 0, maximum: 1, integer: false },
    { type: 'boolean', id: 'on', label: 'On', default: true },
    {
      type: 'select',
      id: 'by',
      label: 'By',
      default: 'a',
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    },
  ];

  it('have their defaults where nothing is given, and what was before where that is there', () => {
    assert.deepEqual(checkParameters(parameters, {}), { name: 'x', most: 5, share: 0.5, on: true, by: 'a' });
    assert.deepEqual(checkParameters(parameters, { most: 2 }, { most: 7, by: 'b', gone: 1 }), {
      ...{ name: 'x', most: 2, share: 0.5, on: true, by: 'b' },
    });
  });

  it('of another type, out of bounds or unknown are refused, each by its name', () => {
    const wrong: readonly [string, ParameterValue, RegExp][] = [
      ['name', 7, /takes a text/],
      ['name', '', /1 to 10 characters/],
      ['name', 'x'.repeat(11), /1 to 10 characters, not 11/],
      ['name', 'a\nb', /one line/],
      ['name', '{{x}}', /one line/],
      ['most', '5', /takes a number/],
      ['most', true, /takes a number/],
      ['most', 0, /1 to 9/],
      ['most', 10, /1 to 9/],
      ['most', 2.5, /whole number/],
      ['most', Number.NaN, /takes a number/],
      ['share', 1.01, /0 to 1/],
      ['on', 'true', /true or false/],
      ['on', 1, /true or false/],
      ['by', 'c', /one of: a, b/],
      ['by', false, /one of: a, b/],
      ['colour', 'red', /no such parameter.*name, most, share, on, by/],
      ['__proto__', 'x', /no such parameter/],
      ['constructor', 'x', /no such parameter/],
    ];
    for (const [id, value, message] of wrong) {
      const given: Record<string, ParameterValue> = Object.create(null);
      given[id] = value;
      assert.throws(
        () => checkParameters(parameters, given),
        (error) => {
          assert.ok(error instanceof Refusal && error.status === 422);
          assert.equal(error.extra.issues?.[0]?.path, `parameters.${id}`);
          assert.match(error.message, message);
          return true;
        },
        `${id} = ${String(value)}`,
      );
    }
  });

  it('are taken whatever they are within their bounds, texts without blanks around them', () => {
    const given = fc.record(Object.fromEntries(parameters.map((one) => [one.id, allowed(one)])));
    fc.assert(
      fc.property(given, (values) => {
        const trimmed = Object.entries(values as Record<string, ParameterValue>).map(([id, value]) => [
          id,
          typeof value === 'string' ? value.trim() : value,
        ]);
        const checked = checkParameters(parameters, values as Record<string, ParameterValue>);
        assert.deepEqual(checked, Object.fromEntries(trimmed));
      }),
    );
  });
});
