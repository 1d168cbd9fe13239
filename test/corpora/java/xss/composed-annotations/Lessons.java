package lessons;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.util.HtmlUtils;

@LessonController
public class Lessons {
  @LessonMapping("/first")
  public ResponseEntity<String> first(@RequestParam String image) {
    String page = "<img src='%s'>";
    return new ResponseEntity<>(String.format(page, image), HttpStatus.OK); // expect: xss
  }

  @LessonMapping("/second")
  public ResponseEntity<String> second(@RequestParam String image) {
    return ResponseEntity.ok("<img src='" + HtmlUtils.htmlEscape(image) + "'>"); // ok: xss
  }

  @LessonMapping("/fourth")
  public ResponseEntity<?> fourth(@RequestParam String name) {
    return ResponseEntity.ok(new Lesson(name)); // ok: xss
  }

  @LessonMapping("/fifth")
  public String fifth(String name) {
    return "<p>" + name + "</p>"; // expect: xss
  }

  public String helper(String name) {
    return "<p>" + name + "</p>"; // ok: xss
  }

  record Lesson(String name) {}
}
