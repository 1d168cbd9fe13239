import assert from 'node:assert/strict';
import { lower, show } from './lower.ts';

describe('Python declarations', () => {
  it('reads parameters with types, defaults, rests and metadata', () => {
    const text =
      'from fastapi import Query\ndef f(a, b: int = 3, /, *args, c: Annotated[str, Query(max_length=3)], d=x, **kw) -> "list[str]":\n  pass\n';
    const fn = lower(text).functions[1];
    assert.deepEqual(
      fn?.params.map((p) => [show(p.target), p.type?.candidates[0], p.default && show(p.default), p.rest]),
      [
        ['a', undefined, undefined, undefined],
        ['b', 'int', '3', undefined],
        ['args', undefined, undefined, 'list'],
        ['c', 'str', undefined, undefined],
        ['d', undefined, 'x', undefined],
        ['kw', undefined, undefined, 'map'],
      ],
    );
    assert.deepEqual(
      fn?.params[3]?.decorators.map((d) => show(d.expr)),
      ['Query(max_length=3)'],
    );
    assert.equal(fn?.returnType?.candidates[0], 'list');
  });

  it('marks async functions and generators', () => {
    const module = lower('async def f():\n  await g()\ndef h():\n  yield 1\n  def inner():\n    pass\n');
    assert.deepEqual(
      module.functions.slice(1).map((f) => [f.name, f.isAsync, f.isGenerator, f.parent]),
      [
        ['f', true, false, 0],
        ['h', false, true, 0],
        ['inner', false, false, 2],
      ],
    );
  });

  it('reads classes with bases, fields, kinds of methods and nested classes', () => {
    const module = lower(
      [
        'from django.db import models',
        '@admin.register(X)',
        'class User(models.Model, metaclass=M):',
        '  name: str = "n"',
        '  age = models.IntegerField()',
        '  class Meta:',
        '    table = "users"',
        '  def __init__(self): pass',
        '  @property',
        '  def full(self): return self.name',
        '  @full.setter',
        '  def full(self, v): self.name = v',
        '  @staticmethod',
        '  def make(x): return User()',
        '  @classmethod',
        '  def other(cls): return cls()',
        '  if DEBUG:',
        '    def extra(self): pass',
        '  register(name)',
      ].join('\n'),
      'pkg/models/__init__.py',
    );
    const user = module.classes[0];
    assert.equal(user?.qualifiedName, 'pkg.models.User');
    assert.deepEqual(
      user?.supers.map((s) => ('k' in s ? show(s) : '')),
      ['models.Model'],
    );
    assert.deepEqual(
      user?.fields.map((f) => [f.name, f.type?.candidates[0], f.init && show(f.init)]),
      [
        ['name', 'str', '"n"'],
        ['age', undefined, 'models.IntegerField()'],
        ['Meta', undefined, 'class1'],
      ],
    );
    assert.equal(module.classes[1]?.qualifiedName, 'pkg.models.User.Meta');
    assert.deepEqual(
      user?.methods.map((m) => module.functions[m]).map((f) => [f?.kind, f?.name, f?.isStatic]),
      [
        ['constructor', '__init__', false],
        ['getter', 'full', false],
        ['setter', 'full', false],
        ['method', 'make', true],
        ['method', 'other', false],
        ['method', 'extra', false],
        ['initializer', '', true],
      ],
    );
    assert.deepEqual(
      user?.decorators.map((d) => show(d.expr)),
      ['admin.register(X)'],
    );
  });

  it('leaves out what a generic base is of', () => {
    const bases = lower('class A(Generic[T], pkg.Base["B"], metaclass=M): pass\n').classes[0]?.supers ?? [];
    assert.deepEqual(
      bases.map((base) => ('k' in base ? show(base) : '')),
      ['Generic', 'pkg.Base'],
    );
  });

  it('keeps decorators of functions', () => {
    const fn = lower('@app.route("/x", methods=["POST"])\n@login\ndef f(): pass\n').functions[1];
    assert.deepEqual(
      fn?.decorators.map((d) => show(d.expr)),
      ['app.route("/x", methods=["POST"])', 'login'],
    );
  });
});

describe('Python imports', () => {
  const bindings = (text: string, path?: string): string[] =>
    lower(text, path).imports.map((b) => `${b.local}=${b.module}:${b.member}`);

  it('binds modules, members and aliases', () => {
    assert.deepEqual(
      bindings('import os.path, a.b as c\nfrom x.y import (z, w as v)\nfrom . import d\nfrom ..m import e\n'),
      ['os=os:*', 'c=a.b:*', 'z=x.y:z', 'v=x.y:w', 'd=.:d', 'e=..m:e'],
    );
  });

  it('collects wildcards, and leaves __future__ out', () => {
    const module = lower('from __future__ import annotations\nfrom a.b import *\n');
    assert.deepEqual([module.imports, module.wildcards], [[], ['a.b']]);
  });

  it('finds imports in functions, try and TYPE_CHECKING', () => {
    assert.deepEqual(
      bindings(
        'if TYPE_CHECKING:\n  from m import T\ntry:\n  import a\nexcept ImportError:\n  import b as a\ndef f():\n  import c\n',
      ),
      ['T=m:T', 'a=a:*', 'a=b:*', 'c=c:*'],
    );
  });

  it('resolves types through relative imports', () => {
    const module = lower('from ..models import User\ndef f(u: User): pass\n', 'shop/web/views.py');
    assert.deepEqual(module.functions[1]?.params[0]?.type?.candidates, ['shop.models.User']);
  });

  it('names a package by its folder', () => {
    assert.equal(lower('', 'a/b/__init__.py').name, 'a.b');
    assert.equal(lower('', 'a/b/c.py').name, 'a.b.c');
  });
});
