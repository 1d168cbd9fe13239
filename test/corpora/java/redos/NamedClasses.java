import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Patterns in Java's own way of writing, asked of what clients send. */
@RestController
public class NamedClasses {
    private static final Pattern NAME = Pattern.compile("(?:\\p{Alpha}|\\p{Lower})+\\d");
    private static final Pattern PLAIN = Pattern.compile("^\\p{Alpha}+\\d$");
    private static final Pattern KEPT = Pattern.compile("(?:\\p{Alpha}|\\p{Lower})++\\d");

    @GetMapping("/names")
    String names(@RequestParam String name) {
        NAME.matcher(name).find(); // expect: redos
        PLAIN.matcher(name).find(); // ok: redos
        KEPT.matcher(name).find(); // ok: redos
        name.matches("(?:[a-z]+ ?)*"); // expect: redos
        name.matches("(?:[a-z]+ )*"); // ok: redos
        return "";
    }
}
