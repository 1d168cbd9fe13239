import { definePack } from '../../pack.ts';
import { flows, neutrals, of, sanitizers, sinks, sources, subtypes, types } from './rows.ts';

const files = (names: string): string[] => of('java.nio.file.Files', names);
const what = { what: 'the path of a file' };

/** Files, streams, readers and serialized objects: `java.io`, `java.nio`, `java.util.zip`, `java.beans`. */
export const io = definePack({
  id: 'java/io',
  languages: ['java'],
  title: 'Files, streams and serialization',
  provenance: 'Java SE API specification; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    // A file that is only named does no harm, and its path may still be looked at; using it does.
    ...sinks(
      'path-traversal',
      'Receiver',
      of(
        'java.io.File',
        'exists createNewFile delete deleteOnExit mkdir mkdirs list listFiles renameTo setWritable setExecutable setReadable setReadOnly setLastModified',
      ),
      { ...what, reportMaking: true },
    ),
    ...sinks('path-traversal', 'Argument[0]', ['javax.imageio.ImageIO.read', 'java.util.Scanner'], {
      ...what,
      reportMaking: true,
      when: [{ input: 'Argument[0]', type: 'java.io.File' }],
    }),
    ...sinks('path-traversal', 'Argument[2]', ['javax.imageio.ImageIO.write'], {
      ...what,
      reportMaking: true,
    }),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [
        'java.io.FileInputStream',
        'java.io.FileOutputStream',
        'java.io.FileReader',
        'java.io.FileWriter',
        'java.io.RandomAccessFile',
        'java.io.PrintWriter',
        'java.util.zip.ZipFile',
        'java.util.jar.JarFile',
        'java.util.logging.FileHandler',
        ...files(
          'newInputStream newOutputStream newBufferedReader newBufferedWriter readAllBytes readAllLines readString lines write writeString delete deleteIfExists createFile createDirectory createDirectories createSymbolicLink createLink list walk walkFileTree newByteChannel newDirectoryStream find setPosixFilePermissions',
        ),
        'java.nio.channels.FileChannel.open',
        'java.nio.channels.AsynchronousFileChannel.open',
        'java.nio.file.FileSystems.newFileSystem',
      ],
      { ...what, reportMaking: true },
    ),
    ...sinks('path-traversal', 'Argument[1]', files('copy move'), { ...what, reportMaking: true }),
    // The first argument may be a stream, whose contents are not a path.
    ...sinks('path-traversal', 'Argument[0]', files('copy move'), {
      ...what,
      when: [{ input: 'Argument[0]', type: 'java.nio.file.Path' }],
    }),
    // The directory that a temporary file is made in.
    ...sinks('path-traversal', 'Argument[2]', ['java.io.File.createTempFile'], {
      ...what,
      reportMaking: true,
    }),
    ...sinks('path-traversal', 'Argument[0]', files('createTempFile createTempDirectory'), {
      ...what,
      reportMaking: true,
      when: [{ input: 'Argument[0]', type: 'java.nio.file.Path' }],
    }),
    // A result is written to the file; the name of a document is none.
    ...sinks('path-traversal', 'Argument[0]', ['javax.xml.transform.stream.StreamResult'], {
      ...what,
      reportMaking: true,
      when: [{ input: 'Argument[0]', type: 'java.io.File' }],
    }),
    ...sinks('path-traversal', 'Argument[0]', ['java.io.File.renameTo'], { ...what, reportMaking: true }),
    ...sinks('path-traversal', 'Argument[0]', of('java.lang.Class', 'getResource getResourceAsStream'), {
      ...what,
      confidence: 60,
    }),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [
        ...of(
          'java.lang.ClassLoader',
          'getResource getResourceAsStream getResources getSystemResource getSystemResourceAsStream',
        ),
        'java.lang.Module.getResourceAsStream',
      ],
      { ...what, confidence: 60 },
    ),
    ...types({
      'java.io.File.toPath': 'java.nio.file.Path',
      'java.nio.file.Path.toFile': 'java.io.File',
      'java.io.File.getCanonicalPath': 'java.lang.String',
      'java.io.File.getAbsolutePath': 'java.lang.String',
      'java.io.File.getName': 'java.lang.String',
      'java.io.File.getPath': 'java.lang.String',
      'java.io.File.getCanonicalFile': 'java.io.File',
      'java.io.File.getAbsoluteFile': 'java.io.File',
      'java.nio.file.Paths.get': 'java.nio.file.Path',
      'java.nio.file.Path.of': 'java.nio.file.Path',
      'java.nio.file.Path.resolve': 'java.nio.file.Path',
      'java.nio.file.Path.resolveSibling': 'java.nio.file.Path',
      'java.nio.file.Path.normalize': 'java.nio.file.Path',
      'java.nio.file.Path.toAbsolutePath': 'java.nio.file.Path',
      'java.nio.file.Path.toRealPath': 'java.nio.file.Path',
      'java.nio.file.Path.getFileName': 'java.nio.file.Path',
      'java.io.BufferedReader.readLine': 'java.lang.String',
      'java.io.InputStream.readAllBytes': 'java.lang.byte[]',
    }),
    // A file's last name has no directory left in it.
    ...[
      'java.io.File.getName',
      'java.nio.file.Path.getFileName',
      'org.apache.commons.io.FilenameUtils.getName',
      'org.apache.commons.io.FilenameUtils.getBaseName',
      'org.apache.commons.io.FilenameUtils.getExtension',
      'com.google.common.io.Files.getFileExtension',
      'com.google.common.io.Files.getNameWithoutExtension',
      'org.springframework.util.StringUtils.getFilename',
      'org.springframework.util.StringUtils.getFilenameExtension',
    ].map((api) => ({
      kind: 'sanitizer' as const,
      api,
      clears: ['path-traversal'],
      input: api.startsWith('java.') ? 'Receiver' : 'Argument[0]',
    })),
    ...[
      'java.io.File.getCanonicalPath',
      'java.io.File.getCanonicalFile',
      'java.nio.file.Path.normalize',
      'java.nio.file.Path.toRealPath',
      'java.net.URI.normalize',
      'org.apache.commons.io.FilenameUtils.normalize',
      'org.springframework.util.StringUtils.cleanPath',
    ].map((api) => ({
      kind: 'sanitizer' as const,
      api,
      clears: ['resolved-path'],
      input: api.startsWith('java.') ? 'Receiver' : 'Argument[0]',
    })),
    ...neutrals(
      of(
        'java.io.File',
        'exists isFile isDirectory list listFiles length canRead canWrite lastModified delete mkdir mkdirs createNewFile setReadable setWritable setExecutable',
      ),
    ),
    ...neutrals(
      files(
        'readString readAllLines readAllBytes lines newInputStream newBufferedReader newByteChannel list walk copy move exists notExists size isDirectory isRegularFile isReadable isSymbolicLink getLastModifiedTime probeContentType delete deleteIfExists write writeString createFile createDirectory createDirectories',
      ),
    ),
    ...neutrals([
      'java.nio.file.Path.startsWith',
      'java.nio.file.Path.endsWith',
      'java.nio.file.Path.getNameCount',
    ]),

    // Streams hand on what they wrap; the contents of a file are not its name.
    ...neutrals([
      'java.io.FileInputStream',
      'java.io.FileReader',
      'java.io.FileOutputStream',
      'java.io.FileWriter',
      'java.io.RandomAccessFile',
      'java.util.zip.ZipFile',
    ]),
    ...subtypes({
      'java.io.BufferedReader': ['java.io.Reader'],
      'java.io.InputStreamReader': ['java.io.Reader'],
      'java.io.StringReader': ['java.io.Reader'],
      'java.io.FileReader': ['java.io.Reader'],
      'java.io.LineNumberReader': ['java.io.BufferedReader'],
      'java.io.FileInputStream': ['java.io.InputStream'],
      'java.io.BufferedInputStream': ['java.io.InputStream'],
      'java.io.ByteArrayInputStream': ['java.io.InputStream'],
      'java.io.DataInputStream': ['java.io.InputStream'],
      'java.util.zip.ZipInputStream': ['java.io.InputStream'],
      'java.util.zip.GZIPInputStream': ['java.io.InputStream'],
      'java.io.ObjectInputStream': ['java.io.InputStream'],
      'java.io.PrintWriter': ['java.io.Writer'],
      'java.io.PrintStream': ['java.io.OutputStream'],
      'java.io.StringWriter': ['java.io.Writer'],
      'java.io.BufferedWriter': ['java.io.Writer'],
      'java.io.ByteArrayOutputStream': ['java.io.OutputStream'],
    }),
    ...flows('Receiver', 'Argument[0]', of('java.io.InputStream', 'read readNBytes')),
    ...flows('Receiver', 'Argument[0]', ['java.io.Reader.read', 'java.io.DataInputStream.readFully']),
    ...flows('Receiver', 'Argument[0]', ['java.io.InputStream.transferTo', 'java.io.Reader.transferTo']),
    ...flows('Argument[0]', 'Receiver', [
      ...of('java.io.StringWriter', 'write append'),
      ...of('java.io.ByteArrayOutputStream', 'write writeBytes'),
    ]),
    ...flows('Argument[0]', 'Receiver', of('java.io.PrintWriter', 'print println write append')),
    // Separators and what is put around them are part of the text.
    ...flows('Argument[0..]', 'Receiver', ['java.util.StringJoiner.add']),
    ...flows('Receiver', 'ReturnValue', of('java.util.StringJoiner', 'add toString')),
    ...types({ 'java.util.StringJoiner.add': 'java.util.StringJoiner' }),
    ...flows('Argument[0]', 'Receiver', of('java.io.BufferedWriter', 'write append')),

    // A temporary file's name is not let out of its directory.
    ...sanitizers(
      ['path-traversal'],
      ['java.io.File.createTempFile', ...files('createTempFile createTempDirectory')],
      'Argument[*]',
    ),
    ...types({
      'java.io.File.createTempFile': 'java.io.File',
      ...Object.fromEntries(
        files('createTempFile createTempDirectory').map((api) => [api, 'java.nio.file.Path']),
      ),
    }),
    // Text and settings in files of the machine's user.
    {
      kind: 'source',
      api: 'java.io.InputStreamReader',
      source: 'local',
      what: 'text in a file',
      when: [{ input: 'Argument[0]', type: 'java.io.FileInputStream' }],
    },
    ...flows('Argument[0]', 'ReturnValue', ['java.io.InputStreamReader']),
    { kind: 'source', api: 'java.io.FileReader', source: 'local', what: 'text in a file' },
    {
      kind: 'source',
      api: 'java.util.Properties.load',
      source: 'local',
      what: 'a settings file',
      to: 'Receiver',
      when: [{ input: 'Argument[0]', type: 'java.io.FileInputStream' }],
    },
    // Archives: an entry's name may climb out of the directory that it is unpacked to.
    ...sources('stored', "the name of an archive's entry", [
      'java.util.zip.ZipEntry.getName',
      'java.util.jar.JarEntry.getName',
      'org.apache.commons.compress.archivers.ArchiveEntry.getName',
      'org.apache.commons.compress.archivers.zip.ZipArchiveEntry.getName',
      'org.apache.commons.compress.archivers.tar.TarArchiveEntry.getName',
    ]),
    ...types({
      'java.util.zip.ZipInputStream.getNextEntry': 'java.util.zip.ZipEntry',
      'java.util.zip.ZipFile.getEntry': 'java.util.zip.ZipEntry',
      'java.util.zip.ZipFile.entries.*': 'java.util.zip.ZipEntry',
      'java.util.jar.JarInputStream.getNextJarEntry': 'java.util.jar.JarEntry',
    }),

    // Objects that the sender chooses, where no filter says which.
    {
      kind: 'become',
      api: 'java.io.ObjectInputStream.setObjectInputFilter',
      type: 'java.io.ObjectInputStream.filtered',
    },
    ...sinks(
      'unsafe-deserialization',
      'Receiver',
      [...of('java.io.ObjectInputStream', 'readObject readUnshared'), 'java.beans.XMLDecoder.readObject'],
      { what: 'a stream that objects are read from' },
    ),

    // What comes in from outside the program.
    ...sources('local', 'text typed at the console', of('java.io.Console', 'readLine readPassword')),
    {
      kind: 'source',
      api: 'java.lang.System.in',
      source: 'local',
      what: 'standard input',
      to: 'ReturnValue',
    },
  ],
});
