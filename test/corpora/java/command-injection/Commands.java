package ops;

import java.io.*;
import java.util.*;
import java.util.concurrent.Executors;
import org.springframework.web.bind.annotation.*;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;

@RestController
public class Commands {
    private static final Map<String, String> TOOLS = Map.of("disk", "df -h", "mem", "free -m");

    @GetMapping("/ping")
    public String ping(@RequestParam("host") String host) throws IOException {
        Process p = Runtime.getRuntime().exec("ping -c 1 " + host); // expect: command-injection
        return new String(p.getInputStream().readAllBytes());
    }

    @GetMapping("/ping2")
    public void ping2(@RequestParam String host) throws IOException {
        new ProcessBuilder("sh", "-c", "ping " + host).start(); // expect: command-injection
        new ProcessBuilder("ping", "-c", "1", "localhost").start(); // ok: command-injection
    }

    @GetMapping("/list")
    public void list(@RequestParam String dir) throws IOException {
        List<String> command = new ArrayList<>();
        command.add("/bin/bash");
        command.add("-c");
        command.add("ls " + dir);
        ProcessBuilder builder = new ProcessBuilder();
        builder.command(command); // expect: command-injection
        builder.start();
    }

    @GetMapping("/array")
    public void array(@RequestParam String name) throws IOException {
        String[] cmd = {"cmd.exe", "/c", "dir " + name};
        Runtime rt = Runtime.getRuntime();
        rt.exec(cmd); // expect: command-injection
    }

    @GetMapping("/tool")
    public void tool(@RequestParam String tool) throws IOException {
        String command = TOOLS.get(tool);
        if (command == null) throw new IllegalArgumentException("unknown");
        Runtime.getRuntime().exec(command); // ok: command-injection
        Runtime.getRuntime().exec(TOOLS.getOrDefault(tool, "uptime")); // ok: command-injection
    }

    @PostMapping("/later")
    public void later(@RequestBody Job job) {
        Executors.newSingleThreadExecutor().submit(() -> {
            try {
                Runtime.getRuntime().exec(job.getCommand()); // expect: command-injection
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @GetMapping("/exec")
    public int exec(@RequestParam String file, @RequestParam int width) throws IOException {
        Runtime.getRuntime().exec("convert -resize " + width + " a.png b.png"); // ok: command-injection
        return new DefaultExecutor().execute(CommandLine.parse("convert " + file)); // expect: command-injection
    }

    static class Job {
        private String command;
        public String getCommand() { return command; }
        public void setCommand(String command) { this.command = command; }
    }
}
