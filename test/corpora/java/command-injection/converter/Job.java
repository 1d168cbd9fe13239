package com.acme.convert;

record Job(String input, String format) {
  String output() {
    return "out." + format;
  }
}
