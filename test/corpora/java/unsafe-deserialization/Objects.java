package ser;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import com.thoughtworks.xstream.XStream;
import java.beans.XMLDecoder;
import java.io.*;
import java.net.*;
import java.util.Base64;
import org.springframework.web.bind.annotation.*;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@RestController
public class Objects {
    @PostMapping("/a")
    public Object a(@RequestBody byte[] body) throws Exception {
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(body));
        return in.readObject(); // expect: unsafe-deserialization
    }

    @PostMapping("/b")
    public Object b(@CookieValue("state") String state) throws Exception {
        byte[] raw = Base64.getDecoder().decode(state);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(raw))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("ser.*;!*"));
            return in.readObject(); // ok: unsafe-deserialization
        }
    }

    @PostMapping("/c")
    public Object c(@RequestBody String body) {
        return new Yaml().load(body); // expect: unsafe-deserialization
    }

    @PostMapping("/d")
    public Object d(@RequestBody String body) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(body); // ok: unsafe-deserialization
    }

    @PostMapping("/e")
    public Object e(@RequestBody String body) {
        return new XStream().fromXML(body); // expect: unsafe-deserialization
    }

    @PostMapping("/f")
    public Object f(@RequestBody String body) throws Exception {
        new Gson().fromJson(body, Objects.class); // ok: unsafe-deserialization
        return new ObjectMapper().readValue(body, Objects.class); // ok: unsafe-deserialization
    }

    @PostMapping("/g")
    public Object g(InputStream body) {
        return new XMLDecoder(body).readObject(); // expect: unsafe-deserialization
    }

    @PostMapping("/h")
    public Object h(@RequestBody String body) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        mapper.enableDefaultTyping(); // expect: unsafe-deserialization
        return mapper.readValue(body, Object.class);
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(9000)) {
            Socket socket = server.accept();
            ObjectInputStream ois = new ObjectInputStream(socket.getInputStream());
            String name = (String) ois.readObject(); // expect: unsafe-deserialization
            System.out.println(name.length());
        }
    }
}
