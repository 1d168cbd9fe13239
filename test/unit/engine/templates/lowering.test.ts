import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linkModule } from '../../../../src/engine/dataflow/names/linking.ts';
import { ejsProgram } from '../../../../src/engine/templates/ejs.ts';
import { engineNamed, engineNames } from '../../../../src/engine/templates/engines.ts';

const lowered = (engine: (typeof engineNames)[number], text: string) =>
  engineNamed(engine).lower(
    { path: 'views/page.html', text, language: 'javascript', escapes: true },
    { path: 'views/page.html', text, code: undefined },
  );

/** Parts of directives, put together in any order. */
const text = fc
  .array(
    fc.constantFrom(
      ...'{{ }} {% %} {{{ }}} <%= <%- <% %> ${ } #{ } | ( ) [ ] " \' , . if for each in end endif endfor block set x y.z safe else'.split(
        ' ',
      ),
      ...[
        '{{#each a}}',
        '{{/each}}',
        '{% macro m(a) %}',
        '{% endmacro %}',
        '<a href=',
        '<script>',
        '\n',
        '  ',
      ],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(' '));

describe('templates', () => {
  for (const engine of engineNames)
    it(`of ${engine} are read whatever is written in them, within their text`, () => {
      fc.assert(
        fc.property(text, (template) => {
          const { module, main } = lowered(engine, template);
          const linked = linkModule(module, template);
          assert.ok(linked.functions[main]);
          for (const { ir } of linked.functions)
            assert.ok(ir.at >= 0 && ir.end <= template.length && ir.at <= ir.end);
        }),
        { numRuns: 300 },
      );
    });

  it('nested deeply do not overflow the stack', () => {
    for (const engine of engineNames)
      for (const part of [
        '{% if x %}',
        '{{#if x}}',
        '{{ (',
        '{{ not ',
        '{{ a[',
        '{% for a in b %}',
        '{{ {a: ',
      ])
        linkModule(lowered(engine, `${part.repeat(20_000)}`).module, '');
  });

  it('of EJS become a program in which all code stands where it stood', () => {
    fc.assert(
      fc.property(text, (template) => {
        const program = ejsProgram(template);
        assert.equal(program.length, template.length);
      }),
    );
    const page = '<p><%= a.b %></p>\n<%- c -%>';
    const program = ejsProgram(page);
    assert.equal(program.indexOf('a.b'), page.indexOf('a.b'));
    assert.equal(program.indexOf('\n'), page.indexOf('\n'));
    assert.doesNotMatch(program, /[<>%]/);
  });
});
