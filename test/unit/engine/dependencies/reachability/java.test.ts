import { type Case, testCases } from './cases.ts';

const text = {
  name: 'org.apache.commons:commons-text',
  symbols: [{ module: 'org.apache.commons.text', names: ['StringSubstitutor.replace'] }],
} as const;
const yaml = {
  name: 'org.yaml:snakeyaml',
  symbols: [{ module: 'org.yaml.snakeyaml.Yaml', names: ['load'] }],
} as const;

const web = (imports: string, body: string): string => `package com.acme;
import org.springframework.web.bind.annotation.*;
${imports}
@RestController
public class Web {
${body}
}
`;

const cases: readonly Case[] = [
  {
    title: 'a route calls a method of an instance',
    files: {
      'src/main/java/com/acme/Web.java': web(
        'import org.apache.commons.text.StringSubstitutor;',
        '  @GetMapping("/x")\n  public String x(@RequestParam String a) {\n    StringSubstitutor s = StringSubstitutor.createInterpolator();\n    return s.replace(a);\n  }',
      ),
    },
    wanted: text,
    expected: { level: 'reached', at: 'src/main/java/com/acme/Web.java:9', through: ['GET /x'] },
  },
  {
    title: 'a route calls a static method',
    files: {
      'src/main/java/com/acme/Web.java': web(
        'import org.apache.commons.text.StringSubstitutor;',
        '  @GetMapping("/x")\n  public String x() {\n    return StringSubstitutor.replace("a", null);\n  }',
      ),
    },
    wanted: text,
    expected: { level: 'reached', at: 'src/main/java/com/acme/Web.java:8' },
  },
  {
    title: 'another class of the package is used',
    files: {
      'src/main/java/com/acme/Web.java': web(
        'import org.apache.commons.text.WordUtils;',
        '  @GetMapping("/x")\n  public String x() {\n    return WordUtils.capitalize("a");\n  }',
      ),
    },
    wanted: text,
    expected: { level: 'imported', at: 'src/main/java/com/acme/Web.java:3', symbols: 'known' },
  },
  {
    title: 'the class is imported with all of its package',
    files: {
      'src/main/java/com/acme/Main.java':
        'package com.acme;\nimport org.yaml.snakeyaml.*;\npublic class Main {\n  public static void main(String[] args) {\n    new Yaml().load(args[0]);\n  }\n}\n',
    },
    wanted: yaml,
    expected: {
      level: 'reached',
      at: 'src/main/java/com/acme/Main.java:5',
      through: ['begins in Main.main'],
    },
  },
  {
    title: 'the class is named whole where it is used',
    files: {
      'src/main/java/com/acme/Main.java':
        'package com.acme;\npublic class Main {\n  public static void main(String[] args) {\n    new org.yaml.snakeyaml.Yaml().load(args[0]);\n  }\n}\n',
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'src/main/java/com/acme/Main.java:4' },
  },
  {
    title: 'a field holds the instance, in a service that a route calls',
    files: {
      'src/main/java/com/acme/Web.java': web(
        'import org.springframework.beans.factory.annotation.Autowired;',
        '  @Autowired private Settings settings;\n  @PostMapping("/x")\n  public String x(@RequestBody String a) {\n    return settings.read(a);\n  }',
      ),
      'src/main/java/com/acme/Settings.java':
        'package com.acme;\nimport org.yaml.snakeyaml.Yaml;\n@org.springframework.stereotype.Service\npublic class Settings {\n  private final Yaml yaml = new Yaml();\n  String read(String a) {\n    return yaml.load(a);\n  }\n}\n',
    },
    wanted: yaml,
    expected: {
      level: 'reached',
      at: 'src/main/java/com/acme/Settings.java:7',
      through: ['POST /x', 'Settings.read'],
    },
  },
  {
    title: 'nothing calls the method that uses it',
    files: {
      'src/main/java/com/acme/Settings.java':
        'package com.acme;\nimport org.yaml.snakeyaml.Yaml;\nclass Settings {\n  private final Yaml yaml = new Yaml();\n  String read(String a) {\n    return yaml.load(a);\n  }\n}\n',
    },
    wanted: yaml,
    expected: { level: 'called', at: 'src/main/java/com/acme/Settings.java:6' },
  },
  {
    title: 'a class of the project has the name',
    files: {
      'src/main/java/com/acme/Yaml.java':
        'package com.acme;\nclass Yaml {\n  Object load(String a) { return a; }\n}\n',
      'src/main/java/com/acme/Main.java':
        'package com.acme;\npublic class Main {\n  public static void main(String[] args) {\n    new Yaml().load(args[0]);\n  }\n}\n',
    },
    wanted: yaml,
    expected: { level: 'not-imported' },
  },
  {
    title: 'a job that is scheduled calls it',
    files: {
      'src/main/java/com/acme/Job.java':
        'package com.acme;\nimport org.springframework.scheduling.annotation.Scheduled;\nimport org.yaml.snakeyaml.Yaml;\nclass Job {\n  @Scheduled(fixedRate = 1000)\n  void run() {\n    new Yaml().load("a");\n  }\n}\n',
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'src/main/java/com/acme/Job.java:7', through: ['Job.run'] },
  },
  {
    title: 'a thread that the program starts calls it',
    files: {
      'src/main/java/com/acme/Main.java':
        'package com.acme;\nimport org.yaml.snakeyaml.Yaml;\npublic class Main {\n  public static void main(String[] args) {\n    new Thread(new Runnable() {\n      @Override\n      public void run() {\n        new Yaml().load("a");\n      }\n    }).start();\n  }\n}\n',
    },
    wanted: yaml,
    expected: { level: 'reached', at: 'src/main/java/com/acme/Main.java:8' },
  },
  {
    title: 'the constructor is vulnerable',
    files: {
      'src/main/java/com/acme/Main.java':
        'package com.acme;\nimport org.yaml.snakeyaml.constructor.Constructor;\npublic class Main {\n  public static void main(String[] args) {\n    new Constructor(Object.class);\n  }\n}\n',
    },
    wanted: {
      name: 'org.yaml:snakeyaml',
      symbols: [{ module: 'org.yaml.snakeyaml.constructor', names: ['Constructor.<init>'] }],
    },
    expected: { level: 'reached', at: 'src/main/java/com/acme/Main.java:5' },
  },
  {
    title: 'a class that is found at run time is not imported',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport org.slf4j.Logger;\nclass A {\n  Logger log;\n}\n',
    },
    wanted: { name: 'org.apache.logging.log4j:log4j-core', symbols: [] },
    expected: { level: 'unknown', why: /do not import it/ },
  },
  {
    title: 'a driver is loaded by its name',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nclass A {\n  void a() throws Exception {\n    Class.forName("org.mvel2.MVEL");\n  }\n}\n',
    },
    wanted: { name: 'org.mvel:mvel2', symbols: [] },
    expected: { level: 'unknown', at: 'src/main/java/com/acme/A.java:4' },
  },
  {
    title: 'an artifact of which only the group is known',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport org.example.web.Server;\nclass A {\n  Server a = new Server();\n}\n',
    },
    wanted: { name: 'org.example:example-web', symbols: [] },
    expected: { level: 'imported', at: 'src/main/java/com/acme/A.java:2', symbols: 'unknown' },
  },
  {
    title: 'an artifact of which the classes are not known',
    files: { 'src/main/java/com/acme/A.java': 'package com.acme;\nclass A {\n}\n' },
    wanted: { name: 'org.example:example-web', symbols: [] },
    expected: { level: 'unknown', why: /names by which/ },
  },
  {
    title: 'a variable has a type that its own method gives',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport com.fasterxml.jackson.databind.ObjectMapper;\nclass A {\n  private static final ThreadLocal<ObjectMapper> held = new ThreadLocal<>();\n  static ObjectMapper mapper() {\n    return held.get();\n  }\n  public static void main(String[] args) throws Exception {\n    ObjectMapper mapper = mapper();\n    mapper.readValue(args[0], A.class);\n  }\n}\n',
    },
    wanted: {
      name: 'com.fasterxml.jackson.core:jackson-databind',
      symbols: [{ module: 'com.fasterxml.jackson.databind', names: ['ObjectMapper.readValue'] }],
    },
    expected: { level: 'reached', at: 'src/main/java/com/acme/A.java:10' },
  },
  {
    title: 'a method is called of the constant that is its instance',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport org.apache.commons.text.lookup.StringLookupFactory;\nclass A {\n  Object a = StringLookupFactory.INSTANCE.dnsStringLookup();\n}\n',
    },
    wanted: {
      name: 'org.apache.commons:commons-text',
      symbols: [{ module: 'org.apache.commons.text.lookup', names: ['StringLookupFactory.dnsStringLookup'] }],
    },
    expected: { level: 'called', at: 'src/main/java/com/acme/A.java:4' },
  },
  {
    title: 'a chain of calls comes to a method of the same name, of another type',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport com.jayway.jsonpath.JsonPath;\nclass A {\n  Object a(String text) {\n    return JsonPath.using(null).parse(text);\n  }\n}\n',
    },
    wanted: {
      name: 'com.jayway.jsonpath:json-path',
      symbols: [{ module: 'com.jayway.jsonpath', names: ['Criteria.parse'] }],
    },
    expected: { level: 'imported', at: 'src/main/java/com/acme/A.java:2', symbols: 'known' },
  },
  {
    title: 'a chain of calls speaks of the type',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport com.fasterxml.jackson.databind.json.JsonMapper;\nclass A {\n  Object a(String text) throws Exception {\n    return JsonMapper.builder().build().readTree(text);\n  }\n}\n',
    },
    wanted: {
      name: 'com.fasterxml.jackson.core:jackson-databind',
      symbols: [{ module: 'com.fasterxml.jackson.databind', names: ['ObjectMapper.readTree'] }],
    },
    expected: { level: 'called', at: 'src/main/java/com/acme/A.java:5' },
  },
  {
    title: 'a starter brings it, whose own classes are not known',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n  @PostMapping("/x")\n  String a(@RequestBody Object a) {\n    return "";\n  }\n}\n',
    },
    wanted: {
      name: 'com.fasterxml.jackson.core:jackson-databind',
      symbols: [{ module: 'com.fasterxml.jackson.databind', names: ['ObjectMapper.readValue'] }],
      broughtBy: ['org.springframework.boot:spring-boot-starter-web'],
    },
    expected: { level: 'unknown', why: /starter-web brings/ },
  },
  {
    title: 'a class of the project has the method, beside an interface of a package',
    files: {
      'src/main/java/com/acme/A.java':
        'package com.acme;\nimport org.apache.commons.beanutils.DynaBean;\nabstract class A extends B implements DynaBean {\n  Object a(String name) {\n    return configuration().getProperty(name);\n  }\n}\n',
      'src/main/java/com/acme/B.java':
        'package com.acme;\nclass B {\n  Settings configuration() {\n    return null;\n  }\n}\n',
    },
    wanted: {
      name: 'commons-beanutils:commons-beanutils',
      symbols: [{ module: 'org.apache.commons.beanutils', names: ['PropertyUtilsBean.getProperty'] }],
    },
    expected: { level: 'imported', at: 'src/main/java/com/acme/A.java:2', symbols: 'known' },
  },
];

describe('Reachability of Maven packages', () => testCases('Maven', cases));
