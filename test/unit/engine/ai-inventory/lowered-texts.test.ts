import assert from 'node:assert/strict';
import { mayTell, tellingWords } from '../../../../src/engine/ai-inventory/index.ts';
import { inventoryByLexer, inventoryOf, projects } from '../../../support/ai-inventory-corpus.ts';

const namesIn = (path: string, text: string): string[] =>
  inventoryOf({ [path]: text }).components.map(({ name, line }) => `${name}:${line}`);

const prompt = 'You are a careful assistant of a bank. Answer every question about accounts in one sentence.';

describe('words by which texts are looked at', () => {
  const has = (text: string): boolean => tellingWords.some((word) => text.toLowerCase().includes(word));

  it('stand in every file that may tell something', () => {
    const files = projects.flatMap((project) => Object.entries(project.files));
    assert.ok(files.some(([, text]) => mayTell(text)));
    for (const [path, text] of files) if (mayTell(text)) assert.ok(has(text), path);
  });

  it('stand in all that may be a prompt', () => {
    for (const told of [
      'You are a bot',
      "You're a bot",
      'Act as a bot',
      ...['task', 'job', 'role', 'goal'].map((what) => `Your ${what} is this`),
      ...['AI', 'assistant', 'expert'].flatMap((what) => [`As a ${what} I`, `As an ${what} I`]),
      ...['Instruction', 'Instructions', 'Response', 'System'].flatMap((what) => [
        `## ${what}`,
        `###${what}`,
        `### ${what}`,
      ]),
      ...['Human', 'User', 'Assistant', 'System'].map((who) => `${who}: hi`),
      ...['im_start', 'system', 'user'].map((what) => `<|${what}|>`),
      '[INST]',
      'PromptTemplate(x)',
    ]) {
      const text = `${told}\nprompt`;
      assert.ok(mayTell(text), told);
      assert.ok(has(text), told);
    }
  });
});

describe('addresses of providers in code that the engine parses', () => {
  it('are put together from their parts, constants included', () => {
    assert.deepEqual(
      namesIn(
        'a.ts',
        "const NAME = 'api.openai.com';\nconst v = 'v1';\nfetch(`https://${NAME}/${v}/responses`);\n",
      ),
      ['api.openai.com:3'],
    );
    assert.deepEqual(
      namesIn(
        'A.java',
        'class A {\n  static final String BASE = "https://api.";\n  String u() { return BASE + "mistral.ai" + "/v1/chat"; }\n}\n',
      ),
      ['api.mistral.ai:3'],
    );
    assert.deepEqual(
      namesIn(
        'A.java',
        'class A { String u(String r) { return "https://bedrock-runtime." + r + ".amazonaws.com/model"; } }\n',
      ),
      ['bedrock-runtime.*.amazonaws.com:1'],
    );
    assert.deepEqual(
      namesIn(
        'a.py',
        'NAME = "acme"\nurl = f"https://{NAME}.openai.azure.com/openai"\nb = "https://{}-aiplatform.googleapis.com".format(region)\n',
      ),
      ['acme.openai.azure.com:2', '*-aiplatform.googleapis.com:3'],
    );
    assert.deepEqual(namesIn('a.js', "const u = ['https:/', 'api.groq.com', 'openai/v1'].join('/');\n"), [
      'api.groq.com:1',
    ]);
    assert.deepEqual(namesIn('a.ts', "const u = new URL('/v1/models', 'https://api.x.ai');\n"), [
      'api.x.ai:1',
    ]);
  });

  it('are what is taken where the environment says nothing', () => {
    assert.deepEqual(
      namesIn(
        'a.ts',
        "const BASE = process.env.BASE || 'https://api.openai.com';\nfetch(`${BASE}/v1/chat/completions`);\n",
      ),
      ['api.openai.com:1'],
    );
    assert.deepEqual(
      namesIn(
        'a.py',
        'import os\nbase = os.environ.get("BASE", "https://api.anthropic.com")\nother = os.getenv("B") or "https://api.deepseek.com"\n',
      ),
      ['api.anthropic.com:2', 'api.deepseek.com:3'],
    );
    assert.deepEqual(
      namesIn(
        'A.java',
        'class A { String u = System.getenv().getOrDefault("U", "https://api.cohere.com/v2"); }\n',
      ),
      ['api.cohere.com:1'],
    );
    assert.deepEqual(
      namesIn('a.ts', "const u = eu ? 'https://api.mistral.ai' : 'https://api.openai.com';\n"),
      ['api.mistral.ai:1', 'api.openai.com:1'],
    );
  });

  it('are none in comments, in strings that nobody uses, and where a text is only compared, logged or thrown', () => {
    for (const [path, text] of [
      ['a.ts', '// \'https://api.openai.com\'\n/* "https://api.openai.com" */\n'],
      ['a.ts', "'https://api.openai.com';\n"],
      ['a.py', '"""https://api.openai.com"""\ndef f():\n    "https://api.openai.com/v1"\n    return 1\n'],
      ['a.ts', "if (url.startsWith('https://api.openai.com')) use(url);\n"],
      ['a.ts', "if (url === 'https://api.openai.com/v1') use(url);\n"],
      ['a.ts', "switch (url) { case 'https://api.openai.com': use(url); }\n"],
      ['a.py', 'ok = "https://api.openai.com" in url\n'],
      ['a.py', 'logger.info("https://api.openai.com is slow")\nprint("https://api.openai.com")\n'],
      ['A.java', 'class A { boolean b(String u) { return "https://api.openai.com".equals(u); } }\n'],
      ['a.ts', "throw new Error('https://api.openai.com/v1 did not answer');\n"],
      ['a.tsx', 'const a = <a href="https://api.openai.com/v1">x</a>;\n'],
    ] as const)
      assert.deepEqual(namesIn(path, text), [], text);
  });

  it('take no value of a name that has several', () => {
    assert.deepEqual(
      namesIn('a.ts', "let host = 'example.com';\nhost = 'api.openai.com';\nfetch(`https://${host}/v1`);\n"),
      ['api.openai.com:2'],
    );
    assert.deepEqual(
      namesIn(
        'a.ts',
        "function f(name: string) { return fetch(`https://${name}/v1`); }\nconst name = 'api.openai.com';\n",
      ),
      [],
    );
  });

  it('end with names that stand for each other', () => {
    assert.deepEqual(
      namesIn(
        'a.ts',
        "const a = b + 'https://api.openai.com'; const b = a + 'x';\nconst c = c + 'https://api.x.ai';\n",
      ),
      [],
    );
  });

  it('in plain HTTP are a risk that is put together, too, and stands at the text', () => {
    const [finding] = inventoryOf({
      'a.ts': "const NAME = 'api.openai.com';\nfetch('http://' + NAME + '/v1');\n",
    }).findings;
    assert.deepEqual([finding?.ruleId, finding?.range.startLine], ['ai/model-over-http', 2]);
  });

  it('are found by a lexer where a file is not parsed', () => {
    const files = { 'a.go': 'package a\nconst u = "https://api.openai.com/v1"\n' };
    assert.deepEqual(inventoryOf(files), inventoryByLexer(files));
    assert.equal(inventoryOf(files).components.length, 1);
  });
});

