import com.mongodb.BasicDBObject;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.*;
import org.springframework.web.bind.annotation.*;

@RestController
public class Mongo {
    private MongoCollection<Document> users;
    private MongoTemplate template;

    @GetMapping("/a")
    public Object a(@RequestParam String name) {
        users.find(Document.parse("{name: '" + name + "'}")).first(); // expect: nosql-injection
        users.find(Filters.eq("name", name)).first(); // ok: nosql-injection
        users.find(new Document("$where", "this.name == '" + name + "'")).first(); // expect: nosql-injection
        template.find(new BasicQuery("{ name: '" + name + "' }"), Object.class); // expect: nosql-injection
        return template.find(Query.query(Criteria.where("name").is(name)), Object.class); // ok: nosql-injection
    }
}
