import java.io.*;
import javax.servlet.ServletException;
import javax.servlet.http.*;

public class UploadServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        Part part = req.getPart("file");
        String name = part.getSubmittedFileName();
        part.write("/srv/up/" + name); // expect: path-traversal
        FileOutputStream out = new FileOutputStream("/srv/" + getServletContext().getInitParameter("dir")); // ok: path-traversal
        out.close();
        String pathInfo = req.getPathInfo();
        try (PrintWriter w = new PrintWriter(new FileWriter("/srv/log" + pathInfo))) { // expect: path-traversal
            w.println("x");
        }
        RandomAccessFile raf = new RandomAccessFile(req.getHeader("X-File"), "r"); // expect: path-traversal
        raf.close();
    }
}
