package com.shop.files;

import jakarta.ws.rs.*;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipFile;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;

@Path("/files")
public class DownloadResource {
    private static final java.nio.file.Path ROOT = Paths.get("/srv/files").toAbsolutePath().normalize();

    @GET
    @Path("/{name}")
    public Response get(@PathParam("name") String name) throws IOException {
        return Response.ok(Files.readAllBytes(ROOT.resolve(name))).build(); // expect: path-traversal
    }

    @GET
    @Path("/checked/{name}")
    public Response checked(@PathParam("name") String name) throws IOException {
        java.nio.file.Path target = ROOT.resolve(name).normalize();
        if (!target.startsWith(ROOT)) {
            throw new ForbiddenException();
        }
        return Response.ok(Files.readAllBytes(target)).build(); // ok: path-traversal
    }

    @GET
    @Path("/unnormalised/{name}")
    public Response startsWithButNotNormalised(@QueryParam("name") String name) throws IOException {
        if (!name.startsWith("/srv/files/")) {
            throw new ForbiddenException();
        }
        return Response.ok(new FileInputStream(name)).build(); // expect: path-traversal
    }

    @GET
    @Path("/canonical")
    public Response canonical(@QueryParam("f") String f) throws IOException {
        File base = new File("/srv/files");
        File file = new File(base, f);
        if (!file.getCanonicalPath().startsWith(base.getCanonicalPath() + File.separator)) {
            return Response.status(403).build();
        }
        return Response.ok(new FileInputStream(file)).build(); // ok: path-traversal
    }

    @GET
    @Path("/base-name")
    public String baseName(@QueryParam("f") String f) throws IOException {
        String safe = FilenameUtils.getName(f);
        return FileUtils.readFileToString(new File("/srv/files", safe), StandardCharsets.UTF_8); // ok: path-traversal
    }

    @GET
    @Path("/nio-name")
    public String nioName(@QueryParam("f") String f) throws IOException {
        java.nio.file.Path safe = Paths.get(f).getFileName();
        return Files.readString(ROOT.resolve(safe)); // ok: path-traversal
    }

    @GET
    @Path("/replaced")
    public String replaced(@QueryParam("f") String f) throws IOException {
        String once = f.replaceFirst("\\.\\./", "");
        return Files.readString(Paths.get("/srv/files", once)); // expect: path-traversal
    }

    @POST
    @Path("/write")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response write(@HeaderParam("X-File") String file, String body, @Context UriInfo uri) throws IOException {
        try (FileWriter w = new FileWriter("/srv/files/" + file)) { // expect: path-traversal
            w.write(body);
        }
        String copy = uri.getQueryParameters().getFirst("copy");
        Files.writeString(Path.of("/srv/copies/" + copy + ".txt"), body); // expect: path-traversal
        UUID id = UUID.fromString(uri.getQueryParameters().getFirst("id"));
        Files.writeString(java.nio.file.Path.of("/srv/ids/" + id + ".txt"), body); // ok: path-traversal
        String generated = UUID.randomUUID() + ".txt";
        Files.writeString(java.nio.file.Path.of("/srv/ids/" + generated), body); // ok: path-traversal
        return Response.ok().build();
    }

    @POST
    @Path("/unzip")
    @Consumes("application/zip")
    public void unzip(InputStream in) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(in)) {
            ZipEntry e;
            while ((e = zip.getNextEntry()) != null) {
                File out = new File("/srv/unpacked", e.getName()); // expect: path-traversal
                try (OutputStream os = new FileOutputStream(out)) {
                    zip.transferTo(os);
                }
            }
        }
    }

    @POST
    @Path("/unzip-safe")
    @Consumes("application/zip")
    public void unzipSafe(InputStream in) throws IOException {
        java.nio.file.Path dir = Paths.get("/srv/unpacked").toRealPath();
        try (ZipInputStream zip = new ZipInputStream(in)) {
            ZipEntry e;
            while ((e = zip.getNextEntry()) != null) {
                java.nio.file.Path out = dir.resolve(e.getName()).normalize();
                if (!out.startsWith(dir)) throw new IOException("outside of the target folder: " + e.getName());
                Files.copy(zip, out); // ok: path-traversal
            }
        }
    }

    @GET
    @Path("/lang")
    public String lang(@QueryParam("lang") @DefaultValue("en") String lang) throws IOException {
        if (!lang.matches("[a-z]{2}(-[A-Z]{2})?")) throw new BadRequestException();
        return Files.readString(Paths.get("/srv/messages/" + lang + ".properties")); // ok: path-traversal
    }

    @GET
    @Path("/lang-loose")
    public String langLoose(@QueryParam("lang") String lang) throws IOException {
        if (!lang.matches("[a-z./]+")) throw new BadRequestException();
        return Files.readString(Paths.get("/srv/messages/" + lang + ".properties")); // expect: path-traversal
    }

    @DELETE
    @Path("/x")
    public void delete(@BeanParam Target target) {
        new File(target.path).delete(); // expect: path-traversal
    }

    public static class Target {
        @QueryParam("path")
        public String path;
    }
}
