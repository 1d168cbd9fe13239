package com.acme.search;

import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;

public class SearchServlet {
  public boolean search(HttpServletRequest request, String text) {
    String term = request.getParameter("term");
    boolean open = Pattern.compile(term).matcher(text).find(); // expect: regex-injection
    boolean quoted = Pattern.compile(Pattern.quote(term)).matcher(text).find(); // ok: regex-injection
    boolean fixed = Pattern.compile("[a-z]+").matcher(term).find(); // ok: regex-injection
    return open || quoted || fixed || text.matches(".*" + term + ".*"); // expect: regex-injection
  }
}
