import assert from 'node:assert/strict';
import { inventoryByLexer, inventoryOf } from '../../../support/ai-inventory-corpus.ts';

const rules = (files: Record<string, string>): string[] =>
  inventoryOf(files).findings.map(({ ruleId }) => ruleId);
const server = (entry: object): Record<string, string> => ({
  '.mcp.json': JSON.stringify({ mcpServers: { a: entry } }),
});
const line = (command: string, ...args: string[]) => server({ command, args });
const expect = (cases: readonly Record<string, string>[], found: readonly string[]): void => {
  for (const files of cases) assert.deepEqual(rules(files), found, JSON.stringify(files));
};

describe('an MCP server that is fetched at its start', () => {
  const git = 'git+https://github.com/acme/a-server';

  it('is told where nothing says which release', () => {
    expect(
      [
        line('npx', '-y', 'a-server'),
        line('npx', '-y', 'a-server@latest'),
        line('npx', '-y', '@acme/a-server@^1.2.0'),
        line('npx', '-y', 'a-server@1.2'),
        line('npx', '-y', 'a-server@>=1.2.0'),
        line('npx', '-y', '--package=a-server', 'serve'),
        line('npm', 'exec', '-y', 'a-server'),
        line('npm', 'x', 'a-server'),
        line('bunx', 'a-server'),
        line('bun', 'x', 'a-server'),
        line('pnpm', 'dlx', 'a-server'),
        line('yarn', 'dlx', 'a-server'),
        line('deno', 'run', '-A', 'npm:@acme/a-server'),
        line('uvx', 'a-server'),
        line('uvx', 'a-server@latest'),
        line('uvx', '--from', 'a-server>=1.0', 'serve'),
        line('uvx', 'a-server==1.*'),
        line('uvx', '--from', git, 'serve'),
        line('uvx', '--from', `${git}@main`, 'serve'),
        line('uv', 'tool', 'run', 'a-server'),
        line('pipx', 'run', 'a-server'),
        line('pipx', 'run', '--spec', 'a-server~=1.0', 'serve'),
        line('npx', '-y', 'github:acme/a-server'),
        line('dnx', 'Acme.Server', '--yes'),
        line('go', 'run', 'github.com/acme/a-server/cmd/serve@latest'),
        line('docker', 'run', '-i', '--rm', 'ghcr.io/acme/a-server'),
        line('docker', 'run', '-i', '--rm', 'acme/a-server:latest'),
        line('docker', 'run', '-i', 'acme/a-server:main'),
        line('podman', 'run', '-i', '-e', 'TOKEN', 'acme/a-server:edge'),
        line('cmd', '/c', 'npx', '-y', 'a-server'),
        line('cmd.exe', '/C', 'npx', '-y', 'a-server'),
        line('C:\\Program Files\\nodejs\\npx.cmd', '-y', 'a-server'),
        line('bash', '-lc', 'exec npx -y a-server'),
        server({ command: 'npx -y a-server' }),
        { '.codex/config.toml': '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "a-server"]\n' },
      ],
      ['ai/mcp-server-unpinned'],
    );
  });

  it('is no risk where one release is named, or nothing is fetched', () => {
    expect(
      [
        line('npx', '-y', 'a-server@1.2.3'),
        line('npx', '-y', 'a-server@v1.2.3'),
        line('npx', '-y', '@acme/a-server@1.2.3-beta.1'),
        line('npx', '-p', 'a-server@1.2.3', 'serve'),
        line('npm', 'exec', '--package=a-server@1.2.3', '--', 'serve'),
        line('bunx', '@acme/a-server@0.4.0'),
        line('bun', 'x', 'a-server@0.4.0'),
        line('pnpm', 'dlx', 'a-server@1.0.0'),
        line('yarn', 'dlx', '-p', 'a-server@1.0.0', 'serve'),
        line('deno', 'run', '-A', 'npm:@acme/a-server@1.0.0'),
        line('deno', 'run', '-A', 'server.ts'),
        line('uvx', 'a-server@1.2.3'),
        line('uvx', 'a-server==2'),
        line('uvx', '--from', 'a-server[cli]==1.2.3', 'serve'),
        line('uvx', '--from', 'a-server==1.0.0rc1', 'serve'),
        line('uvx', '--from', `${git}@v1.2.0`, 'serve'),
        line('uvx', '--from', `${git}@0123456789abcdef0123456789abcdef01234567`, 'serve'),
        line('npx', '-y', 'github:acme/a-server#v1.2.0'),
        line('uv', 'run', 'server.py'),
        line('uv', 'run', '--directory', '.', 'a-server'),
        line('pipx', 'run', '--spec', 'a-server==1.2.3', 'serve'),
        line('pipx', 'run', './server.py'),
        line('dnx', 'Acme.Server@1.0.0', '--yes'),
        line('dnx', 'Acme.Server', '--version', '1.0.0', '--yes'),
        line('go', 'run', 'github.com/acme/a-server@v1.2.0'),
        line('go', 'run', './cmd/serve'),
        line('docker', 'run', '-i', '--rm', 'acme/a-server:1.2.3'),
        line('docker', 'run', '-i', `acme/a-server@sha256:${'0a'.repeat(32)}`),
        line('docker', 'run', '-i', '--rm', 'my-server'),
        line('docker', 'run', '-i', 'localhost:5000/a-server'),
        line('docker', 'compose', 'run', 'a-server'),
        line('docker', 'exec', '-i', 'acme', 'a-server'),
        line('npx', '--no-install', 'a-server'),
        line('npx', '--offline', 'a-server'),
        line('npx', '.'),
        line('npx', './server'),
        line('npx', '-y', `a-server@${'$'}{VERSION}`),
        line('npm', 'run', 'mcp'),
        line('pnpm', 'exec', 'a-server'),
        line('node', 'npx', 'a-server'),
        line('python', '-m', 'a_server'),
        line('bash', '-c', 'cd server && npm start'),
        server({ command: 'npx', args: ['-y', 'a-server'], disabled: true }),
      ],
      [],
    );
  });

  it('says nothing of an address but the repository', () => {
    const [found] = inventoryOf(
      line('uvx', '--from', 'git+https://s3cr3tt0ken99@github.com/acme/a-server', 'serve'),
    ).findings.filter(({ ruleId }) => ruleId === 'ai/mcp-server-unpinned');
    assert.match(found?.message ?? '', /github\.com\/acme\/a-server/);
    assert.doesNotMatch(JSON.stringify(found), /s3cr3t/);
  });
});

