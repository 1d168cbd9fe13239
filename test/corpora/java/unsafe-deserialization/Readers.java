package com.acme.ser;

import com.alibaba.fastjson.JSON;
import com.alibaba.fastjson.parser.ParserConfig;
import com.caucho.hessian.io.HessianInput;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.google.gson.Gson;
import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.security.NoTypePermission;
import jakarta.servlet.http.*;
import java.beans.XMLDecoder;
import java.io.*;
import java.util.Base64;
import org.apache.commons.io.serialization.ValidatingObjectInputStream;
import org.apache.commons.lang3.SerializationUtils;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.Constructor;
import org.yaml.snakeyaml.constructor.SafeConstructor;

public class Deserializers extends HttpServlet {
  static class Basket implements Serializable {
    int items;
  }

  static class LookAhead extends ObjectInputStream {
    LookAhead(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass desc) throws IOException, ClassNotFoundException {
      if (!desc.getName().equals(Basket.class.getName())) {
        throw new InvalidClassException("Unauthorized", desc.getName());
      }
      return super.resolveClass(desc);
    }
  }

  @Override
  protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    try {
      ObjectInputStream in = new ObjectInputStream(req.getInputStream());
      in.readObject(); // expect: unsafe-deserialization
      new LookAhead(req.getInputStream()).readObject(); // ok: unsafe-deserialization
      ObjectInputStream filtered = new ObjectInputStream(req.getInputStream());
      filtered.setObjectInputFilter(ObjectInputFilter.Config.createFilter("com.acme.*;!*"));
      filtered.readObject(); // ok: unsafe-deserialization
      ValidatingObjectInputStream v = new ValidatingObjectInputStream(req.getInputStream());
      v.accept(Basket.class);
      v.readObject(); // ok: unsafe-deserialization
      for (Cookie cookie : req.getCookies()) {
        if ("state".equals(cookie.getName())) {
          byte[] bytes = Base64.getDecoder().decode(cookie.getValue());
          SerializationUtils.deserialize(bytes); // expect: unsafe-deserialization
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    String body = new String(req.getInputStream().readAllBytes());
    new Gson().fromJson(body, Basket.class); // ok: unsafe-deserialization
    new ObjectMapper().readValue(body, Basket.class); // ok: unsafe-deserialization
    ObjectMapper typed = new ObjectMapper();
    typed.enableDefaultTyping(); // expect: unsafe-deserialization
    var ptv = BasicPolymorphicTypeValidator.builder().allowIfSubType("com.acme.").build();
    JsonMapper.builder().activateDefaultTyping(ptv, ObjectMapper.DefaultTyping.NON_FINAL).build(); // ok: unsafe-deserialization
    new Yaml().load(body); // expect: unsafe-deserialization
    new Yaml(new SafeConstructor(new LoaderOptions())).load(body); // ok: unsafe-deserialization
    new Yaml().load(getServletContext().getResourceAsStream("/WEB-INF/app.yml")); // ok: unsafe-deserialization
    new XMLDecoder(req.getInputStream()).readObject(); // expect: unsafe-deserialization
    new XStream().fromXML(body); // expect: unsafe-deserialization
    XStream xs = new XStream();
    xs.addPermission(NoTypePermission.NONE);
    xs.allowTypes(new Class[] {Basket.class});
    xs.fromXML(body); // ok: unsafe-deserialization
    ParserConfig.getGlobalInstance().setAutoTypeSupport(true); // expect: unsafe-deserialization
    JSON.parseObject(body, Basket.class); // expect: unsafe-deserialization
    Kryo kryo = new Kryo();
    kryo.setRegistrationRequired(false);
    kryo.readClassAndObject(new Input(req.getInputStream())); // expect: unsafe-deserialization
    new HessianInput(req.getInputStream()).readObject(); // expect: unsafe-deserialization
  }
}
