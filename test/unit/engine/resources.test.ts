import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readMapper, readProperties } from '../../../src/engine/resources.ts';

describe('resources', () => {
  it('reads settings with their separators, comments and continued lines', () => {
    const text = '# a comment\n! another\na=1\nb : two words\nc three\nlong = x \\\n  y\n\nempty=\n';
    assert.deepEqual(Object.fromEntries(readProperties(text)), {
      a: '1',
      b: 'two words',
      c: 'three',
      long: 'x y',
      empty: '',
    });
  });

  it("names what a mapper's statements take as text", () => {
    const text = `<mapper namespace="a.b.M">
      <!-- <select id="old">\${gone}</select> -->
      <sql id="part">x</sql>
      <select id="bound">select * from t where a = #{a}</select>
      <select id="both" resultType="T">select * from t where a &gt; \${ low } and b = \${f.b} order by \${low}</select>
      <update id='one'>update t set a = \${v}</update>
    </mapper>`;
    assert.deepEqual(Object.fromEntries(readMapper(text)), { 'a.b.M.both': 'low f.b', 'a.b.M.one': 'v' });
  });

  it('reads a mapper that is not well-formed as far as it goes', () => {
    const broken =
      '<mapper namespace="a.M"><select id="x">select <![CDATA[ a < ${v} ]]> and b < ${w} &nbsp; <b></select><update id="y">${z}';
    assert.deepEqual(Object.fromEntries(readMapper(broken)), { 'a.M.x': 'v w', 'a.M.y': 'z' });
    const hopeless = `<mapper namespace="a.M"><select id="x">\${v}</select>${'<'.repeat(10_000)}`;
    assert.deepEqual(Object.fromEntries(readMapper(hopeless)), { 'a.M.x': 'v' });
  });

  it('finds nothing in other XML, and survives any text', () => {
    assert.equal(readMapper('<project><version>${x}</version></project>').size, 0);
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<mapper namespace="a"',
            '>',
            '<select id="x"',
            '${y}',
            '</select>',
            '<!--',
            '-->',
            '"',
            ' ',
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          for (const [statement, names] of readMapper(parts.join(''))) {
            assert.match(statement, /^a\.\w+$/);
            assert.notEqual(names, '');
          }
        },
      ),
    );
  });
});
