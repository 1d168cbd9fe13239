import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { misuses, of, subtypes, types } from './rows.ts';

const files = (names: string): string[] => of('java.nio.file.Files', names);
/** The path of the directory that all users of a machine share. */
const temporary = 'java.io.TemporaryDirectory';

/** Files that other users of the machine reach: their permissions, and the directory for temporary ones. */
export const sharedFiles = definePack({
  id: 'java/shared-files',
  languages: ['java'],
  title: 'Files that others reach',
  provenance: 'Java SE API specification and library documentation.',
  rows: [
    ...misuses(
      'file-permissions',
      'These permissions let every user of the machine write to the file. Leave out those of others.',
      ['java.nio.file.attribute.PosixFilePermissions.fromString'],
      { when: [{ input: 'Argument[0]', matches: '^.{7}w.$' }] },
    ),
    ...misuses(
      'file-permissions',
      'Every user of the machine may write to the file from here on. Leave out the second argument, or pass true.',
      ['java.io.File.setWritable'],
      {
        when: [
          { input: 'Argument[0]', is: [true] },
          { input: 'Argument[1]', is: [false] },
        ],
      },
    ),
    ...misuses(
      'insecure-temporary-file',
      'The temporary directory is made from a file name that was free a moment before, so another user can take it first.',
      ['com.google.common.io.Files.createTempDir'],
    ),
    // The same directory under the name that the system gives it.
    {
      kind: 'type',
      api: 'java.lang.System.getProperty',
      type: temporary,
      when: [{ input: 'Argument[0]', is: ['java.io.tmpdir'] }],
    },
    ...(
      [
        ['java.io.File', 'java.io.File.shared'],
        ['java.nio.file.Paths.get', 'java.nio.file.Path.shared'],
        ['java.nio.file.Path.of', 'java.nio.file.Path.shared'],
      ] as const
    ).map(
      ([api, type]): RowInput => ({
        kind: 'type',
        api,
        type,
        when: [
          { input: 'Argument[0]', type: temporary },
          { input: 'Argument[1]', matches: '\\w' },
        ],
      }),
    ),
    ...types({ 'java.io.File.shared.toPath': 'java.nio.file.Path.shared' }),
    ...subtypes({
      [temporary]: ['java.lang.String'],
      'java.io.File.shared': ['java.io.File'],
      'java.nio.file.Path.shared': ['java.nio.file.Path'],
    }),
    ...['java.io.File.shared', 'java.nio.file.Path.shared'].flatMap((type) =>
      misuses(
        'insecure-temporary-file',
        'A fixed name in the shared temporary directory can be taken first by another user.',
        [
          ...of('java.io', 'FileOutputStream FileWriter PrintWriter RandomAccessFile'),
          ...files('write writeString newBufferedWriter newOutputStream'),
        ],
        { when: [{ input: 'Argument[0]', type }], confidence: 60 },
      ),
    ),
    ...misuses(
      'insecure-temporary-file',
      'A fixed name in the shared temporary directory can be taken first by another user.',
      [
        'java.io.File',
        'java.io.FileOutputStream',
        'java.io.FileWriter',
        'java.nio.file.Paths.get',
        'java.nio.file.Path.of',
      ],
      { when: [{ input: 'Argument[0]', matches: '^/(?:var/)?tmp/\\w', prefix: true }], confidence: 60 },
    ),
  ],
});
