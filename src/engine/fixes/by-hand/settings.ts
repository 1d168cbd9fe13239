import type { Code } from './code.ts';
import type { Guide } from './guide.ts';

export const settingGuides: Readonly<Record<string, Guide>> = {
  'weak-hash': {
    say: 'Use SHA-256 for checksums, and a slow hash with a salt for passwords. See who keeps or compares digests of the old one.',
    examples: {
      javascript: ({ value }) =>
        `crypto.createHash('sha256') // for a checksum\nawait bcrypt.hash(${passwordOf(value)}, 12) // for a password`,
      python: ({ value }) =>
        `hashlib.sha256(${passwordOf(value)})  # for a checksum\nbcrypt.hashpw(${passwordOf(value)}, bcrypt.gensalt())  # for a password`,
      java: () =>
        `MessageDigest.getInstance("SHA-256") // for a checksum\nnew BCryptPasswordEncoder().encode(password) // for a password`,
    },
  },
  'weak-cipher': {
    say: 'Use AES-GCM with a new nonce for each message, and TLS 1.2 or later. What is stored has to be encrypted anew.',
    examples: {
      javascript: ({ text, args }) =>
        /^https|^tls|minVersion|secureProtocol/.test(text)
          ? `// in the options of ${text.split('(')[0] ?? 'the call'}\nminVersion: 'TLSv1.2'`
          : `const nonce = crypto.randomBytes(12);\ncrypto.createCipheriv('aes-256-gcm', ${args[1] ?? 'key'}, nonce)`,
      python: ({ args }) =>
        `nonce = os.urandom(12)\nAESGCM(${plainName(args[0]) ?? 'key'}).encrypt(nonce, data, None)`,
      java: ({ target }) =>
        `${target === 'result' ? 'Cipher cipher' : `Cipher ${target}`} = Cipher.getInstance("AES/GCM/NoPadding");\n${target === 'result' ? 'cipher' : target}.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));`,
    },
  },
  'weak-random': {
    say: 'Take random values for secrets from the operating system.',
    examples: {
      javascript: ({ target }) => `const ${target} = crypto.randomBytes(16).toString('hex')`,
      python: ({ target }) => `${target} = secrets.token_hex(16)`,
      java: ({ target }) => `int ${target} = new SecureRandom().nextInt()`,
    },
  },
  'insecure-cookie': {
    say: 'Set `Secure`, `HttpOnly` and `SameSite` where the cookie is made.',
    examples: {
      javascript: ({ callee, args }) =>
        `${callee}(${[...args.slice(0, 2), "{ secure: true, httpOnly: true, sameSite: 'lax' }"].join(', ')})`,
      python: ({ callee, args }) =>
        `${callee}(${[...args.slice(0, 2), 'secure=True', 'httponly=True', 'samesite="Lax"'].join(', ')})`,
      java: ({ target }) => {
        const cookie = target === 'result' ? 'cookie' : target;
        return `${cookie}.setSecure(true);\n${cookie}.setHttpOnly(true);\n${cookie}.setAttribute("SameSite", "Lax");`;
      },
    },
  },
  'tls-verification-disabled': {
    say: 'Leave the default check of certificates on. Put the authority of a server of your own into a trust store.',
    examples: {
      javascript: ({ callee, args }) =>
        `${callee}(${args[0] ?? 'url'}, { ca: fs.readFileSync('authority.pem') })`,
      python: ({ callee, args }) => `${callee}(${args[0] ?? 'url'}, verify="authority.pem")`,
      java: () =>
        `TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());\ntrust.init(keyStoreWithAuthority);\ncontext.init(null, trust.getTrustManagers(), null);`,
    },
  },
  'jwt-misuse': {
    say: 'Verify the token with the key that signs it, and name the algorithm that is expected.',
    examples: {
      javascript: ({ name, value }) =>
        name === 'sign'
          ? `jwt.sign(${value}, privateKey, { algorithm: 'RS256' })`
          : `jwt.verify(${value}, publicKey, { algorithms: ['RS256'] })`,
      python: ({ name, args, value }) =>
        name === 'encode'
          ? `jwt.encode(${args[0] ?? 'claims'}, private_key, algorithm="RS256")`
          : `jwt.decode(${value}, public_key, algorithms=["RS256"])`,
      java: ({ value }) => `JWT.require(Algorithm.RSA256(publicKey)).build().verify(${value})`,
    },
  },
  'hard-coded-secret': {
    say: 'Read the secret from the environment or a secret store, and replace the one that was in the code.',
    examples: {
      javascript: (code) => withVariable(code, (name) => `process.env.${name}`),
      python: (code) => withVariable(code, (name) => `os.environ["${name}"]`),
      java: (code) => withVariable(code, (name) => `System.getenv("${name}")`),
      other: (code) => withVariable(code, (name) => `\${${name}}`),
    },
  },
  'cors-misconfiguration': {
    say: 'List the origins that may read the answers, and answer with the one of the request only when it is in the list.',
    examples: {
      javascript: ({ value, text }) =>
        `if (allowedOrigins.includes(req.headers.origin)) {\n  ${/setHeader|\.set\(|header\(/.test(text) ? text.replace(value, 'req.headers.origin') : "res.setHeader('Access-Control-Allow-Origin', req.headers.origin)"};\n}`,
      python: ({ line }) => `if request.headers.get("Origin") in ALLOWED_ORIGINS:\n    ${line}`,
      java: ({ text }) => `if (ALLOWED_ORIGINS.contains(request.getHeader("Origin"))) {\n    ${text};\n}`,
    },
  },
  'csrf-disabled': {
    say: 'Leave out what switches the protection off, and let forms and scripts send the token.',
    examples: {
      javascript: ({ receiver }) => `${receiver}.use(csrf({ cookie: true }))`,
      python: ({ text, line }) => {
        const without = text.replace(
          /,?\s*(?:require_csrf|csrf\w*|xsrf_cookies|check_\w+)\s*=\s*False|@csrf_exempt/i,
          '',
        );
        return without === text ? `# leave out what overrides the check:\n# ${line}` : without;
      },
      java: ({ receiver }) => `${receiver}.csrf(Customizer.withDefaults())`,
    },
  },
  'debug-enabled': {
    say: 'Take debugging from a setting that is off where the program serves others.',
    examples: {
      javascript: ({ line }) => `if (process.env.NODE_ENV === 'development') ${line}`,
      python: ({ callee }) => `${callee}(debug=os.environ.get("APP_DEBUG") == "1")`,
      java: () => 'spring.devtools.add-properties=false',
    },
  },
  'insecure-temporary-file': {
    say: 'Make a file of a new name that nobody else can guess, and hand that name on.',
    examples: {
      javascript: ({ callee, args }) =>
        `const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'app-'));\n${callee}(${["path.join(folder, 'cache')", ...args.slice(1)].join(', ')})`,
      python: ({ target }) => `with tempfile.NamedTemporaryFile() as ${lastName(target)}:\n    ...`,
      java: ({ target }) => `Path ${lastName(target)} = Files.createTempFile("app", null);`,
    },
  },
  'file-permissions': {
    say: 'Give only the owner rights: 0600 for a file, 0700 for a folder. Give a group no more than it needs.',
    examples: {
      javascript: ({ callee, args }) =>
        `${callee}(${[args[0] ?? 'file', '0o600', ...args.slice(2)].join(', ')})`,
      python: ({ callee, args }) => `${callee}(${[args[0] ?? 'file', '0o600'].join(', ')})`,
      java: ({ args }) =>
        `Files.setPosixFilePermissions(${args[0] ?? 'path'}, PosixFilePermissions.fromString("rw-------"))`,
    },
  },
  'unpinned-dependency': {
    say: 'Name the exact version, or the digest, that was reviewed, so that nothing else is loaded.',
    examples: {
      other: ({ text }) => `${text.replace(/@latest|:latest/g, '')}  # with @<version> that was reviewed`,
    },
  },
  'hidden-text': {
    say: 'Remove the characters that nobody sees, and read what the text says without them.',
    examples: { other: ({ text }) => text.replaceAll(/[^\x20-\x7e]/g, '') },
  },
  'unsafe-model': {
    say: 'Load the model from a format that holds weights only, such as safetensors.',
    examples: {
      python: ({ value }) => `safetensors.torch.load_file(${value})`,
      other: ({ text }) => text.replace(/\.(?:pkl|pickle|pt|pth|bin|joblib)\b/g, '.safetensors'),
    },
  },
  'cleartext-transmission': {
    say: 'Use the encrypted address, so that nobody on the way can read or change what is sent.',
    examples: { other: ({ text }) => text.replaceAll('http://', 'https://').replaceAll('ws://', 'wss://') },
  },
};

