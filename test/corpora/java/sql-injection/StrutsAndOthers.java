package actions;

import com.opensymphony.xwork2.ActionContext;
import com.opensymphony.xwork2.ActionSupport;
import com.opensymphony.xwork2.util.ValueStack;
import io.micronaut.data.annotation.Query;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.*;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.annotation.Client;
import io.micronaut.http.multipart.CompletedFileUpload;
import jakarta.inject.Inject;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.servlet.http.HttpServletRequest;
import javax.sql.DataSource;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectProvider;
import org.apache.ibatis.jdbc.SQL;
import org.apache.struts.action.Action;
import org.apache.struts.action.ActionForm;
import org.apache.struts.action.ActionForward;
import org.apache.struts.action.ActionMapping;
import org.apache.struts2.ServletActionContext;
import org.apache.struts2.interceptor.ServletRequestAware;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.criterion.Restrictions;

class ProductAction extends ActionSupport implements ServletRequestAware {
    private String term;
    private int page;
    private String file;
    private HttpServletRequest request;
    private SessionFactory sessions;

    public void setTerm(String term) {
        this.term = term;
    }

    public void setPage(int page) {
        this.page = page;
    }

    public void setFile(String file) {
        this.file = file;
    }

    public void setServletRequest(HttpServletRequest request) {
        this.request = request;
    }

    @Override
    public String execute() throws Exception {
        Session s = sessions.getCurrentSession();
        s.createQuery("from Product where name = '" + term + "'").list(); // expect: sql-injection
        s.createQuery("from Product where name = :n").setParameter("n", term).list(); // ok: sql-injection
        s.createSQLQuery("select * from product limit " + page).list(); // ok: sql-injection
        s.createCriteria("Product").add(Restrictions.eq("name", term)).list(); // ok: sql-injection
        s.createCriteria("Product").add(Restrictions.sqlRestriction("name = '" + request.getParameter("n") + "'")).list(); // expect: sql-injection
        FileUtils.readFileToString(new File("/srv/" + file), "UTF-8"); // expect: path-traversal
        FileUtils.readFileToString(new File("/srv/" + FilenameUtils.getName(file)), "UTF-8"); // ok: path-traversal
        ValueStack stack = ActionContext.getContext().getValueStack();
        stack.findValue(ServletActionContext.getRequest().getParameter("expr")); // expect: code-injection
        return SUCCESS;
    }
}

class NameForm extends ActionForm {
    private String name;

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}

class OldAction extends Action {
    public ActionForward execute(ActionMapping mapping, ActionForm form, HttpServletRequest request, javax.servlet.http.HttpServletResponse response) throws Exception {
        NameForm f = (NameForm) form;
        Runtime.getRuntime().exec("finger " + f.getName()); // expect: command-injection
        if (f.getName().matches("[a-z]{1,8}")) {
            Runtime.getRuntime().exec("finger " + f.getName()); // ok: command-injection
        }
        return mapping.findForward("ok");
    }
}

@Mapper
interface ProductMapper {
    @Select("SELECT * FROM product WHERE name = #{name} ORDER BY ${order}") // expect: sql-injection
    List<Map<String, Object>> find(@Param("name") String name, @Param("order") String order);

    @Delete("DELETE FROM product WHERE name = #{name}") // ok: sql-injection
    void drop(@Param("name") String name);

    @SelectProvider(type = Statements.class, method = "byName")
    List<Map<String, Object>> byName(String name);
}

class Statements {
    public String byName(final String name) {
        return new SQL() {{
            SELECT("*");
            FROM("product");
            WHERE("name = '" + name + "'"); // expect: sql-injection
        }}.toString();
    }
}

@io.micronaut.http.annotation.Controller("/products")
class ProductsController {
    @Inject ProductMapper mapper;
    @Inject DataSource ds;
    @Inject @Client("/") HttpClient http;
    private final Map<String, Function<String, String>> handlers = Map.of("upper", String::toUpperCase, "plain", s -> s);

    @Get("/find{?name,order}")
    Object find(@QueryValue String name, @QueryValue String order) {
        mapper.drop(name);
        mapper.byName(name);
        return mapper.find(name, order);
    }

    @Post(value = "/upload", consumes = MediaType.MULTIPART_FORM_DATA)
    HttpResponse<String> upload(CompletedFileUpload file) throws IOException {
        Files.write(Paths.get("/srv/" + file.getFilename()), file.getBytes()); // expect: path-traversal
        Files.write(Paths.get("/srv/latest"), file.getBytes()); // ok: path-traversal
        return HttpResponse.ok("stored");
    }

    @Get("/sync/{host}")
    String sync(@PathVariable String host, HttpRequest<?> request) throws Exception {
        http.toBlocking().retrieve("https://" + host + "/x"); // expect: ssrf
        http.toBlocking().retrieve(HttpRequest.GET("/products/" + host)); // ok: ssrf
        var c = java.net.http.HttpClient.newHttpClient();
        var q = java.net.http.HttpRequest.newBuilder(java.net.URI.create(request.getParameters().get("u"))).build(); // expect: ssrf
        return c.send(q, BodyHandlers.ofString()).body();
    }

    @Get(value = "/view", produces = MediaType.TEXT_HTML)
    String view(@QueryValue String how, @QueryValue String text) {
        String body = handlers.getOrDefault(how, s -> s).apply(text);
        return "<p>" + body + "</p>"; // expect: xss
    }

    @Get("/rows")
    long rows(@QueryValue String kind, @QueryValue String n) throws Exception {
        String table = switch (kind) {
            case "a" -> "product_a";
            case "b" -> "product_b";
            default -> throw new IllegalArgumentException(kind);
        };
        Supplier<String> where = () -> " WHERE n = '" + n + "'";
        try (var c = ds.getConnection(); var st = c.createStatement()) {
            st.executeQuery("SELECT count(*) FROM " + table); // ok: sql-injection
            st.executeQuery("SELECT count(*) FROM " + table + where.get()); // expect: sql-injection
            return st.getLargeUpdateCount();
        }
    }
}
