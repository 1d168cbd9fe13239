import assert from 'node:assert/strict';
import fc from 'fast-check';
import { valueAt } from '../../../../src/engine/files/structured/value.ts';
import { examineInfrastructure } from '../../../../src/engine/infrastructure/index.ts';
import { readHcl } from '../../../../src/engine/infrastructure/terraform/hcl.ts';
import { readTerraformJson } from '../../../../src/engine/infrastructure/terraform/json.ts';
import { writtenText } from '../../../../src/engine/infrastructure/values.ts';
import { projectOf } from '../../../support/infrastructure-corpus.ts';
import { tries } from '../../../support/thorough.ts';

const values: Readonly<Record<string, string>> = { 'var.yes': 'true', 'var.no': 'false', 'var.name': 'web' };

const resultOf = (text: string): string | undefined => {
  const { blocks } = readHcl(`a = ${text}\nb = "after"\n`, (reference) => {
    const known = values[reference];
    return known === undefined ? undefined : { kind: 'literal', text: known, start: 0, end: 0 };
  });
  assert.equal(writtenText(valueAt(blocks[1]?.body, 'b')), 'after', text);
  return writtenText(valueAt(blocks[0]?.body, 'a'));
};

describe('expressions of Terraform', () => {
  it('are known as far as their parts are', () => {
    const expected: readonly (readonly [text: string, value: string | undefined])[] = [
      ['var.yes ? "a" : "b"', 'a'],
      ['var.no ? "a" : "b"', 'b'],
      ['var.other ? "a" : "b"', undefined],
      ['!var.no', 'true'],
      ['!(var.no || var.yes)', 'false'],
      ['var.other || var.yes', 'true'],
      ['var.other && var.no', 'false'],
      ['var.other || var.no', undefined],
      ['var.name == "web"', 'true'],
      ['var.name != "web" ? 1 : 2', '2'],
      ['var.yes && var.no || var.yes', 'true'],
      ['var.no ? 1 : var.yes ? 2 : 3', '2'],
      ['var.yes\n  ? "a"\n  : "b"', 'a'],
      ['"${var.name}-1"', 'web-1'],
      ['"${var.other}-1"', undefined],
      ['max(var.yes ? 1 : 2, 3)', undefined],
      ['"${var.other}" == "web"', undefined],
    ];
    for (const [text, value] of expected) assert.equal(resultOf(text), value, text);
  });

  it('that are null leave an attribute out', () => {
    const { blocks } = readHcl(
      'resource "a" "b" {\n  c = var.d ? 1 : null\n  e = null\n}\n',
      () => undefined,
    );
    assert.deepEqual([...(blocks[0]?.body.members.keys() ?? [])], ['c']);
  });

  it('of any text are read, in either syntax', () => {
    const parts = [
      'resource "a" "b" {',
      '}',
      'a = ',
      '(',
      ')',
      '?',
      ':',
      '!',
      '||',
      '${',
      '"',
      '<<E\n',
      '\n',
      '[',
      '{',
      'var.a',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })))
      .map((all) => all.join(''));
    const isRefusal = (error: unknown): boolean =>
      error instanceof RangeError || error instanceof SyntaxError;
    fc.assert(
      fc.property(text, (each) => {
        for (const read of [readHcl, readTerraformJson])
          try {
            read(each, () => undefined);
          } catch (error) {
            assert.ok(isRefusal(error), String(error));
          }
      }),
      tries(2_000),
    );
  });
});

describe('modules of Terraform', () => {
  const found = (files: Readonly<Record<string, string>>, path: string): readonly string[] => {
    const all = Object.entries(files).map(([name, text]) => ({ path: name, text }));
    const file = all.find((each) => each.path === path) ?? assert.fail();
    return examineInfrastructure(file, projectOf(all)).findings.map(
      ({ ruleId, range }) => `${range.startLine} ${ruleId}`,
    );
  };

  it('may use each other in a circle', () => {
    const files = {
      'a/main.tf': 'variable "x" {}\nmodule "b" {\n  source = "../b"\n  x = var.x\n}\n',
      'b/main.tf':
        'variable "x" {}\nmodule "a" {\n  source = "../a"\n  x = var.x\n}\nresource "aws_s3_bucket" "c" {\n  acl = var.x\n}\n',
    };
    assert.deepEqual(found(files, 'b/main.tf'), []);
  });

  it('of outside the project are not looked for', () => {
    const module =
      'variable "acl" {\n  default = "private"\n}\nresource "aws_s3_bucket" "b" {\n  acl = var.acl\n}\n';
    const use = (source: string): string =>
      `module "b" {\n  source = "${source}"\n  acl = "public-read"\n}\n`;
    const rule = ['5 terraform/public-storage/bucket-acl'];
    assert.deepEqual(found({ 'main.tf': use('./b'), 'b/main.tf': module }, 'b/main.tf'), rule);
    assert.deepEqual(found({ 'c/main.tf': use('../b'), 'b/main.tf': module }, 'b/main.tf'), rule);
    for (const source of ['../../b', 'b', '/b', '../../../b'])
      assert.deepEqual(found({ 'c/main.tf': use(source), 'b/main.tf': module }, 'b/main.tf'), [], source);
  });

  it('that name a large value of elsewhere do not copy it to each place', () => {
    const list = `locals {\n  all = [${'"a",'.repeat(2_000)}]\n}\n`;
    const uses = Array.from(
      { length: 500 },
      (_, i) => `resource "aws_a" "r${i}" {\n  b = local.all\n}\n`,
    ).join('');
    assert.deepEqual(found({ 'main.tf': list + uses }, 'main.tf'), []);
  });
});
