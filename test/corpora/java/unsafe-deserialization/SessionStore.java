package com.acme.session;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import com.thoughtworks.xstream.XStream;
import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Base64;
import javax.servlet.http.HttpServletRequest;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.LoaderOptions;

public class SessionStore {
  private final ObjectMapper mapper = new ObjectMapper();

  public Object load(HttpServletRequest request) throws Exception {
    byte[] bytes = Base64.getDecoder().decode(request.getHeader("X-State"));
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes));
    Object state = in.readObject(); // expect: unsafe-deserialization

    try (ObjectInputStream local = new ObjectInputStream(new FileInputStream("/var/lib/acme/state.bin"))) {
      local.readObject(); // ok: unsafe-deserialization
    }

    new XMLDecoder(request.getInputStream()).readObject(); // expect: unsafe-deserialization
    new XStream().fromXML(request.getParameter("xml")); // expect: unsafe-deserialization
    new Kryo().readClassAndObject(new Input(request.getInputStream())); // expect: unsafe-deserialization

    String yaml = request.getParameter("yaml");
    new Yaml().load(yaml); // expect: unsafe-deserialization
    new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml); // ok: unsafe-deserialization
    new Yaml().load("a: 1"); // ok: unsafe-deserialization

    String json = request.getParameter("json");
    new Gson().fromJson(json, Settings.class); // ok: unsafe-deserialization
    mapper.readValue(json, Settings.class); // ok: unsafe-deserialization
    return state;
  }

  public ObjectMapper polymorphic() {
    ObjectMapper open = new ObjectMapper();
    open.enableDefaultTyping(); // expect: unsafe-deserialization
    return open;
  }

  static class Settings {
    public String theme;
  }
}
