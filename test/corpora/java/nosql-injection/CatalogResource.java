package com.acme.catalog;

import com.mongodb.BasicDBObject;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.BasicQuery;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;

@Path("/catalog")
public class CatalogResource {
  private final MongoClient mongo;
  private final MongoTemplate template;

  public CatalogResource(MongoClient mongo, MongoTemplate template) {
    this.mongo = mongo;
    this.template = template;
  }

  @GET
  public Object find(@QueryParam("name") String name, @QueryParam("filter") String filter) {
    MongoCollection<Document> items = mongo.getDatabase("shop").getCollection("items");
    items.find(Filters.eq("name", name)).first(); // ok: nosql-injection
    items.find(new Document("name", name)).first(); // ok: nosql-injection
    items.find(Document.parse("{ name: '" + name + "' }")).first(); // expect: nosql-injection
    items.find(new Document("$where", "this.name == '" + name + "'")).first(); // expect: nosql-injection
    items.find(BasicDBObject.parse(filter)); // expect: nosql-injection
    template.find(new Query(Criteria.where("name").is(name)), Item.class); // ok: nosql-injection
    return template.find(new BasicQuery("{ 'name': '" + name + "' }"), Item.class); // expect: nosql-injection
  }

  @GET
  @Path("stock")
  public Object stock(@QueryParam("least") int least) {
    return template.find(new BasicQuery("{ stock: { $gte: " + least + " } }"), Item.class); // ok: nosql-injection
  }

  static class Item {
    String name;
  }
}