describe('prompts in code that the engine parses', () => {
  it('are named by what they are given to', () => {
    for (const [path, text, name] of [
      ['a.ts', `export const SYSTEM_PROMPT = \`${prompt}\`;\n`, 'SYSTEM_PROMPT'],
      ['a.ts', `streamText({ model, system: '${prompt}', messages });\n`, 'system'],
      ['a.ts', `new Agent({ name: 'x', instructions: '${prompt}' });\n`, 'instructions'],
      ['a.ts', `const messages = [{ role: 'system', content: '${prompt}' }];\n`, 'systemMessage'],
      ['a.py', `def system_prompt(name):\n    return f"${prompt} You talk to {name}."\n`, 'system_prompt'],
      [
        'a.py',
        `agent = Agent("m", system_prompt=("${prompt.slice(0, 40)}" "${prompt.slice(40)}"))\n`,
        'system_prompt',
      ],
      ['a.py', `Agent(role="Banker", goal="g", backstory="""${prompt}""")\n`, 'backstory'],
      ['a.py', `p = ChatPromptTemplate.from_messages([("system", "${prompt}"), ("human", "{q}")])\n`, 'p'],
      ['A.java', `interface A { @SystemMessage("${prompt}") String chat(String m); }\n`, 'SystemMessage'],
      ['A.java', `class A { private static final String PROMPT = """\n    ${prompt}\n    """; }\n`, 'PROMPT'],
    ] as const)
      assert.deepEqual(
        inventoryOf({ [path]: text }).components.map(({ kind, name: found }) => `${kind} ${found}`),
        [`PROMPT_TEMPLATE ${name}`],
        text,
      );
  });

  it('are none where a person is asked or told, and where nothing is called a prompt', () => {
    for (const [path, text] of [
      [
        'a.ts',
        "const promptText = 'You are about to delete every file of the folder for ever. Go on? Press y or n and return.';\n",
      ],
      [
        'a.ts',
        "const prompt = 'You are not signed in. Sign in first, and then try to open the page of the account again.';\n",
      ],
      ['a.py', `"""${prompt}"""\nSYSTEM_PROMPT = None\n`],
      ['a.ts', `const greeting = '${prompt}';\n`],
      ['a.ts', `// const SYSTEM_PROMPT = '${prompt}';\n`],
    ] as const)
      assert.deepEqual(namesIn(path, text), [], text);
  });

  it('are told once, where they are written, and not where they are used', () => {
    assert.deepEqual(
      namesIn(
        'a.ts',
        `const SYSTEM_PROMPT = '${prompt}';\nask({ system: SYSTEM_PROMPT, prompt: SYSTEM_PROMPT + q });\n`,
      ),
      ['SYSTEM_PROMPT:1'],
    );
  });
});
