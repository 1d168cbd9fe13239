import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { misuses, neutrals, of, sources, types } from './rows.ts';

const jjwt = 'io.jsonwebtoken.';
const signed = `${jjwt}JwtBuilder.signed`;
const settings =
  'setSubject subject setClaims claims addClaims claim setIssuer issuer setIssuedAt issuedAt setExpiration expiration setNotBefore notBefore setHeaderParam setHeader setId id setAudience audience and compressWith header content setPayload';

/** JSON web tokens: jjwt, Auth0's java-jwt, Nimbus. */
export const jwt = definePack({
  id: 'java/jwt',
  languages: ['java'],
  title: 'JSON web tokens',
  provenance: 'Library documentation; OWASP JWT cheat sheet.',
  rows: [
    ...types({
      [`${jjwt}Jwts.parser`]: `${jjwt}JwtParser`,
      [`${jjwt}Jwts.parserBuilder`]: `${jjwt}JwtParser`,
      [`${jjwt}JwtParserBuilder.build`]: `${jjwt}JwtParser`,
      [`${jjwt}Jwts.builder`]: `${jjwt}JwtBuilder`,
      ...Object.fromEntries(
        of(
          `${jjwt}JwtParser`,
          'setSigningKey verifyWith build requireIssuer setAllowedClockSkewSeconds setSigningKeyResolver decryptWith',
        ).map((api) => [api, `${jjwt}JwtParser`]),
      ),
      ...Object.fromEntries(of(`${jjwt}JwtBuilder`, settings).map((api) => [api, `${jjwt}JwtBuilder`])),
      ...Object.fromEntries(of(signed, `${settings} signWith encryptWith`).map((api) => [api, signed])),
      ...Object.fromEntries(of(`${jjwt}JwtBuilder`, 'signWith encryptWith').map((api) => [api, signed])),
      'com.auth0.jwt.JWT.require': 'com.auth0.jwt.interfaces.Verification',
      'com.auth0.jwt.JWT.create': 'com.auth0.jwt.JWTCreator.Builder',
    }),
    // What is in a token is encoded.
    ...neutrals([`${jjwt}JwtBuilder.compact`, `${signed}.compact`, 'com.auth0.jwt.JWTCreator.Builder.sign']),
    // What a token's header says is read before its signature is checked.
    ...sources('remote', 'the header of a token', of(`${jjwt}JwsHeader`, 'get getKeyId getAlgorithm')),
    ...sources('remote', 'the header of a token', [
      ...of('com.auth0.jwt.interfaces.DecodedJWT', 'getKeyId getHeaderClaim'),
      ...of('com.nimbusds.jose.JWSHeader', 'getKeyID getJWKURL'),
    ]),
    ...misuses(
      'jwt-misuse',
      'This reads the token without requiring a signature, so anyone can write one. Use parseClaimsJws or parseSignedClaims.',
      [
        ...of(
          `${jjwt}JwtParser`,
          'parse parseClaimsJwt parsePlaintextJwt parseUnsecuredClaims parseUnsecuredContent',
        ),
      ],
      { confidence: 80 },
    ),
    ...misuses(
      'jwt-misuse',
      'Tokens without a signature are made or accepted.',
      [
        'com.auth0.jwt.algorithms.Algorithm.none',
        `${jjwt}JwtParser.unsecured`,
        `${jjwt}JwtParserBuilder.unsecured`,
        'com.nimbusds.jwt.PlainJWT.parse',
      ],
      { confidence: 80 },
    ),
    ...misuses(
      'jwt-misuse',
      'The token is read without checking its signature, so anyone can have written it.',
      ['com.auth0.jwt.JWT.decode'],
      { confidence: 60, variant: 'decode' },
    ),
    // A builder is changed in place, too.
    ...of(`${jjwt}JwtBuilder`, 'signWith encryptWith').map(
      (api): RowInput => ({ kind: 'become', api, type: signed }),
    ),
    ...misuses(
      'jwt-misuse',
      'This token is made without a signature, so anyone can write one. Call signWith before compact.',
      [`${jjwt}JwtBuilder.compact`],
    ),
    ...misuses('jwt-misuse', 'Tokens without a signature are made.', [`${jjwt}JwtBuilder.signWith`], {
      when: [{ input: 'Argument[0]', type: `${jjwt}SignatureAlgorithm.NONE` }],
    }),
    ...types({ [`${jjwt}SignatureAlgorithm.NONE`]: `${jjwt}SignatureAlgorithm.NONE` }),
    ...misuses(
      'hard-coded-secret',
      'The key that signs tokens stands in the code, so anyone who has the program can sign.',
      [`${jjwt}JwtBuilder.signWith`],
      {
        when: [{ input: 'Argument[1]', matches: '^[\\s\\S]{4,}' }],
      },
    ),
    ...misuses(
      'hard-coded-secret',
      'The key that verifies tokens stands in the code, so anyone who has the program can sign.',
      [
        `${jjwt}JwtParser.setSigningKey`,
        ...of('com.auth0.jwt.algorithms.Algorithm', 'HMAC256 HMAC384 HMAC512'),
        `${jjwt}security.Keys.hmacShaKeyFor`,
      ],
      { when: [{ input: 'Argument[0]', matches: '^[\\s\\S]{4,}' }] },
    ),
  ],
});
