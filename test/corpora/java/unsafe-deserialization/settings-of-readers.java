package sync;

import com.cedarsoftware.util.io.JsonReader;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import flexjson.JSONDeserializer;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.MultivaluedMap;
import javax.ws.rs.ext.MessageBodyReader;
import jodd.json.JsonParser;
import org.ho.yaml.YamlConfig;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SyncController {
  @PostMapping("/sync/flex")
  Object flex(HttpServletRequest request) {
    String json = request.getParameter("json");
    new JSONDeserializer<Item>().deserialize(json, Item.class); // ok: unsafe-deserialization
    new JSONDeserializer<Item>().use(null, Item.class).deserialize(json); // ok: unsafe-deserialization
    new JSONDeserializer<Item>().use("parts", Item.class).deserialize(json); // expect: unsafe-deserialization
    return new JSONDeserializer<Item>().deserialize(json); // expect: unsafe-deserialization
  }

  @PostMapping("/sync/jodd")
  Object jodd(HttpServletRequest request) {
    String json = request.getParameter("json");
    new JsonParser().parse(json); // ok: unsafe-deserialization
    new JsonParser().setClassMetadataName("class").parse(json, Item.class); // ok: unsafe-deserialization
    return new JsonParser().setClassMetadataName("class").parse(json); // expect: unsafe-deserialization
  }

  @PostMapping("/sync/jsonio")
  Object jsonIo(HttpServletRequest request) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("USE_MAPS", true);
    JsonReader.jsonToJava(request.getParameter("json"), settings); // ok: unsafe-deserialization
    return JsonReader.jsonToJava(request.getParameter("json")); // expect: unsafe-deserialization
  }

  @PostMapping("/sync/kryo")
  Object kryo(HttpServletRequest request) throws IOException {
    Kryo registered = new Kryo();
    registered.setRegistrationRequired(true);
    registered.readClassAndObject(new Input(request.getInputStream())); // ok: unsafe-deserialization
    return new Kryo().readClassAndObject(new Input(request.getInputStream())); // expect: unsafe-deserialization
  }

  @PostMapping("/sync/yaml")
  Object yaml(HttpServletRequest request) {
    return new YamlConfig().loadType(request.getParameter("yaml"), Item.class); // expect: unsafe-deserialization
  }

  static class Item {}
}

class ItemReader implements MessageBodyReader<Object> {
  @Override
  public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
    return true;
  }

  @Override
  public Object readFrom(Class<Object> type, Type generic, Annotation[] annotations, MediaType media,
      MultivaluedMap<String, String> headers, InputStream body) throws IOException {
    try {
      return new ObjectInputStream(body).readObject(); // expect: unsafe-deserialization
    } catch (ClassNotFoundException problem) {
      throw new IOException(problem);
    }
  }
}
