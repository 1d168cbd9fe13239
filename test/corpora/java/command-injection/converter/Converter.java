package com.acme.convert;

import java.io.IOException;

class Converter {
  void convert(Job job) throws IOException {
    run("convert " + job.input() + " " + job.output());
  }

  void convertSafely(Job job) throws IOException {
    Process process = new ProcessBuilder("convert", "upload.bin", "out.png").start(); // ok: command-injection
    process.destroy();
  }

  private void run(String command) throws IOException {
    Runtime.getRuntime().exec(command); // expect: command-injection
  }
}
