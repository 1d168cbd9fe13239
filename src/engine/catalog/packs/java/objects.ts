import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { misuses, of, sinks, sources, subtypes, types } from './rows.ts';

const what = { what: 'data that objects of any class are made from' };

/** Readers of serialized objects: Jackson, SnakeYAML, XStream, Kryo, Fastjson, Hessian and others. */
export const objects = definePack({
  id: 'java/objects',
  languages: ['java'],
  title: 'Serialized objects',
  provenance:
    'Library documentation; OWASP deserialization cheat sheet; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...sinks(
      'unsafe-deserialization',
      'Argument[0]',
      [
        ...of('org.yaml.snakeyaml.Yaml', 'load loadAs loadAll parse'),
        ...of('com.thoughtworks.xstream.XStream', 'fromXML unmarshal'),
        ...of('com.alibaba.fastjson.JSON', 'parse parseObject parseArray'),
        ...of('com.alibaba.fastjson.JSONObject', 'parse parseObject parseArray'),
        ...of('com.esotericsoftware.kryo.Kryo', 'readObject readClassAndObject readObjectOrNull'),
        ...of('org.apache.commons.lang3.SerializationUtils', 'deserialize'),
        ...of('org.apache.commons.lang.SerializationUtils', 'deserialize'),
        ...of('org.springframework.util.SerializationUtils', 'deserialize'),
        ...of('org.springframework.core.serializer.DefaultDeserializer', 'deserialize'),
        ...of('com.cedarsoftware.util.io.JsonReader', 'jsonToJava'),
        ...of('org.ho.yaml.Yaml', 'load loadType loadStream'),
        ...of('com.esotericsoftware.yamlbeans.YamlReader', 'read'),
        ...of('org.jboss.marshalling.Unmarshaller', 'readObject'),
        ...of('flexjson.JSONDeserializer', 'deserialize'),
        'org.apache.shiro.io.DefaultSerializer.deserialize',
        'org.nustaq.serialization.FSTConfiguration.asObject',
      ],
      what,
    ),
    ...sinks(
      'unsafe-deserialization',
      'Receiver',
      [
        ...of('com.caucho.hessian.io.HessianInput', 'readObject'),
        ...of('com.caucho.hessian.io.Hessian2Input', 'readObject'),
        ...of('com.caucho.burlap.io.BurlapInput', 'readObject'),
        ...of('com.esotericsoftware.yamlbeans.YamlReader', 'read'),
        ...of('org.exolab.castor.xml.Unmarshaller', 'unmarshal'),
      ],
      what,
    ),
    { kind: 'alias', api: 'jakarta.jms', of: 'javax.jms' },
    ...subtypes(
      Object.fromEntries(
        of('javax.jms', 'TextMessage ObjectMessage MapMessage BytesMessage StreamMessage').map((type) => [
          type,
          ['javax.jms.Message'],
        ]),
      ),
    ),
    ...['MessageListener', 'SessionAwareMessageListener'].map(
      (name): RowInput => ({
        kind: 'override',
        type: name === 'MessageListener' ? `javax.jms.${name}` : `org.springframework.jms.listener.${name}`,
        method: '^onMessage$',
        params: [{ source: 'remote' }],
      }),
    ),
    ...sources('remote', 'a message', [
      'javax.jms.TextMessage.getText',
      'javax.jms.MapMessage.getString',
      'javax.jms.BytesMessage.readUTF',
      ...of('javax.jms.MessageConsumer', 'receive receiveNoWait'),
      ...of('javax.jms.JMSConsumer', 'receive receiveNoWait'),
    ]),
    ...sinks('unsafe-deserialization', 'Receiver', ['javax.jms.ObjectMessage.getObject'], what),
    // What it may make is listed.
    ...of(
      'com.thoughtworks.xstream.XStream',
      'allowTypes allowTypesByWildcard allowTypesByRegExp allowTypeHierarchy',
    ).map((api): RowInput => ({ kind: 'become', api, type: 'com.thoughtworks.xstream.XStream.restricted' })),
    {
      kind: 'become',
      api: 'org.yaml.snakeyaml.Yaml',
      type: 'org.yaml.snakeyaml.Yaml.safe',
      when: [{ input: 'Argument[0]', type: 'org.yaml.snakeyaml.constructor.SafeConstructor' }],
    },
    {
      kind: 'become',
      api: 'com.alibaba.fastjson.parser.ParserConfig.setSafeMode',
      type: 'com.alibaba.fastjson.parser.ParserConfig.safe',
      when: [{ input: 'Argument[0]', is: [true] }],
    },
    ...misuses(
      'unsafe-deserialization',
      'The data names the classes of the objects that are made from it. Use named subtypes and a validator of base types.',
      [
        'com.fasterxml.jackson.databind.ObjectMapper.enableDefaultTyping',
        'org.codehaus.jackson.map.ObjectMapper.enableDefaultTyping',
      ],
      { variant: 'default-typing', confidence: 75 },
    ),
    ...misuses(
      'unsafe-deserialization',
      'This validator lets the data name any class.',
      [
        'com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator',
        'com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator.instance',
      ],
      { variant: 'default-typing', confidence: 75 },
    ),
    ...misuses(
      'unsafe-deserialization',
      'With this setting the data names the classes of the objects that are made from it.',
      ['com.alibaba.fastjson.parser.ParserConfig.setAutoTypeSupport'],
      { when: [{ input: 'Argument[0]', is: [true] }], variant: 'default-typing' },
    ),
    ...types({
      'com.alibaba.fastjson.parser.ParserConfig.getGlobalInstance':
        'com.alibaba.fastjson.parser.ParserConfig',
    }),
  ],
});
