import { definePack } from '../../pack.ts';
import { flows, neutrals, of, sanitizers, sinks, sources, subtypes, types } from './rows.ts';

const path = { what: 'the path of a file', reportMaking: true };
const command = { what: 'the program that is started' };
const splitter = 'com.google.common.base.Splitter';
const upload = 'org.apache.commons.fileupload.';

/** Apache Commons, Guava and Hutool. */
export const commons = definePack({
  id: 'java/commons',
  languages: ['java'],
  title: 'Apache Commons, Guava, Hutool',
  provenance: 'Library documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    { kind: 'alias', api: 'org.apache.commons.lang.StringUtils', of: 'org.apache.commons.lang3.StringUtils' },
    { kind: 'alias', api: 'org.apache.commons.fileupload2.core', of: 'org.apache.commons.fileupload' },
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [
        ...of(
          'org.apache.commons.io.FileUtils',
          'readFileToString readFileToByteArray readLines writeStringToFile writeByteArrayToFile write writeLines openInputStream openOutputStream deleteDirectory deleteQuietly forceDelete forceMkdir cleanDirectory copyFile copyDirectory moveFile listFiles lineIterator getFile',
        ),
        ...of(
          'com.google.common.io.Files',
          'toString toByteArray readLines asByteSource asCharSource newReader newWriter copy createParentDirs',
        ),
        ...of(
          'cn.hutool.core.io.FileUtil',
          'readString readUtf8String readBytes writeString writeBytes file del touch getInputStream',
        ),
        ...of('net.lingala.zip4j.ZipFile', 'extractAll'),
        ...of('org.apache.tools.ant.taskdefs.Copy', 'setFile setTodir setTofile'),
        ...of('org.apache.tools.ant.taskdefs.Expand', 'setDest setSrc'),
        ...of('org.apache.tools.ant.taskdefs.Delete', 'setFile setDir'),
        'org.apache.tools.ant.DirectoryScanner.setBasedir',
        'org.apache.tools.ant.AntClassLoader.addPathComponent',
      ],
      path,
    ),
    ...sinks(
      'path-traversal',
      'Argument[1]',
      of(
        'org.apache.commons.io.FileUtils',
        'copyFile copyFileToDirectory moveFile copyInputStreamToFile copyToFile',
      ),
      path,
    ),
    // What is in a file is not its name.
    ...neutrals([
      ...of(
        'org.apache.commons.io.FileUtils',
        'readFileToString readFileToByteArray readLines openInputStream openOutputStream lineIterator listFiles',
      ),
      ...of('com.google.common.io.Files', 'toString toByteArray readLines newReader newWriter'),
      ...of('cn.hutool.core.io.FileUtil', 'readString readUtf8String readBytes getInputStream'),
    ]),
    ...sinks('path-traversal', 'Argument[1]', of('com.google.common.io.Files', 'write copy'), path),
    ...flows('Argument[0]', 'ReturnValue', of('org.apache.commons.io.FilenameUtils', 'separatorsToUnix')),
    ...sinks(
      'command-injection',
      'Argument[0]',
      ['org.apache.commons.exec.CommandLine.parse', 'org.apache.commons.exec.CommandLine'],
      command,
    ),
    ...types({ 'org.apache.commons.exec.CommandLine.parse': 'org.apache.commons.exec.CommandLine' }),
    ...sinks(
      'command-injection',
      'Argument[*]',
      of('cn.hutool.core.util.RuntimeUtil', 'exec execForStr execForLines'),
      command,
    ),
    ...sinks(
      'command-injection',
      'Argument[0]',
      [
        'com.jcraft.jsch.ChannelExec.setCommand',
        'ch.ethz.ssh2.Session.execCommand',
        'net.schmizz.sshj.connection.channel.direct.Session.exec',
        'org.zeroturnaround.exec.ProcessExecutor.command',
      ],
      command,
    ),
    ...sinks('command-injection', 'Argument[*]', ['org.zeroturnaround.exec.ProcessExecutor'], command),

    ...sinks('mass-assignment', 'Argument[1]', ['org.apache.commons.beanutils.BeanUtils.populate'], {
      what: 'a form whose fields all become properties',
    }),

    // Uploads.
    ...subtypes({
      [`${upload}disk.DiskFileItem`]: [`${upload}FileItem`],
      [`${upload}FileItemStream`]: [`${upload}FileItem`],
    }),
    ...sources(
      'remote',
      'an uploaded file',
      of(`${upload}FileItem`, 'getName getString getFieldName get getInputStream getContentType openStream'),
    ),
    ...types({
      [`${upload}servlet.ServletFileUpload.parseRequest.*`]: `${upload}FileItem`,
      [`${upload}FileItemIterator.next`]: `${upload}FileItemStream`,
      [`${upload}servlet.ServletFileUpload.getItemIterator`]: `${upload}FileItemIterator`,
    }),
    ...sinks('path-traversal', 'Argument[0]', [`${upload}FileItem.write`], path),

    ...['java.io.File', 'java.nio.file.Path'].flatMap((type) =>
      ['Argument[0]', 'Argument[1]'].flatMap((input) =>
        sinks('path-traversal', input, ['org.springframework.util.FileCopyUtils.copy'], {
          ...path,
          when: [{ input, type }],
        }),
      ),
    ),
    ...sinks(
      'regex-injection',
      'Argument[1]',
      of(
        'org.apache.commons.lang3.RegExUtils',
        'removeAll removeFirst removePattern replaceAll replaceFirst replacePattern',
      ),
      { what: 'a regular expression', when: [{ input: 'Argument[1]', type: 'java.lang.String' }] },
    ),
    ...types(
      Object.fromEntries(
        of(splitter, 'on onPattern fixedLength limit omitEmptyStrings trimResults').map((api) => [
          api,
          splitter,
        ]),
      ),
    ),
    ...flows('Argument[0]', 'ReturnValue', of(splitter, 'split splitToList splitToStream')),
    ...sinks('regex-injection', 'Argument[0]', [`${splitter}.onPattern`], {
      what: 'a regular expression',
    }),

    // Text: what is made safe for one place is not safe for another.
    ...['org.apache.commons.lang3', 'org.apache.commons.lang', 'org.apache.commons.text'].flatMap((lib) => [
      ...sanitizers(
        ['xss'],
        of(
          `${lib}.StringEscapeUtils`,
          'escapeHtml escapeHtml3 escapeHtml4 escapeXml escapeXml10 escapeXml11',
        ),
      ),
      ...sanitizers(
        ['xss', 'log-injection', 'header-injection'],
        of(`${lib}.StringEscapeUtils`, 'escapeJava escapeJavaScript escapeEcmaScript escapeJson'),
      ),
      ...sanitizers(['xpath-injection'], of(`${lib}.StringEscapeUtils`, 'escapeXml escapeXml10 escapeXml11')),
      ...flows(
        'Argument[0]',
        'ReturnValue',
        of(
          `${lib}.StringEscapeUtils`,
          'unescapeHtml unescapeHtml3 unescapeHtml4 unescapeXml unescapeJava unescapeJavaScript escapeSql escapeCsv',
        ),
      ),
    ]),
    ...neutrals(
      of(
        'org.apache.commons.lang3.StringUtils',
        'isBlank isNotBlank isEmpty isNotEmpty equals equalsIgnoreCase contains startsWith endsWith length isNumeric isAlpha isAlphanumeric indexOf countMatches',
      ),
    ),
    {
      kind: 'sanitizer',
      api: 'org.apache.commons.lang3.StringUtils.replace',
      clears: ['xss'],
      input: 'Argument[0]',
      when: [
        { input: 'Argument[1]', is: ['<'] },
        { input: 'Argument[2]', matches: '^(?:&lt;|&#(?:60|x3[cC]);)?$' },
      ],
    },
    ...['isNumeric', 'isAlpha', 'isAlphanumeric', 'isNumericSpace', 'isAlphanumericSpace'].map((name) => ({
      kind: 'guard' as const,
      api: `org.apache.commons.lang3.StringUtils.${name}`,
      input: 'Argument[0]',
      clears: ['*'],
    })),
    ...neutrals(
      of(
        'org.apache.commons.codec.digest.DigestUtils',
        'md5Hex sha1Hex sha256Hex sha512Hex md5 sha1 sha256 sha512 sha384Hex',
      ),
    ),
    ...sanitizers(
      ['*'],
      of('org.apache.commons.lang3.math.NumberUtils', 'toInt toLong toDouble createInteger createLong'),
    ),
    ...sanitizers(
      ['xss'],
      [
        'com.google.common.html.HtmlEscapers.Escaper.escape',
        'com.google.common.escape.Escaper.escape',
        'cn.hutool.http.HtmlUtil.escape',
        'cn.hutool.http.HtmlUtil.filter',
        'cn.hutool.core.util.EscapeUtil.escapeHtml4',
        'org.jsoup.Jsoup.clean',
        'org.owasp.validator.html.CleanResults.getCleanHTML',
      ],
    ),
    {
      kind: 'sanitizer',
      api: 'org.owasp.html.PolicyFactory.sanitize',
      clears: ['xss'],
      input: 'Argument[0]',
    },
    ...types({ 'com.google.common.html.HtmlEscapers.htmlEscaper': 'com.google.common.escape.Escaper' }),
    ...flows('Argument[0]', 'ReturnValue', of('com.google.common.base.Strings', 'nullToEmpty emptyToNull')),
    ...flows('Argument[0]', 'ReturnValue', [
      ...of('org.apache.commons.codec.binary.Base64', 'decodeBase64 encodeBase64 encodeBase64String'),
      'org.apache.commons.io.IOUtils.toString',
      'org.apache.commons.io.IOUtils.toByteArray',
      'org.apache.commons.io.IOUtils.readLines',
      'org.springframework.util.StreamUtils.copyToString',
    ]),
  ],
});
