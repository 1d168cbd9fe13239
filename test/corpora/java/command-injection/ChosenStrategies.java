// Strategies that a framework collects, or a table holds: which one is called is not known, so each may be.
package com.acme.media;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

interface Converter {
  String format();

  void convert(String file) throws Exception;
}

@Component("gif")
class ToGif implements Converter {
  public String format() {
    return "gif";
  }

  public void convert(String file) throws Exception {
    Runtime.getRuntime().exec("convert " + file); // expect: command-injection
  }
}

@Component("none")
class Untouched implements Converter {
  public String format() {
    return "none";
  }

  public void convert(String file) throws Exception {
    Runtime.getRuntime().exec("touch done"); // ok: command-injection
  }
}

abstract class Step {
  final void handle(String file) throws Exception {
    apply(file);
  }

  abstract void apply(String file) throws Exception;
}

@Component
class Shrink extends Step {
  void apply(String file) throws Exception {
    Runtime.getRuntime().exec("shrink " + file); // expect: command-injection
  }
}

enum Tool {
  FLIP {
    void run(String file) throws Exception {
      Runtime.getRuntime().exec("flip " + file); // expect: command-injection
    }
  },
  NOTHING {
    void run(String file) throws Exception {
      Runtime.getRuntime().exec("true"); // ok: command-injection
    }
  };

  abstract void run(String file) throws Exception;
}

enum Viewer {
  FAST(file -> Tools.show(file)),
  SLOW(file -> Tools.print("test page"));

  private final Consumer<String> open;

  Viewer(Consumer<String> open) {
    this.open = open;
  }

  void open(String file) {
    open.accept(file);
  }
}

class Tools {
  static void show(String file) {
    try {
      Runtime.getRuntime().exec("feh " + file); // expect: command-injection
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void print(String file) {
    try {
      Runtime.getRuntime().exec("lp " + file); // ok: command-injection
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

class Upload implements Callable<String> {
  private final String file;

  Upload(String file) {
    this.file = file;
  }

  public String call() throws Exception {
    Runtime.getRuntime().exec("scp " + file); // expect: argument-injection
    return file;
  }
}

@RestController
class ConverterController {
  @Autowired private Map<String, Converter> byName;
  private final Map<String, Converter> byFormat;
  private final List<Step> steps;
  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  ConverterController(List<Converter> converters, List<Step> steps) {
    byFormat = converters.stream().collect(Collectors.toMap(Converter::format, Function.identity()));
    this.steps = steps;
  }

  @GetMapping("/convert")
  void convert(@RequestParam String name, @RequestParam String file) throws Exception {
    byName.get(name).convert(file);
    byFormat.get(name).convert(file);
  }

  @GetMapping("/steps")
  void steps(@RequestParam String file) throws Exception {
    for (Step step : steps) step.handle(file);
    pool.submit(new Upload(file));
  }

  @GetMapping("/tools")
  void tools(@RequestParam String tool, @RequestParam String file) throws Exception {
    Tool.valueOf(tool).run(file);
    Viewer.valueOf(tool).open(file);
  }
}

class Player implements com.acme.players.Player {
  public void play(String file) throws Exception {
    Runtime.getRuntime().exec("mpv " + file); // expect: command-injection
  }

  public void stop(String file) throws Exception {
    Runtime.getRuntime().exec("kill " + file); // ok: command-injection
  }
}

interface Printer {
  void print(String file) throws Exception;
}

class Queue {
  public void print(String file) throws Exception {
    Runtime.getRuntime().exec("lp " + file); // expect: command-injection
  }
}

class OfficePrinter extends Queue implements Printer {}

@RestController
class PlayerController {
  private final com.acme.players.Player player;
  private final Printer printer;

  PlayerController(com.acme.players.Player player, Printer printer) {
    this.player = player;
    this.printer = printer;
  }

  @GetMapping("/play")
  void play(@RequestParam String file) throws Exception {
    player.play(file);
    printer.print(file);
  }
}
