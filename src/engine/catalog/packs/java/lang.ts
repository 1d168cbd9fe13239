import { definePack } from '../../pack.ts';
import type { Condition, RowInput } from '../../schema.ts';
import { flows, neutrals, of, sanitizers, sinks, sources, subtypes, types } from './rows.ts';

const text = 'java.lang.String';
/** What a program that is started finds in its environment. */
const environment = 'java.lang.ProcessBuilder.Environment';
const builders = ['java.lang.StringBuilder', 'java.lang.StringBuffer'];

/** Not a list whose first element is a program of the code's own choice, other than one that runs what it is given. */
const noProgram = (input: string): Condition => ({
  input,
  matches:
    '^(?!(?:.*[\\\\/])?(?:sh|bash|zsh|ksh|dash|ash|csh|cmd|powershell|pwsh|env|xargs|sudo|ssh|python\\d?|perl|ruby|node|php|eval)(?:\\.exe)?$)[^\\s]{2,}$',
  ignoreCase: true,
  not: true,
  orUnknown: true,
});

/** Text, numbers, processes, reflection and the system: `java.lang`. */
export const lang = definePack({
  id: 'java/lang',
  languages: ['java'],
  title: 'java.lang',
  provenance: 'Java SE API specification; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...types({
      [`${text}.valueOf`]: text,
      [`${text}.copyValueOf`]: text,
      [`${text}.format`]: text,
      [`${text}.join`]: text,
      ...Object.fromEntries(
        of(
          text,
          'concat formatted indent intern repeat replace replaceAll replaceFirst strip stripIndent stripLeading stripTrailing substring subSequence toLowerCase toUpperCase toString translateEscapes trim',
        ).map((api) => [api, text]),
      ),
      [`${text}.toCharArray`]: 'java.lang.char[]',
      [`${text}.chars`]: 'java.util.stream.IntStream',
      [`${text}.lines`]: 'java.util.stream.Stream',
    }),
    ...flows('Receiver', 'ReturnValue', of(text, 'charAt getBytes toCharArray chars lines split')),
    ...neutrals([
      ...of(
        text,
        'length isEmpty isBlank equals equalsIgnoreCase compareTo compareToIgnoreCase contains contentEquals startsWith endsWith hashCode indexOf lastIndexOf matches regionMatches codePointAt codePointCount',
      ),
      ...of('java.lang.Object', 'equals hashCode getClass notify notifyAll wait'),
      ...builders.flatMap((type) => of(type, 'length capacity indexOf lastIndexOf compareTo isEmpty')),
    ]),
    // Replacing takes out what would do harm: line breaks, a way up, all but a few harmless characters.
    ...of(text, 'replace replaceAll').flatMap((api): RowInput[] => [
      {
        kind: 'sanitizer',
        api,
        clears: ['log-injection', 'header-injection'],
        input: 'Receiver',
        when: [{ input: 'Argument[0]', matches: '[\\r\\n]|\\\\[rnRsW]|\\\\p\\{Cntrl\\}' }],
      },
      {
        kind: 'sanitizer',
        api,
        clears: ['path-traversal'],
        input: 'Receiver',
        when: [{ input: 'Argument[0]', matches: '^(?:\\.\\.|\\\\.\\\\.|/|\\[/\\\\+\\]\\+?)$' }],
      },
    ]),
    // Quotes that are doubled end no text of a statement.
    ...of(text, 'replace replaceAll').map(
      (api): RowInput => ({
        kind: 'sanitizer',
        api,
        clears: ['sql-injection'],
        input: 'Receiver',
        when: [
          { input: 'Argument[0]', is: ["'"] },
          { input: 'Argument[1]', is: ["''"] },
        ],
      }),
    ),
    ...of(text, 'replace replaceAll').map(
      (api): RowInput => ({
        kind: 'sanitizer',
        api,
        clears: ['xss'],
        input: 'Receiver',
        when: [
          { input: 'Argument[0]', is: ['<'] },
          { input: 'Argument[1]', matches: '^(?:&lt;|&#(?:60|x3[cC]);)?$' },
        ],
      }),
    ),
    ...of(text, 'replace').map(
      (api): RowInput => ({
        kind: 'sanitizer',
        api,
        clears: ['ldap-injection'],
        input: 'Receiver',
        when: [
          { input: 'Argument[0]', is: ['('] },
          { input: 'Argument[1]', is: ['\\28'] },
        ],
      }),
    ),
    ...of(text, 'replaceAll').map(
      (api): RowInput => ({
        kind: 'sanitizer',
        api,
        clears: ['*'],
        input: 'Receiver',
        when: [{ input: 'Argument[0]', matches: '^(?:\\[\\^(?:[\\w\\s_.-]|\\\\[wds-])*\\]|\\\\[WD])[+*]?$' }],
      }),
    ),
    ...subtypes({
      'java.lang.String': ['java.lang.CharSequence'],
      'java.lang.StringBuilder': ['java.lang.AbstractStringBuilder'],
      'java.lang.StringBuffer': ['java.lang.AbstractStringBuilder'],
    }),
    ...flows('Argument[0]', 'ReturnValue', builders),
    ...builders.flatMap((type) => [
      ...of(type, 'append insert replace appendCodePoint').map((api) => ({
        kind: 'flow' as const,
        api,
        from: api.endsWith('.append') || api.endsWith('CodePoint') ? 'Argument[0]' : 'Argument[1..]',
        to: 'Receiver',
      })),
      // What is left begins otherwise, perhaps.
      ...flows('Receiver', 'Receiver', of(type, 'delete deleteCharAt reverse setCharAt')),
      ...flows(
        'Receiver',
        'ReturnValue',
        of(
          type,
          'append insert replace appendCodePoint delete deleteCharAt reverse toString substring charAt subSequence chars',
        ),
      ),
      ...types(
        Object.fromEntries([
          ...of(type, 'append insert replace appendCodePoint delete deleteCharAt reverse').map((api) => [
            api,
            type,
          ]),
          ...of(type, 'toString substring').map((api) => [api, text]),
        ]),
      ),
    ]),
    // What is read as a number or a fixed word cannot carry text any more.
    ...sanitizers(
      ['*'],
      [
        ...of('java.lang.Integer', 'parseInt valueOf decode parseUnsignedInt toHexString toString'),
        ...of('java.lang.Long', 'parseLong valueOf decode parseUnsignedLong toHexString toString'),
        ...of('java.lang.Short', 'parseShort valueOf'),
        ...of('java.lang.Byte', 'parseByte valueOf'),
        ...of('java.lang.Double', 'parseDouble valueOf toString'),
        ...of('java.lang.Float', 'parseFloat valueOf toString'),
        ...of('java.lang.Boolean', 'parseBoolean valueOf toString'),
        ...of('java.lang.Character', 'getNumericValue isDigit isLetter isLetterOrDigit isWhitespace'),
        'java.math.BigInteger',
        'java.math.BigDecimal',
        'java.lang.Integer',
        'java.lang.Long',
        'java.util.UUID.fromString',
        'java.time.LocalDate.parse',
        'java.time.LocalDateTime.parse',
        'java.time.Instant.parse',
        'java.time.Duration.parse',
      ],
    ),
    // What is no number makes them throw.
    ...[
      ...of('java.lang.Integer', 'parseInt valueOf'),
      ...of('java.lang.Long', 'parseLong valueOf'),
      'java.util.UUID.fromString',
    ].map((api): RowInput => ({ kind: 'guard', api, input: 'Argument[0]', clears: ['*'], raises: true })),
    // Programs and reflection.
    ...types({
      'java.lang.Runtime.getRuntime': 'java.lang.Runtime',
      'java.lang.Runtime.exec': 'java.lang.Process',
      'java.lang.ProcessBuilder.command': 'java.lang.ProcessBuilder',
      'java.lang.ProcessBuilder.directory': 'java.lang.ProcessBuilder',
      'java.lang.ProcessBuilder.start': 'java.lang.Process',
      'java.lang.Process.getInputStream': 'java.io.InputStream',
      'java.lang.Class.forName': 'java.lang.Class',
      '*.getClass': 'java.lang.Class',
      'java.lang.Object.getClass': 'java.lang.Class',
      'java.lang.Thread.currentThread': 'java.lang.Thread',
      'java.lang.Thread.getContextClassLoader': 'java.lang.ClassLoader',
      'java.lang.Class.getClassLoader': 'java.lang.ClassLoader',
      'java.lang.Class.getModule': 'java.lang.Module',
      'java.lang.ClassLoader.getSystemClassLoader': 'java.lang.ClassLoader',
      'java.lang.ClassLoader.loadClass': 'java.lang.Class',
    }),
    ...sinks('command-injection', 'Argument[0]|Argument[0].*', ['java.lang.Runtime.exec'], {
      when: [noProgram('Argument[0].0')],
      what: 'the program that is started',
    }),
    ...sinks('command-injection', 'Argument[1]|Argument[1].*', ['java.lang.Runtime.exec'], {
      what: 'the environment of the program that is started',
      confidence: 70,
    }),
    ...sinks(
      'command-injection',
      'Argument[*]|Argument[0].*',
      ['java.lang.ProcessBuilder', 'java.lang.ProcessBuilder.command'],
      {
        when: [noProgram('Argument[0]'), noProgram('Argument[0].0')],
        what: 'the program that is started',
      },
    ),
    // Variables that name what a program loads; others are a way of handing it data.
    ...types({ 'java.lang.ProcessBuilder.environment': environment }),
    ...subtypes({ [environment]: ['java.util.Map'] }),
    ...sinks('command-injection', 'Argument[0]', of(environment, 'put putAll putIfAbsent replace'), {
      what: 'the environment of the program that is started',
      confidence: 70,
    }),
    ...sinks('command-injection', 'Argument[1..]', of(environment, 'put putIfAbsent replace'), {
      what: 'the environment of the program that is started',
      confidence: 70,
      when: [
        {
          input: 'Argument[0]',
          matches:
            '^(?:PATH|LD_\\w+|DYLD_\\w+|(?:JAVA_TOOL|_?JAVA|JDK_JAVA|NODE|GIT_SSH|MAVEN|PERL5)_?OPTS?\\w*|CLASSPATH|PYTHON(?:PATH|STARTUP)|RUBYOPT|BASH_ENV|ENV|IFS|SHELL|GIT_SSH_COMMAND|EDITOR|PAGER)$',
        },
      ],
    }),
    ...sinks('command-injection', 'Argument[0]', of('java.lang.Runtime', 'load loadLibrary'), {
      what: 'a native library that is loaded',
    }),
    ...sinks('command-injection', 'Argument[0]', of('java.lang.System', 'load loadLibrary'), {
      what: 'a native library that is loaded',
    }),
    ...neutrals(of('java.lang.Process', 'waitFor exitValue destroy isAlive pid')),
    ...[
      ...of('com.google.common.base.Preconditions', 'checkArgument checkState'),
      'com.google.common.base.Verify.verify',
      ...of('org.apache.commons.lang3.Validate', 'isTrue validState'),
      'org.apache.commons.lang.Validate.isTrue',
      ...of('org.springframework.util.Assert', 'isTrue state'),
    ].map((api): RowInput => ({ kind: 'assertion', api })),
    ...neutrals(['java.lang.ProcessBuilder.start', 'java.lang.Runtime.exec']),
    ...sinks(
      'unsafe-reflection',
      'Argument[0]',
      [
        'java.lang.Class.forName',
        'java.lang.ClassLoader.loadClass',
        'java.lang.invoke.MethodHandles.Lookup.findClass',
        'java.lang.Class.getMethod',
        'java.lang.Class.getDeclaredMethod',
      ],
      { what: 'the name of a class or method that is looked up' },
    ),
    ...sinks('code-injection', 'Argument[1]', ['java.lang.ClassLoader.defineClass'], {
      what: 'the code of a class that is loaded',
    }),
    // What the machine's user sets.
    ...sources('local', 'an environment variable', ['java.lang.System.getenv']),
    ...sources('local', 'a system property', ['java.lang.System.getProperty']),
    ...flows('Argument[0]', 'Argument[2]', ['java.lang.System.arraycopy']),
    ...neutrals(of('java.lang.System', 'currentTimeMillis nanoTime identityHashCode lineSeparator')),
    ...neutrals(of('java.lang.Class', 'getName getSimpleName getResource getResourceAsStream isInstance')),
    ...neutrals(of('java.lang.Math', 'random abs min max floor ceil round')),
  ],
});
