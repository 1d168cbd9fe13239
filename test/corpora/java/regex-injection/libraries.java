package search;

import com.google.common.base.Splitter;
import java.util.regex.Pattern;
import org.apache.commons.lang3.RegExUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SearchController {
  @GetMapping("/search")
  void search(@RequestParam String term, @RequestParam String text) {
    RegExUtils.removeAll(text, term); // expect: regex-injection
    RegExUtils.removeAll(text, Pattern.compile(Pattern.quote(term))); // ok: regex-injection
    Splitter.onPattern(term); // expect: regex-injection
    Splitter.on(term).split(text); // ok: regex-injection
    Pattern.compile(term, Pattern.CASE_INSENSITIVE); // expect: regex-injection
    Pattern.compile(term, Pattern.LITERAL).matcher(text).find(); // ok: regex-injection
  }
}
