import assert from 'node:assert/strict';
import { Message, Result, Rule } from '../../../../src/workspace/sarif/log-schema.ts';
import {
  gradeOf,
  messageText,
  Rules,
  suppressionOf,
  titleOf,
  weaknessesOf,
} from '../../../../src/workspace/sarif/rules.ts';

const rule = (fields: object) => Rule.parse(fields);
const result = (fields: object) => Result.parse(fields);
const component = (name: string, ...rules: object[]) => ({ name, version: '1', rules: rules.map(rule) });

describe('the rule of a result', () => {
  const rules = new Rules({
    driver: component('Scan', { id: 'a' }, { id: 'b' }),
    extensions: [component('pack', { id: 'p/one' }, { id: 'b' })],
  });
  const idOf = (fields: object) => rules.of(result(fields)).id;

  it('is found by index, by id, in an extension, and by the beginning of its id', () => {
    assert.equal(idOf({ ruleIndex: 1 }), 'b');
    assert.equal(idOf({ ruleId: 'p/one' }), 'p/one');
    assert.equal(idOf({ rule: { index: 0, toolComponent: { index: 0 } } }), 'p/one');
    assert.equal(idOf({ ruleId: 'a/7' }), 'a');
  });

  it('is none where the reference is broken; an id weighs more than an index', () => {
    assert.equal(idOf({ ruleIndex: 99 }), undefined);
    assert.equal(idOf({ ruleIndex: -1, ruleId: 'a' }), 'a');
    assert.equal(idOf({ ruleIndex: 1, ruleId: 'a' }), 'a');
    assert.equal(idOf({ rule: { index: 0, toolComponent: { index: 9 } } }), undefined);
  });

  it('gives the message its words', () => {
    const named = rule({ messageStrings: { m: { text: 'uses {0} in {1}, {9} {{x}}' } } });
    const message = Message.parse({ id: 'm', arguments: ['eval', '[the file](1)'] });
    assert.equal(messageText(message, named), 'uses eval in the file, {9} {x}');
    assert.equal(messageText(Message.parse({ id: 'missing' }), named), '');
    assert.equal(titleOf(rule({ shortDescription: { text: 'SQL injection.' } }), 'a', ''), 'SQL injection');
    assert.equal(titleOf(rule({}), '', 'First sentence. Second.'), 'First sentence');
  });
});

describe('the severity of a result', () => {
  const grade = (fields: object, of: object = {}) => gradeOf(result(fields), rule(of)).severity;

  it('goes by security-severity, as a number or a text, before the level', () => {
    assert.equal(grade({ level: 'note' }, { properties: { 'security-severity': '9.8' } }), 'CRITICAL');
    assert.equal(grade({ properties: { 'security-severity': 7 } }), 'HIGH');
    assert.equal(grade({ properties: { 'security-severity': '0.1' } }), 'LOW');
    assert.equal(grade({ level: 'error', properties: { 'security-severity': 'bad' } }), 'HIGH');
  });

  it('goes by the level of the result, else of the rule, else is medium', () => {
    assert.equal(grade({ level: 'error' }, { defaultConfiguration: { level: 'note' } }), 'HIGH');
    assert.equal(grade({}, { defaultConfiguration: { level: 'note' } }), 'LOW');
    assert.equal(grade({}), 'MEDIUM');
    assert.equal(grade({ kind: 'informational', level: 'none' }), 'INFO');
  });
});

describe('what else a result says', () => {
  it('is suppressed unless a suppression is rejected or not decided', () => {
    assert.equal(suppressionOf(result({})), undefined);
    assert.deepEqual(suppressionOf(result({ suppressions: [{ kind: 'inSource', justification: 'test' }] })), {
      reason: 'test',
    });
    assert.equal(suppressionOf(result({ suppressions: [{ status: 'underReview' }, {}] })), undefined);
  });

  it('names weaknesses in tags and in the taxonomy', () => {
    const tagged = rule({
      properties: { tags: ['external/cwe/cwe-089', 'security'] },
      relationships: [{ target: { id: '79', toolComponent: { name: 'CWE' } } }],
    });
    assert.deepEqual(
      weaknessesOf(result({ taxa: [{ id: '5', toolComponent: { name: 'OWASP' } }] }), tagged),
      ['CWE-89', 'CWE-79'],
    );
  });
});
