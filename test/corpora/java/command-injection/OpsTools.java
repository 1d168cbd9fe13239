package com.shop.ops;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
@RequestMapping("/ops")
class ToolsController {
    private final ToolService tools;

    ToolsController(ToolService tools) {
        this.tools = tools;
    }

    @GetMapping("/ping")
    String ping(@RequestParam String host) throws IOException {
        return tools.ping(host);
    }

    @GetMapping("/lookup")
    String lookup(@RequestParam String host) throws IOException {
        return tools.lookup(host);
    }

    @PostMapping("/convert")
    void convert(@RequestParam MultipartFile file) throws IOException {
        tools.convert(file.getOriginalFilename());
    }

    @GetMapping("/log")
    void log(@RequestParam Integer lines, @RequestParam String unit) throws IOException {
        tools.log(lines, unit);
    }
}

@Service
class ToolService {
    private static final Pattern HOST = Pattern.compile("^[a-zA-Z0-9][a-zA-Z0-9.-]{0,252}$");

    String ping(String host) throws IOException {
        Process p = Runtime.getRuntime().exec("ping -c 1 " + host); // expect: command-injection
        try (BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()))) {
            return r.readLine().length() + "";
        }
    }

    String lookup(String host) throws IOException {
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("not a host");
        }
        new ProcessBuilder("nslookup", host).start(); // ok: command-injection
        return "";
    }

    void convert(String name) throws IOException {
        List<String> command = new ArrayList<>();
        command.add("/bin/sh");
        command.add("-c");
        command.add("convert " + name + " out.png");
        new ProcessBuilder(command).start(); // expect: command-injection

        CommandLine line = CommandLine.parse("convert " + name); // expect: command-injection
        new DefaultExecutor().execute(line);

        String[] argv = {"bash", "-c", "file " + name};
        Runtime.getRuntime().exec(argv); // expect: command-injection
        Runtime.getRuntime().exec(new String[] {"cmd.exe", "/c", "dir"}); // ok: command-injection
    }

    void log(int lines, String unit) throws IOException {
        Runtime.getRuntime().exec("journalctl -n " + lines); // ok: command-injection
        Function<String, String> render = u -> "journalctl -u " + u;
        ProcessBuilder pb = new ProcessBuilder();
        pb.command("sh", "-c", render.apply(unit)); // expect: command-injection
        pb.start();
        if (Arrays.asList("web", "worker").contains(unit)) {
            Runtime.getRuntime().exec("systemctl restart " + unit); // ok: command-injection
        }
    }
}