const plainName = (arg: string | undefined): string | undefined =>
  arg !== undefined && /^[\w.]+$/.test(arg) ? arg : undefined;

const passwordOf = (value: string): string => (/^["'\d]/.test(value) ? 'password' : value);

const lastName = (target: string): string =>
  /([A-Za-z_$][\w$]*)["'\]]*$/.exec(target === 'result' ? 'file' : target)?.[1] ?? 'file';

/** The line with a variable in place of its longest text, which the name before it names. */
function withVariable({ line }: Code, read: (name: string) => string): string {
  const texts = [...line.matchAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g)];
  const [longest] = texts.toSorted((a, b) => b[0].length - a[0].length);
  if (!longest) {
    const [, key = 'secret', value = ''] = /^\W*(\w[\w.-]*)["']?\s*[:=]\s*(\S+)/.exec(line) ?? [];
    return value === '' ? `secret = ${read('APP_SECRET')}` : line.replace(value, () => read(variable(key)));
  }
  const names = line.slice(0, longest.index).match(/[A-Za-z_$][\w$-]*/g) ?? [];
  const near =
    names.findLast((name) => !/^(?:const|let|var|final|static|String|new)$/.test(name)) ?? 'secret';
  return line.replace(longest[0], () => read(variable(near)));
}

const variable = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^\w]+/g, '_')
    .toUpperCase();
