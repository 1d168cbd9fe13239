import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { resolveArtifact } from '../../../../src/workspace/sarif/artifact-uri.ts';
import { ArtifactLocation, UriBaseIds } from '../../../../src/workspace/sarif/log-schema.ts';

const folder = 'file:///home/me/project';
const workspace = { folders: [folder], report: `${folder}/report.sarif` };

function resolve(location: object, bases: object = {}, artifacts: readonly object[] = [], where = workspace) {
  return resolveArtifact(
    ArtifactLocation.parse(location),
    {
      uriBaseIds: UriBaseIds.parse(bases),
      artifacts: artifacts.map((one) => ({ location: ArtifactLocation.parse(one) })),
    },
    where,
  );
}

/** The likeliest file, or why there is none. */
function first(...args: Parameters<typeof resolve>): string {
  const target = resolve(...args);
  return target.kind === 'inside' ? target.files[0].file : target.kind;
}

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter(
    (text) =>
      !/[/\\\0]/.test(text) &&
      !/\p{Surrogate}/u.test(text) &&
      !['.', '..'].includes(text) &&
      text.trim() === text,
  );
const path = fc.array(name, { minLength: 1, maxLength: 5 }).filter(([one = '']) => !one.includes(':'));

describe('a reference of a report', () => {
  it('that is relative means a file of the workspace, however it is encoded', () => {
    fc.assert(
      fc.property(path, (parts) => {
        const encoded = parts.map(encodeURIComponent).join('/');
        assert.equal(first({ uri: encoded, uriBaseId: '%SRCROOT%' }), parts.join('/'));
        assert.equal(first({ uri: `./x/../${encoded}` }), parts.join('/'));
      }),
    );
  });

  it('that is absolute means a file of the folder that it is in', () => {
    fc.assert(
      fc.property(path, (parts) => {
        const file = `/home/me/project/${parts.join('/')}`;
        assert.equal(first({ uri: pathToFileURL(file).href }), parts.join('/'));
      }),
    );
    assert.equal(first({ uri: '/home/me/project/a%20b.js' }), 'a b.js');
    assert.equal(first({ uri: 'file://localhost/home/me/project/a.js' }), 'a.js');
  });

  it('never leaves the workspace, whatever it says', () => {
    const nasty = fc.array(
      fc.constantFrom(
        '..',
        '%2e%2e',
        '%2E%2E%2F',
        '..%5c',
        '.',
        'a',
        '/',
        '//',
        '\\',
        'C:',
        '%00',
        'file:',
        '~',
      ),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          nasty.map((parts) => parts.join('/')),
          fc.webUrl(),
          fc.string(),
        ),
        (uri) => {
          for (const bases of [{}, { R: { uri: '../../..' } }, { R: { uri: 'file:///' } }]) {
            const target = resolve({ uri, uriBaseId: 'R' }, bases);
            if (target.kind !== 'inside') continue;
            for (const { folder: root, file } of target.files) {
              assert.equal(root, folder);
              assert.ok(file !== '' && !file.startsWith('/') && !file.includes('\0') && !file.includes('\\'));
              assert.ok(file.split('/').every((part) => part !== '..' && part !== '.' && part !== ''));
            }
          }
        },
      ),
    );
    for (const uri of [
      '../secret',
      '%2e%2e/secret',
      'file:///etc/passwd',
      '/etc/passwd',
      'https://x.example/a.js',
    ])
      assert.equal(first({ uri }), 'outside', uri);
  });

  it('goes by its base, by bases of bases, and by what another machine called the root', () => {
    const bases = {
      ROOT: { uri: 'file:///builds/42/' },
      SRC: { uri: 'src/', uriBaseId: 'ROOT' },
      HERE: { uri: 'file:///home/me/project/lib' },
      LOOP: { uri: 'x/', uriBaseId: 'LOOP' },
    };
    assert.equal(first({ uri: 'a.js', uriBaseId: 'HERE' }, bases), 'lib/a.js');
    assert.equal(first({ uri: 'file:///builds/42/src/a.js' }, bases), 'src/a.js');
    assert.equal(first({ uri: 'a.js', uriBaseId: 'UNKNOWN' }, bases), 'a.js');
    assert.ok(first({ uri: 'a.js', uriBaseId: 'LOOP' }, bases).endsWith('a.js'));
  });

  it('may stand in the list of artifacts; broken ones name nothing', () => {
    assert.equal(first({ index: 1 }, {}, [{}, { uri: 'b.js' }]), 'b.js');
    assert.equal(first({ index: 7 }, {}, [{}]), 'none');
    assert.equal(first({ index: 0 }, {}, [{ index: 0 }]), 'none');
    assert.equal(first({}), 'none');
    assert.equal(first({ uri: '' }), 'none');
  });

  it('reads Windows paths and drives', () => {
    const where = { folders: ['file:///c%3A/code/app'], report: 'file:///c%3A/report.sarif' };
    assert.equal(first({ uri: 'C:\\code\\app\\src\\a.cs' }, {}, [], where), 'src/a.cs');
    assert.equal(first({ uri: 'file:///C:/code/app/src/a.cs' }, {}, [], where), 'src/a.cs');
    assert.equal(first({ uri: 'src\\a.cs' }, {}, [], where), 'src/a.cs');
  });

  it('prefers the innermost folder, and offers every folder for a relative path', () => {
    const where = { folders: [folder, `${folder}/packages/one`], report: 'file:///tmp/r.sarif' };
    const inner = resolve({ uri: `${folder}/packages/one/a.js` }, {}, [], where);
    assert.deepEqual(inner.kind === 'inside' && inner.files[0], { folder: where.folders[1], file: 'a.js' });
    const both = resolve({ uri: 'a.js' }, {}, [], where);
    assert.equal(both.kind === 'inside' && both.files.length, 2);
  });
});
