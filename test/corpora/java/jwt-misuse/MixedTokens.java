import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Jwts;
import java.security.Key;

public class MixedTokens {
    private Key key;

    Object a(String t) { return JWT.decode(t).getSubject(); } // expect: jwt-misuse
    Object b(String t, byte[] k) { return JWT.require(Algorithm.HMAC256(k)).build().verify(t); } // ok: jwt-misuse
    Object c(String s) { return JWT.create().withSubject(s).sign(Algorithm.none()); } // expect: jwt-misuse
    Object d(String t) { return Jwts.parser().setSigningKey(key).parse(t); } // expect: jwt-misuse
    Object e(String t) { return Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(t); } // ok: jwt-misuse
}