describe("a credential in an agent's configuration", () => {
  const secret = 'f8a7s6d5f4g3h2j1';
  const env = (name: string, value: string) =>
    server({ command: 'node', args: ['a.js'], env: { [name]: value } });

  it('is told wherever it is written, and never shown', () => {
    const cases = [
      env('API_KEY', secret),
      env('GITHUB_PERSONAL_ACCESS_TOKEN', `ghp_${secret}Ab12`),
      env('accessToken', secret),
      env('DB_PASSWORD', `Tr0ub4dor-${secret}`),
      env('DATABASE_URL', `postgres://app:${secret}@db.acme.io:5432/app`),
      line('node', 'a.js', '--api-key', secret),
      line('node', 'a.js', `--api-key=${secret}`),
      line('docker', 'run', '-i', '-e', `API_KEY=${secret}`, 'acme/a:1.0'),
      line(
        'npx',
        'mcp-remote@0.1.29',
        'https://mcp.acme.io/mcp',
        '--header',
        `Authorization: Bearer ${secret}`,
      ),
      server({ url: 'https://mcp.acme.io/mcp', headers: { Authorization: `Bearer ${secret}` } }),
      server({ url: 'https://mcp.acme.io/mcp', headers: { 'X-API-Key': secret } }),
      server({ url: `https://mcp.acme.io/mcp?api_key=${secret}` }),
      {
        '.codex/config.toml': `[mcp_servers.a]\ncommand = "a"\n[mcp_servers.a.env]\nAPI_KEY = "${secret}"\n`,
      },
    ];
    expect(cases, ['ai/agent-credential']);
    for (const files of cases) assert.ok(!JSON.stringify(inventoryOf(files)).includes(secret));
  });

  it('is not what stands for one', () => {
    const dollar = '$';
    const names = [
      `${dollar}{env:API_KEY_1}`,
      `${dollar}{input:key-number-1}`,
      `${dollar}{API_KEY_2:-none}`,
      `${dollar}API_KEY_12345`,
      '{env:API_KEY_12345}',
      '{{ secrets.KEY_1 }}',
      '%API_KEY_12345%',
      '<your-api-key-1>',
      'op://Private/acme-1/credential',
      'vault:secret/data/acme1#key',
      'keychain:acme-service-1',
      '/run/secrets/api_key_1',
      '~/.config/acme/token1',
      'YOUR_API_KEY_123',
      'your-api-key-123',
      'sk-ant-api03-...',
      'ghp_xxxxxxxxxxxxxxxxxxxx1',
      'ACME_API_TOKEN_1',
      'insert-key-number-1-here',
      'test-key-12345678',
      '00000000-0000-0000-0000-000000000000',
      'sk-1234567890abcdef',
      'not-needed-locally',
    ];
    expect(
      [
        ...names.map((value) => env('API_KEY', value)),
        env('PUBLISHABLE_KEY', `pk${secret}`),
        env('CACHE_KEY', `v2-${secret}`),
        env('LOG_LEVEL', secret),
        env('DATABASE_URL', 'postgres://postgres:postgres@localhost:5432/app'),
        env('DATABASE_URL', `postgres://app:${dollar}{DB_PASSWORD}@db.acme.io/app`),
        line('docker', 'run', '-i', '-e', 'API_KEY', 'acme/a:1.0'),
        line('node', 'a.js', '--api-key', '--verbose'),
        line('node', 'a.js', '--config', 'config-2026-a.json'),
        server({ url: 'https://mcp.acme.io/mcp?version=2026a01b02c03' }),
      ],
      [],
    );
  });
});

