package com.acme.front;

import javax.servlet.*;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.*;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.logging.Logger;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.owasp.encoder.Encode;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import freemarker.template.Configuration;
import freemarker.template.Template;

@WebServlet("/front")
public class Front extends HttpServlet {
    private static final Logger LOG = Logger.getLogger("front");
    private final Map<String, Action> actions = Map.of("show", new Show(), "store", new Store());

    interface Action {
        void run(HttpServletRequest req, HttpServletResponse resp) throws Exception;
    }

    static class Show implements Action {
        public void run(HttpServletRequest req, HttpServletResponse resp) throws Exception {
            PrintWriter out = resp.getWriter();
            out.println("<p>" + req.getParameter("a") + "</p>"); // expect: xss
            out.println("<p>" + Encode.forHtml(req.getParameter("a")) + "</p>"); // ok: xss
            out.println("<p>" + StringEscapeUtils.escapeHtml4(req.getParameter("a")) + "</p>"); // ok: xss
            resp.getOutputStream().write(("<i>" + req.getQueryString() + "</i>").getBytes(StandardCharsets.UTF_8)); // expect: xss
        }
    }

    static class Store implements Action {
        public void run(HttpServletRequest req, HttpServletResponse resp) throws Exception {
            String name = req.getPart("f").getSubmittedFileName();
            FileUtils.writeStringToFile(new File("/srv/" + name), "x", StandardCharsets.UTF_8); // expect: path-traversal
            FileUtils.writeStringToFile(new File("/srv/" + FilenameUtils.getName(name)), "x", StandardCharsets.UTF_8); // ok: path-traversal
            CommandLine cmd = CommandLine.parse("convert " + name); // expect: command-injection
            new DefaultExecutor().execute(cmd);
            CommandLine safe = new CommandLine("convert").addArgument(name); // ok: command-injection
            new DefaultExecutor().execute(safe);
        }
    }

    @Override
    protected void service(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        try {
            actions.get(req.getParameter("do")).run(req, resp);
        } catch (Exception e) {
            LOG.warning("failed " + req.getParameter("do")); // expect: log-injection
            e.printStackTrace(resp.getWriter()); // expect: information-exposure
        }
        resp.sendRedirect(req.getParameter("next")); // expect: open-redirect
        req.getRequestDispatcher("/WEB-INF/" + req.getParameter("page") + ".jsp").forward(req, resp); // expect: path-traversal
        resp.addHeader("X-Lang", req.getHeader("Accept-Language")); // expect: header-injection
        StringWriter w = new StringWriter();
        Velocity.evaluate(new VelocityContext(), w, "t", req.getParameter("tpl")); // expect: template-injection
        Template t = new Template("n", new StringReader(req.getParameter("ft")), new Configuration()); // expect: template-injection
        Socket s = new Socket(req.getParameter("host"), 80); // expect: ssrf
        File tmp = new File(System.getProperty("java.io.tmpdir"), "x" + System.currentTimeMillis()); // ok: path-traversal
        File tmp2 = File.createTempFile("a", "b"); // ok: insecure-temporary-file
        System.setProperty("k", req.getParameter("v")); // ok: command-injection
    }

    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().exec(new String[] { "ls", args[0] }); // ok: command-injection
        Runtime.getRuntime().exec("ls " + args[0]); // expect: command-injection
        String dir = System.getenv("DIR");
        new ProcessBuilder("bash", "-c", "ls " + dir).start(); // expect: command-injection
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Runtime.getRuntime().exec("ls " + in.readLine()); // expect: command-injection
    }
}
