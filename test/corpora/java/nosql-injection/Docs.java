package com.shop.docs;

import com.mongodb.BasicDBObject;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.*;
import org.springframework.web.bind.annotation.*;

@RestController
public class Docs {
    private MongoTemplate mongo;
    private MongoCollection<Document> collection;

    @GetMapping("/docs")
    public Object docs(@RequestParam String owner) {
        mongo.find(new BasicQuery("{ owner: '" + owner + "' }"), Object.class); // expect: nosql-injection
        mongo.find(Query.query(Criteria.where("owner").is(owner)), Object.class); // ok: nosql-injection
        collection.find(Document.parse("{\"owner\": \"" + owner + "\"}")); // expect: nosql-injection
        collection.find(Filters.eq("owner", owner)); // ok: nosql-injection
        collection.find(new Document("owner", owner)); // ok: nosql-injection
        collection.find(new BasicDBObject("$where", "this.owner == '" + owner + "'")); // expect: nosql-injection
        collection.find(Filters.where("this.owner == '" + owner + "'")); // expect: nosql-injection
        return null;
    }
}
