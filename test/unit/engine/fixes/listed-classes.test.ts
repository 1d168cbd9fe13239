import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

const controller = (imports: string, body: string, returns = 'Object', folder = 'com.shop.web'): string => `${
  folder === '' ? '' : `package ${folder};\n`
}
${imports}
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class A {
    @PostMapping("/a")
    public ${returns} a(HttpServletRequest request, @RequestBody String body) throws Exception {
        ${body}
    }
}
`;
const unsafe = 'unsafe-deserialization';
const of = (text: string): Promise<string> => fixed('A.java', text, unsafe);

describe('readers of objects in Java, by a fix', () => {
  const stream = 'import java.io.ObjectInputStream;';

  it('read from a stream what is in the project’s packages and the platform only', async () => {
    const result = await of(
      controller(
        `import com.shop.orders.Order;\n${stream}`,
        `try (ObjectInputStream in = new ObjectInputStream(request.getInputStream())) {
            Order order = (Order) in.readObject();
            return order;
        }`,
      ),
    );
    assert.match(
      result,
      /try \(.*\) \{\n {12}in\.setObjectInputFilter\(ObjectInputFilter\.Config\.createFilter\("com\.shop\.web\.\*\*;com\.shop\.orders\.\*\*;java\.base\/\*;!\*"\)\);\n {12}Order order/,
    );
    assert.match(result, /import java\.io\.ObjectInputFilter;/);
  });

  it('give a stream without a name one first', async () => {
    const result = await of(
      controller(stream, 'return new ObjectInputStream(request.getInputStream()).readObject();'),
    );
    assert.match(
      result,
      /ObjectInputStream in = new ObjectInputStream\(request\.getInputStream\(\)\);\n\s+in\.setObjectInputFilter\(.*\n\s+return in\.readObject\(\);/,
    );
  });

  it('let a text be a text, wherever the program is', async () => {
    const body = `ObjectInputStream in = new ObjectInputStream(request.getInputStream());
        String name = (String) in.readObject();
        return name;`;
    assert.match(await of(controller(stream, body, 'Object', '')), /createFilter\("java\.base\/\*;!\*"\)/);
  });

  it('do not list packages that libraries share, nor what is somebody else’s', async () => {
    const read = 'return new ObjectInputStream(request.getInputStream()).readObject();';
    for (const folder of ['', 'org', 'com', 'org.apache'])
      assert.match(
        await obstacle('A.java', controller(stream, read, 'Object', folder), unsafe),
        /in a format that holds data only/,
      );
    const foreign = controller(
      `import org.other.Gadget;\n${stream}`,
      `ObjectInputStream in = new ObjectInputStream(request.getInputStream());
        return (Gadget) in.readObject();`,
    );
    await obstacle('A.java', foreign, unsafe);
    const deep = controller(stream, read, 'Object', 'org.apache.roller.web.admin');
    assert.match(await of(deep), /createFilter\("org\.apache\.roller\.\*\*;java/);
  });

  it('are left alone where a name would move what is read out of its condition', async () => {
    const text = controller(
      stream,
      'return body == null ? null : new ObjectInputStream(request.getInputStream()).readObject();',
    );
    await obstacle('A.java', text, unsafe);
  });

  it('load maps and lists of YAML, and make no objects', async () => {
    const yaml = 'import java.util.Map;\nimport org.yaml.snakeyaml.Yaml;';
    const result = await of(
      controller(
        yaml,
        'Yaml yaml = new Yaml();\n        Map<String, Object> all = yaml.load(body);\n        return all;',
      ),
    );
    assert.match(result, /Yaml yaml = new Yaml\(new SafeConstructor\(new LoaderOptions\(\)\)\);/);
    assert.match(result, /import org\.yaml\.snakeyaml\.constructor\.SafeConstructor;/);
    const object = controller(yaml, 'A settings = new Yaml().load(body);\n        return settings;');
    assert.match(await obstacle('A.java', object, unsafe), /becomes an object of `A`/);
    await obstacle('A.java', controller(yaml, 'return new Yaml().load(body);', 'A'), unsafe);
    await obstacle('A.java', controller(yaml, 'return String.join(",", new Yaml().load(body));'), unsafe);
  });

  it('make of XML what is listed, and nothing before the list', async () => {
    const result = await of(
      controller('import com.thoughtworks.xstream.XStream;', 'return new XStream().fromXML(body);'),
    );
    assert.match(
      result,
      /XStream xstream = new XStream\(\);\n\s+xstream\.addPermission\(NoTypePermission\.NONE\);.*allowTypesByWildcard\(new String\[\] \{"com\.shop\.web\.\*\*"\}\);\n\s+return xstream\.fromXML\(body\);/s,
    );
  });

  it('check the classes that JSON names, and keep its form', async () => {
    const jackson = 'import com.fasterxml.jackson.databind.ObjectMapper;';
    const typing = (argument: string) =>
      controller(
        jackson,
        `ObjectMapper mapper = new ObjectMapper();
        mapper.enableDefaultTyping(${argument});
        return mapper.readValue(body, Object.class);`,
      );
    assert.match(
      await of(typing('')),
      /mapper\.activateDefaultTyping\(BasicPolymorphicTypeValidator\.builder\(\)\.allowIfSubType\("com\.shop\.web\."\).*\.build\(\)\);/,
    );
    assert.match(
      await of(typing('ObjectMapper.DefaultTyping.NON_FINAL')),
      /\.build\(\), ObjectMapper\.DefaultTyping\.NON_FINAL\);/,
    );
  });
});
