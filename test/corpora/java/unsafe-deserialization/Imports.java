package com.shop.imports;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.thoughtworks.xstream.XStream;
import java.beans.XMLDecoder;
import java.io.*;
import java.util.Base64;
import java.util.Map;
import jakarta.servlet.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.util.SerializationUtils;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import com.google.gson.Gson;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;

@RestController
public class Imports {
    @PostMapping("/java")
    public Object java(@RequestBody byte[] body) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(body))) {
            return in.readObject(); // expect: unsafe-deserialization
        }
    }

    @PostMapping("/filtered")
    public Object filtered(@RequestBody byte[] body) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(body))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("com.shop.imports.*;!*"));
            return in.readObject(); // ok: unsafe-deserialization
        }
    }

    @GetMapping("/cookie")
    public Object cookie(@CookieValue("state") String state) throws Exception {
        byte[] raw = Base64.getDecoder().decode(state);
        return SerializationUtils.deserialize(raw); // expect: unsafe-deserialization
    }

    @PostMapping("/yaml")
    public Object yaml(@RequestBody String body) {
        return new Yaml().load(body); // expect: unsafe-deserialization
    }

    @PostMapping("/yaml-safe")
    public Object yamlSafe(@RequestBody String body) {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return yaml.load(body); // ok: unsafe-deserialization
    }

    @PostMapping("/xstream")
    public Object xstream(@RequestBody String xml) {
        XStream xstream = new XStream();
        return xstream.fromXML(xml); // expect: unsafe-deserialization
    }

    @PostMapping("/xstream-safe")
    public Object xstreamSafe(@RequestBody String xml) {
        XStream xstream = new XStream();
        XStream.setupDefaultSecurity(xstream);
        xstream.allowTypes(new Class[] {String.class});
        return xstream.fromXML(xml); // ok: unsafe-deserialization
    }

    @PostMapping("/xml-decoder")
    public Object decoder(HttpServletRequest req) throws IOException {
        XMLDecoder d = new XMLDecoder(req.getInputStream());
        return d.readObject(); // expect: unsafe-deserialization
    }

    @PostMapping("/jackson")
    public Map<?, ?> jackson(@RequestBody String json) throws IOException {
        return new ObjectMapper().readValue(json, Map.class); // ok: unsafe-deserialization
    }

    @PostMapping("/jackson-typed")
    public Object jacksonTyped(@RequestBody String json) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        mapper.enableDefaultTyping(); // expect: unsafe-deserialization
        return mapper.readValue(json, Object.class);
    }

    @PostMapping("/gson")
    public Object gson(@RequestBody String json) {
        return new Gson().fromJson(json, Map.class); // ok: unsafe-deserialization
    }

    @PostMapping("/kryo")
    public Object kryo(HttpServletRequest req) throws IOException {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(false);
        return kryo.readClassAndObject(new Input(req.getInputStream())); // expect: unsafe-deserialization
    }
}
