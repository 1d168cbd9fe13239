package com.acme.web;

import com.acme.validation.Constraints.Choice;
import com.acme.validation.Listed;
import java.util.List;
import java.util.Map;
import javax.validation.Valid;
import javax.validation.constraints.Pattern;
import lombok.Data;

public class Forms {
  interface Create {}

  interface Update {}

  @Data
  public static class Base {
    @Pattern(regexp = "^[A-Za-z]+$")
    private String inherited;

    private Map<@Valid @Pattern(regexp = "^[A-Za-z]+$") String, String> orders;

    public String orderText() {
      StringBuilder text = new StringBuilder();
      for (Map.Entry<String, String> entry : orders.entrySet()) {
        text.append(entry.getKey()).append(" ").append("desc".equals(entry.getValue()) ? "desc" : "asc");
      }
      return text.toString();
    }

    public String valueText() {
      StringBuilder text = new StringBuilder();
      for (Map.Entry<String, String> entry : orders.entrySet()) {
        text.append(entry.getKey()).append(" ").append(entry.getValue());
      }
      return text.toString();
    }
  }

  @Data
  public static class Filter extends Base {
    @Listed
    private String sort;

    @Choice
    private String choice;

    private String term;

    private List<@Pattern(regexp = "[a-z]+") String> columns;

    @Valid
    private Inner inner;

    private Unseen unseen;

    @Pattern(regexp = "[a-z]+", groups = Update.class)
    private String updated;
  }

  @Data
  public static class Inner {
    @Pattern(regexp = "[a-z]+")
    private String name;
  }

  /** The field that holds it is not marked `@Valid`. */
  @Data
  public static class Unseen {
    @Pattern(regexp = "[a-z]+")
    private String name;
  }

  @Data
  public static class OpenFilter {
    @Listed
    private String sort;

    @Pattern(regexp = "[a-z]+")
    private String by;
  }

  @Data
  public static class Saved {
    @Pattern(regexp = "[a-z]+", groups = Create.class)
    private String created;

    @Pattern(regexp = "[a-z]+")
    private String always;
  }

  @Data
  public static class Page {
    @Pattern(regexp = "[a-z]+")
    private String sort;
  }

  @Data
  public static class Unasked {
    @Pattern(regexp = "[a-z]+")
    private String sort;
  }
}
