import assert from 'node:assert/strict';
import { handlerLine } from '../../../../src/views/endpoints/handler-line.ts';

describe('the line of a handler', () => {
  const text = [
    '',
    "app.get('/health', (req, res) => res.end());",
    '',
    'function show(req, res) {',
    '}',
    '',
  ].join('\n');

  it('is where its name stands now, nearest to where it was', () => {
    const endpoint = { name: 'UserController.show', path: '/users', line: 1 };
    assert.deepEqual(handlerLine(text, endpoint), { line: 4, isFound: true });
    assert.deepEqual(handlerLine(`show();\n${text}`, { ...endpoint, line: 5 }), { line: 5, isFound: true });
  });

  it('is where the end of its path stands, for one without a name', () => {
    const endpoint = { name: 'GET /api/health', path: '/api/health', line: 9 };
    assert.deepEqual(handlerLine(text, endpoint), { line: 2, isFound: true });
  });

  it('is where it was, and said to be lost, where neither is there', () => {
    assert.deepEqual(handlerLine(text, { name: 'gone', path: '/', line: 3 }), { line: 3, isFound: false });
    const lost = handlerLine(text, { name: 'GET /none', path: '/none', line: 99 });
    assert.deepEqual(lost, { line: 6, isFound: false });
  });
});
