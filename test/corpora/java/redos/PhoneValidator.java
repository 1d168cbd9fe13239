package com.acme.forms;

import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class PhoneValidator {
  private static final Pattern NESTED = Pattern.compile("^(\\d+\\s?)+$");
  private static final Pattern LINEAR = Pattern.compile("^\\+?[0-9 ]{6,20}$");

  @GetMapping("/phone")
  public boolean phone(@RequestParam String number) {
    boolean slow = NESTED.matcher(number).matches(); // expect: redos
    boolean fast = LINEAR.matcher(number).matches(); // ok: redos
    return slow && fast && number.matches("(a|a)*b"); // expect: redos
  }

  public boolean fixed() {
    return NESTED.matcher("030 1234567").matches(); // ok: redos
  }
}
