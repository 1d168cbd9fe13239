package shop;

import java.io.IOException;
import java.util.Map;

class Base {
  protected final String program;
  protected final String folder;

  Base(Map<String, String> settings) {
    this("true", settings.get("folder"));
  }

  Base(String program, String folder) {
    this.program = program;
    this.folder = folder;
  }
}

class Runner extends Base {
  private final String argument;
  private Object rest;

  Runner(String argument) {
    this(argument, null);
  }

  Runner(String argument, Object rest) {
    super(argument, "fixed");
    this.argument = argument;
    this.rest = rest;
  }

  Runner(Integer number) {
    super("ls", "fixed");
    this.argument = "-l" + number;
  }

  void start() throws IOException {
    Runtime.getRuntime().exec(argument); // expect: command-injection
    Runtime.getRuntime().exec(folder); // ok: command-injection
  }

  void again() throws IOException {
    Runtime.getRuntime().exec(program); // expect: command-injection
  }

  void listed() throws IOException {
    Runtime.getRuntime().exec(argument + program); // ok: command-injection
  }

  void run(String command) throws IOException {
    run(command, new String[0]);
  }

  void run(String command, String[] environment) throws IOException {
    run(command, environment, 10);
  }

  void run(String command, String[] environment, int seconds) throws IOException {
    Runtime.getRuntime().exec(command, environment); // expect: command-injection
  }
}
