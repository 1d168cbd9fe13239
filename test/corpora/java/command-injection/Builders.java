// Members that Lombok adds: what is put into one property is found in that property, and in no other.
import lombok.AllArgsConstructor;
import lombok.Builder;
import lombok.Data;
import lombok.Getter;
import lombok.Value;
import lombok.With;
import lombok.experimental.Accessors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Builder(toBuilder = true)
@Getter
class Parcel {
  private String street;
  private String country;
}

@Data
@Accessors(chain = true)
class Letter {
  private String street;
  private String country;
}

@Data
@Accessors(fluent = true)
class Card {
  private String street;
  private String country;
}

@With
@Value
class Stamp {
  String text;
  String country;
}

@AllArgsConstructor
@Getter
class Label {
  @With private final String text;
  private final String country;
}

@RestController
class Post {
  private static void print(String text) throws Exception {
    Runtime.getRuntime().exec("label " + text); // expect: command-injection
  }

  private static void sort(String country) throws Exception {
    Runtime.getRuntime().exec("sort " + country); // ok: command-injection
  }

  @GetMapping("/parcel")
  void parcel(@RequestParam String street) throws Exception {
    Parcel parcel = Parcel.builder().street(street).country("FR").build();
    print(parcel.getStreet());
    sort(parcel.getCountry());
    Parcel moved = Parcel.builder().country("IT").build().toBuilder().street(street).build();
    Runtime.getRuntime().exec("label " + moved.getStreet()); // expect: command-injection
    sort(moved.getCountry());
  }

  @GetMapping("/letter")
  void letter(@RequestParam String street) throws Exception {
    Letter letter = new Letter().setStreet(street).setCountry("FR");
    Runtime.getRuntime().exec("label " + letter.getStreet()); // expect: command-injection
    sort(letter.getCountry());
    Card card = new Card().street(street).country("FR");
    Runtime.getRuntime().exec("label " + card.street()); // expect: command-injection
    sort(card.country());
  }

  @GetMapping("/stamp")
  void stamp(@RequestParam String text) throws Exception {
    Stamp plain = new Stamp("free", "FR");
    Stamp stamp = plain.withText(text);
    Runtime.getRuntime().exec("label " + stamp.getText()); // expect: command-injection
    Runtime.getRuntime().exec("label " + plain.getText()); // ok: command-injection
    sort(stamp.getCountry());
    Label label = new Label("free", "FR").withText(text);
    Runtime.getRuntime().exec("label " + label.getText()); // expect: command-injection
    sort(label.getCountry());
  }
}
