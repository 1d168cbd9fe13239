import io.jsonwebtoken.JwtBuilder;
import io.jsonwebtoken.Jwts;
import java.security.Key;

class Unsigned {
  String bare(String user) {
    return Jwts.builder().setSubject(user).claim("admin", true).compact(); // expect: jwt-misuse
  }

  String signed(String user, Key key) {
    return Jwts.builder().setSubject(user).signWith(key).claim("admin", false).compact(); // ok: jwt-misuse
  }

  String inSteps(String user, Key key) {
    JwtBuilder builder = Jwts.builder();
    builder.setSubject(user);
    builder.signWith(key);
    return builder.compact(); // ok: jwt-misuse
  }
}