describe('hidden characters in what agents read', () => {
  const agents = (text: string) => ({ 'AGENTS.md': text });
  const tagged = [...'ignore'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
  const selectors = (count: number) => '\u{E0100}'.repeat(count);

  it('are told', () => {
    expect(
      [
        agents(`Be kind.${tagged}`),
        { 'CLAUDE.md': `# How\n\n${tagged}\n` },
        { '.cursor/rules/a.mdc': `Be kind.${tagged}` },
        { 'skills/a/SKILL.md': `---\nname: a\ndescription: b\n---\nBe kind.${tagged}\n` },
        { '.claude/commands/go.md': `Go.${tagged}` },
        agents('A\u200B\u200C\u200B\u200D\u200B\u200CB'),
        agents('A\u2060\u2062\u2063\u2064B'),
        agents('A\uFEFF\uFEFF\uFEFFB'),
        agents(`A😀${selectors(8)}B`),
        agents('Only run \u202Ehs.llatsni\u202C now'),
        agents('Say \u202Dno\u202C.'),
        agents('if admin \u2067{ // only admins \u2069'),
        agents('\u3164\u3164\u3164\u3164 x'),
      ],
      ['ai/hidden-text'],
    );
  });

  it('are not what emoji, flags and languages are written with', () => {
    expect(
      [
        agents('Family 👨‍👩‍👧‍👦, 🏳️‍🌈, ❤️‍🔥, 1️⃣2️⃣3️⃣'),
        agents('Wales 🏴󠁧󠁢󠁷󠁬󠁳󠁿 and Scotland 🏴󠁧󠁢󠁳󠁣󠁴󠁿'),
        agents('\uFEFF# With a byte order mark'),
        agents('می‌خواهم این‌ها را ببینم'),
        agents('קרא את \u2067README\u2069 לפני הכול'),
        agents('اقرأ \u202BREADME\u202C أولا'),
        agents('اقرأ \u2066README.md\u2069 أولا'),
        agents('Owner: \u2068Anna\u2069'),
        agents('Path: \u202AC:\\Users\\anna\u202C'),
        agents('ภาษา\u200Bไทย\u200Bเขียน\u200Bติด\u200Bกัน'),
        agents('क्‍ष and क्‌ष'),
        agents('soft\u00ADhyphen and a\u00A0space'),
        agents('漢字\u{E0100}と葛\u{E0101}城'),
        agents('العربية\u200F (RTL)\u200E ok'),
        { 'README.md': `Nobody's instructions.${tagged}` },
      ],
      [],
    );
  });
});

describe('a model that runs code while it is loaded', () => {
  const python = (code: string) => ({ 'app/a.py': `import torch\n${code}\n` });

  it('is told', () => {
    expect(
      [
        'm = torch.load("m.pt", weights_only=False)',
        'm = torch.load(\n    "m.pt",\n    map_location="cpu",\n    weights_only=False,\n)',
        'n.load_state_dict(torch.load(path, weights_only = False))',
        'm = torch.load(hf_hub_download("acme/m", "m.pt"))',
        'p = hf_hub_download(repo_id="acme/m", filename="m.pkl")\nm = joblib.load(p)',
        'f = requests.get(url).content\nm = pickle.loads(f)\nm = pickle.load(open(f))',
        'm = joblib.load(urlopen(url))',
        'm = keras.models.load_model("m.keras", safe_mode=False)',
        'keras.config.enable_unsafe_deserialization()',
      ].map(python),
      ['ai/unsafe-model-format'],
    );
    expect(
      [
        'm = AutoModel.from_pretrained("acme/m", trust_remote_code=True)',
        'm = AutoModel.from_pretrained(\n    "acme/m",\n    trust_remote_code=True,\n)',
        'm = pipeline("text-generation", model="acme/m", trust_remote_code=True)',
        'd = load_dataset("acme/d", trust_remote_code=True)',
        'm = SentenceTransformer("acme/m", trust_remote_code=True)',
        'm = AutoModel.from_pretrained("acme/m", trust_remote_code=True, revision="main")',
      ].map(python),
      ['ai/remote-model-code'],
    );
  });

  it('is not one that holds weights alone, is the project’s own, or is only spoken of', () => {
    expect(
      [
        ...[
          'm = torch.load("m.pt", weights_only=True)',
          'm = torch.load(\n    "m.pt",\n    weights_only=True,\n)',
          'm = torch.load(hf_hub_download("acme/m", "m.pt"), weights_only=True)',
          'm = safetensors.torch.load_file("m.safetensors")',
          'm = AutoModel.from_pretrained("acme/m", use_safetensors=True)',
          'm = AutoModel.from_pretrained("acme/m", trust_remote_code=False)',
          'm = AutoModel.from_pretrained("./m", trust_remote_code=True)',
          'm = AutoModel.from_pretrained("acme/m", trust_remote_code=True, revision="0123456789abcdef0123456789abcdef01234567")',
          'm = joblib.load("models/own.joblib")',
          '# torch.load("m.pt", weights_only=False)',
          '"""Before: torch.load("m.pt", weights_only=False)"""',
          'print("never use torch.load(x, weights_only=False)")',
          'm = keras.models.load_model("m.keras", safe_mode=True)',
          'm = keras.models.load_model("m.keras")',
          'd = yaml.load(urlopen(url), Loader=yaml.SafeLoader)',
          'd = json.load(urlopen(url))',
          'def load(path, weights_only=False):\n    return path',
        ].map(python),
        { 'tests/test_a.py': 'm = torch.load("m.pt", weights_only=False)\n' },
      ],
      [],
    );
  });
});

describe('a model that is called over plain HTTP', () => {
  const python = (code: string) => ({ 'app/a.py': `${code}\n` });

  it('is told, of the providers and of others', () => {
    const cases = [
      python('u = "http://api.openai.com/v1"'),
      python('HOST = "http://api.anthropic.com"\nrequests.post(HOST + "/v1/messages")'),
      { 'a.ts': "const u = 'http://api.groq.com/openai/v1/chat/completions';\n" },
      { 'A.java': 'class A { String u = "http://api.mistral.ai/v1/chat"; }\n' },
      { 'a.go': 'package a\nvar u = "http://api.cohere.com/v2/chat"\n' },
      python('r = post("http://llm.acme.io/v1/chat/completions")'),
      python('from openai import OpenAI\nc = OpenAI(base_url="http://llm.acme.io:8000/v1", api_key=k)'),
      python(
        'from langchain_openai import ChatOpenAI\nc = ChatOpenAI(openai_api_base="http://8.8.4.4:8000/v1")',
      ),
      {
        'a.ts': "import OpenAI from 'openai';\nconst c = new OpenAI({ baseURL: 'http://llm.acme.io/v1' });\n",
      },
      python('r = post("http://gpu.acme.io:11434/api/generate")'),
    ];
    expect(cases, ['ai/model-over-http']);
    for (const files of cases)
      assert.deepEqual(
        inventoryByLexer(files).findings.map(({ ruleId }) => ruleId),
        // What is put together of parts takes a parse.
        ['ai/model-over-http'],
        JSON.stringify(files),
      );
  });

  it('is not one of this machine or network, nor any other address', () => {
    expect(
      [
        'u = "https://api.openai.com/v1"',
        'from openai import OpenAI\nc = OpenAI(base_url="http://localhost:8000/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://127.0.0.1:1234/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://[::1]:8000/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://host.docker.internal:11434/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://vllm:8000/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://10.0.3.4:8000/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://100.101.3.4:8000/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://vllm.models.svc.cluster.local/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="http://llm.example.com/v1")',
        'from openai import OpenAI\nc = OpenAI(base_url="https://llm.acme.io/v1")',
        'c = Shop(base_url="http://shop.acme.io/v1")',
        'r = post("http://shop.acme.io/v1/completions-report")',
        'logger.info("http://api.openai.com/v1 is not used")',
        '# u = "http://api.openai.com/v1"',
      ].map(python),
      [],
    );
    expect([{ 'tests/test_a.py': 'u = "http://api.openai.com/v1"\n' }], []);
  });
});

describe('an MCP server that is reached over plain HTTP', () => {
  it('is told where others are on the way', () => {
    expect(
      [
        server({ url: 'http://mcp.acme.io/sse' }),
        server({ type: 'http', url: 'http://8.8.4.4:8080/mcp' }),
        { '.gemini/settings.json': '{"mcpServers":{"a":{"httpUrl":"http://mcp.acme.io/mcp"}}}' },
        { '.windsurf/mcp_config.json': '{"mcpServers":{"a":{"serverUrl":"http://mcp.acme.io/mcp"}}}' },
        { '.codex/config.toml': '[mcp_servers.a]\nurl = "http://mcp.acme.io/mcp"\n' },
        line('npx', 'mcp-remote@0.1.29', 'http://mcp.acme.io/sse', '--allow-http'),
      ],
      ['ai/mcp-server-over-http'],
    );
  });

  it('is no risk on this machine or network, or over TLS', () => {
    expect(
      [
        ...[
          'https://mcp.acme.io/sse',
          'http://localhost:3000/mcp',
          'http://127.0.0.1/mcp',
          'http://[::1]:3000/mcp',
          'http://192.168.1.4/mcp',
          'http://mcp:3000/mcp',
          'http://mcp.local/mcp',
          'http://box.tail1234.ts.net/mcp',
          'http://mcp.example.com/mcp',
          'http://203.0.113.9/mcp',
          `http://${'$'}{HOST}/mcp`,
        ].map((url) => server({ url })),
        line('npx', 'mcp-remote@0.1.29', 'http://localhost:3000/sse'),
      ],
      [],
    );
  });
});
