package org.example.content;

import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.Router;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.cocoon.environment.ObjectModelHelper;
import org.apache.cocoon.environment.Request;
import org.apache.sling.api.SlingHttpServletRequest;
import org.apache.sling.api.SlingHttpServletResponse;
import org.apache.sling.api.servlets.SlingSafeMethodsServlet;

class ContentServlet extends SlingSafeMethodsServlet {
    @Override
    protected void doGet(SlingHttpServletRequest request, SlingHttpServletResponse response) throws IOException {
        new FileInputStream("/srv/content" + request.getRequestPathInfo().getSuffix()); // expect: path-traversal
        new FileInputStream("/srv/content/" + request.getParameter("name")); // expect: path-traversal
        new FileInputStream("/srv/content/" + new File(request.getParameter("name")).getName()); // ok: path-traversal
    }
}

class SitemapAction {
    Map act(Map objectModel) throws IOException {
        Request request = ObjectModelHelper.getRequest(objectModel);
        new FileInputStream("/srv/content/" + request.getParameter("page")); // expect: path-traversal
        new FileInputStream("/srv/content/index.xml"); // ok: path-traversal
        return null;
    }
}

class Pages {
    void routes(Router router) {
        router.get("/pages/*").handler(this::page);
    }

    private void page(RoutingContext context) {
        context.response().sendFile("pages" + context.normalisedPath()); // expect: path-traversal
        context.response().sendFile("pages/index.html"); // ok: path-traversal
    }
}
