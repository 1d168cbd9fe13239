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
        ...of('org.apache.commons.lang3.SerializationUtils', 'deserialize'),
        ...of('org.apache.commons.lang.SerializationUtils', 'deserialize'),
        ...of('org.springframework.util.SerializationUtils', 'deserialize'),
        ...of('org.springframework.core.serializer.DefaultDeserializer', 'deserialize'),
        ...['Yaml', 'YamlConfig'].flatMap((type) =>
          of(`org.ho.yaml.${type}`, 'load loadType loadStream loadStreamOfType'),
        ),
        ...of('org.exolab.castor.xml.Unmarshaller', 'unmarshal'),
        ...of('org.jabsorb.JSONSerializer', 'fromJSON'),
        ...of('com.esotericsoftware.yamlbeans.YamlReader', 'read'),
        ...of('org.jboss.marshalling.Unmarshaller', 'readObject'),
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
        ...of('com.cedarsoftware.util.io.JsonReader', 'readObject'),
      ],
      what,
    ),
    // Maps are made instead where the settings ask for them.
    ...sinks('unsafe-deserialization', 'Argument[0]', ['com.cedarsoftware.util.io.JsonReader.jsonToJava'], {
      ...what,
      when: [{ input: 'Argument[1].USE_MAPS', is: [true], not: true, orUnknown: true }],
    }),
    // Flexjson takes the class from the data where the call does not say it.
    ...sinks('unsafe-deserialization', 'Argument[0]', ['flexjson.JSONDeserializer.deserialize'], {
      ...what,
      when: [{ input: 'Argument[1]', absent: true }],
    }),
    {
      kind: 'become',
      api: 'flexjson.JSONDeserializer.use',
      type: 'flexjson.JSONDeserializer.typed',
      when: [
        { input: 'Argument[0]', is: [null] },
        { input: 'Argument[1]', is: [null], not: true, orUnknown: true },
      ],
    },
    ...types({
      'flexjson.JSONDeserializer.use': 'flexjson.JSONDeserializer',
      'flexjson.JSONDeserializer.typed.use': 'flexjson.JSONDeserializer.typed',
    }),
    // Jodd does so where it is told the name under which the data has it.
    ...of('jodd.json.JsonParser', 'setClassMetadataName withClassMetadata').flatMap((api): RowInput[] => [
      { kind: 'become', api, type: 'jodd.json.JsonParser.named' },
      { kind: 'type', api, type: 'jodd.json.JsonParser.named' },
    ]),
    {
      kind: 'become',
      api: 'jodd.json.JsonParser.named.allowClass',
      type: 'jodd.json.JsonParser.listed',
    },
    ...types({
      'jodd.json.JsonParser.named.allowClass': 'jodd.json.JsonParser.listed',
      'jodd.json.JsonParser.named.lazy': 'jodd.json.JsonParser.named',
    }),
    // A class that is named besides is what is made.
    ...[{ absent: true as const }, { is: [null] }].flatMap((none) =>
      sinks('unsafe-deserialization', 'Argument[0]', ['jodd.json.JsonParser.named.parse'], {
        ...what,
        when: [{ input: 'Argument[1]', ...none }],
      }),
    ),
    // Kryo makes objects of registered classes only, unless it is told otherwise or is older than version 5.
    ...sinks(
      'unsafe-deserialization',
      'Argument[0]',
      of('com.esotericsoftware.kryo.Kryo', 'readObject readClassAndObject readObjectOrNull'),
      what,
    ),
    {
      kind: 'become',
      api: 'com.esotericsoftware.kryo.Kryo.setRegistrationRequired',
      type: 'com.esotericsoftware.kryo.Kryo.registered',
      when: [{ input: 'Argument[0]', is: [true] }],
    },
    // Streams that let only listed classes through.
    ...types({ 'org.nibblesec.tools.SerialKiller': 'org.nibblesec.tools.SerialKiller' }),
    ...subtypes({
      'com.fasterxml.jackson.databind.json.JsonMapper': ['com.fasterxml.jackson.databind.ObjectMapper'],
    }),
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
    // Services of old that read whatever objects a client sends.
    ...misuses(
      'unsafe-deserialization',
      'Whoever reaches this service may send it objects of any class. Answer with JSON instead.',
      [
        'org.springframework.remoting.rmi.RmiServiceExporter',
        'org.springframework.remoting.rmi.RemoteInvocationSerializingExporter',
        'org.springframework.remoting.httpinvoker.HttpInvokerServiceExporter',
        'org.springframework.remoting.httpinvoker.SimpleHttpInvokerServiceExporter',
        'org.springframework.remoting.caucho.HessianServiceExporter',
        'org.springframework.jms.remoting.JmsInvokerServiceExporter',
        'org.springframework.amqp.remoting.service.AmqpInvokerServiceExporter',
      ],
      { variant: 'remoting', confidence: 65 },
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
