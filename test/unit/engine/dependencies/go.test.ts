import assert from 'node:assert/strict';
import { named, readingOf, textAt } from './support.ts';

const goMod = `module example.com/app // the module

go 1.21.3

require golang.org/x/text v0.3.7
require (
	github.com/gin-gonic/gin v1.9.0
	golang.org/x/net v0.7.0 // indirect
	"example.com/quoted" v1.0.0
	example.com/old v1.0.0
	example.com/local v1.0.0
	example.com/gone v1.0.0
)

replace example.com/old => example.com/fork v1.2.0
replace (
	example.com/local v1.0.0 => ../local
)
exclude example.com/gone v1.0.0
tool example.com/tool
`;

describe('go.mod', () => {
  const reading = readingOf({ 'go.mod': goMod });
  const entry = (name: string) => reading.packages.find((each) => each.name === name);

  it('gives the modules that it requires, replaced ones as what replaces them', () => {
    assert.deepEqual(named(reading), [
      'golang.org/x/text v0.3.7',
      'github.com/gin-gonic/gin v1.9.0',
      'golang.org/x/net v0.7.0',
      'example.com/quoted v1.0.0',
      'example.com/fork v1.2.0',
      'example.com/local v1.0.0',
      'example.com/gone v1.0.0',
      'stdlib 1.21.3',
    ]);
    assert.equal(entry('example.com/local')?.origin, 'path');
    assert.equal(entry('example.com/local')?.version, undefined);
  });

  it('tells direct from indirect ones', () => {
    assert.deepEqual(
      reading.packages.filter(({ direct }) => direct === false).map(({ name }) => name),
      ['golang.org/x/net'],
    );
  });

  it('says where the name and the version stand', () => {
    const gin = entry('github.com/gin-gonic/gin');
    assert.equal(textAt(goMod, gin?.range), 'github.com/gin-gonic/gin');
    assert.equal(textAt(goMod, gin?.versionRange), 'v1.9.0');
    assert.equal(textAt(goMod, entry('example.com/quoted')?.range), 'example.com/quoted');
    assert.equal(textAt(goMod, entry('example.com/fork')?.versionRange), 'v1.2.0');
    assert.equal(textAt(goMod, entry('stdlib')?.versionRange), '1.21.3');
  });

  it('does not take an excluded version for the one that is used', () => {
    assert.equal(entry('example.com/gone')?.version, undefined);
    assert.match(reading.problems[0]?.message ?? '', /excluded/);
    assert.equal(reading.problems[0]?.line, 12);
  });

  it('takes the toolchain for the version of the standard library, and none from the version of the language', () => {
    const toolchain = readingOf({ 'go.mod': 'module a\ngo 1.22\ntoolchain go1.22.5-custom\n' });
    assert.deepEqual(named(toolchain), ['stdlib 1.22.5']);
    const language = readingOf({ 'go.mod': 'module a\ngo 1.22\n' });
    assert.equal(language.packages[0]?.version, undefined);
    assert.equal(language.packages[0]?.requirement, '1.22');
    assert.deepEqual(named(readingOf({ 'go.mod': 'module a\ntoolchain default\n' })), []);
  });

  it('gives a reason for what it cannot read', () => {
    assert.match(readingOf({ 'go.mod': 'no such file' }).problems[0]?.message ?? '', /no directive/);
    const partly = readingOf({ 'go.mod': 'module a\nrequire b\nrequires c v1.0.0\n' });
    assert.deepEqual(
      partly.problems.map(({ line }) => line),
      [3, 2],
    );
  });
});

describe('go.sum', () => {
  const sum = [
    'a.example/x v1.0.0 h1:aaa=',
    'a.example/x v1.0.0/go.mod h1:bbb=',
    'a.example/x v1.2.0 h1:ccc=',
    'a.example/direct v1.0.0 h1:ddd=',
    'a.example/seen v1.0.0/go.mod h1:eee=',
    'broken',
  ].join('\n');

  it('adds what a module of before Go 1.17 does not name, in its highest version', () => {
    const files = { 'go.sum': sum, 'go.mod': 'module m\ngo 1.16\nrequire a.example/direct v1.0.0\n' };
    const reading = readingOf(files, 'go.sum');
    assert.deepEqual(named(reading), ['a.example/x v1.2.0']);
    assert.equal(reading.packages[0]?.direct, false);
    assert.equal(reading.problems[0]?.line, 6);
  });

  it('adds nothing to a later go.mod, or without one', () => {
    const later = { 'go.sum': sum, 'go.mod': 'module m\ngo 1.17\n' };
    assert.deepEqual(named(readingOf(later, 'go.sum')), []);
    assert.deepEqual(named(readingOf({ 'go.sum': sum })), []);
  });
});
