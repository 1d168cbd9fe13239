import assert from 'node:assert/strict';

/**
 * As much of Helm's templates as the chart uses: values, `required`, `quote`, `if` … `end`, and `-` that takes white space away.
 *
 * @throws with the chart's own message where a required value is empty
 */
export function render(template: string, context: object): string {
  const parts = template.split(/(\{\{-?.*?-?\}\})/);
  let output = '';
  let trims = false;
  const shown: boolean[] = [];
  for (const part of parts) {
    const action = /^\{\{(-?)\s*(.*?)\s*(-?)\}\}$/.exec(part);
    if (action === null) {
      if (shown.every(Boolean)) output += trims ? part.trimStart() : part;
      if (part.trim() !== '') trims = false;
      continue;
    }
    const [, before = '', expression = '', after = ''] = action;
    if (before !== '') output = output.trimEnd();
    trims = after !== '';
    if (expression === 'end') assert.notEqual(shown.pop(), undefined, 'an end too many');
    else if (expression.startsWith('if ')) shown.push(Boolean(evaluate(expression.slice(3), context)));
    else if (shown.every(Boolean)) output += String(evaluate(expression, context));
  }
  assert.deepEqual(shown, [], 'an if without its end');
  return output;
}

function evaluate(expression: string, context: object): unknown {
  const [, message, path = '', filter] =
    /^(?:required "([^"]*)" )?(\S+)(?: \| (\w+))?$/.exec(expression) ?? assert.fail(expression);
  assert.match(path, /^(\.\w+)+$/, expression);
  const value = path
    .slice(1)
    .split('.')
    .reduce<unknown>((from, name) => {
      assert.ok(typeof from === 'object' && from !== null && name in from, `no value of ${path}`);
      return Reflect.get(from, name);
    }, context);
  if (message !== undefined && (value === '' || value === undefined)) throw new Error(message);
  assert.ok(filter === undefined || filter === 'quote', `the filter ${filter} is not known`);
  return filter === 'quote' ? JSON.stringify(String(value)) : value;
}
