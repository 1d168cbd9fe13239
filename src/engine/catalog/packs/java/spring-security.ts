import { definePack } from '../../pack.ts';
import { misuses, of, types } from './rows.ts';

const security = 'org.springframework.security.config.';
const http = `${security}annotation.web.builders.HttpSecurity`;
const configurers = `${security}annotation.web.configurers.`;
const web = 'org.springframework.web.';
const cookie = 'org.springframework.http.ResponseCookie';

/** What Spring is told about forged requests, foreign sites and cookies. */
export const springSecurity = definePack({
  id: 'java/spring-security',
  languages: ['java'],
  title: 'Spring Security',
  provenance: 'Spring Security and Spring Framework documentation.',
  rows: [
    ...types({
      [`${http}.csrf`]: `${configurers}CsrfConfigurer`,
      [`${http}.headers`]: `${configurers}HeadersConfigurer`,
      [`${http}.cors`]: `${configurers}CorsConfigurer`,
      [`${configurers}HeadersConfigurer.frameOptions`]: `${configurers}HeadersConfigurer.FrameOptionsConfig`,
      [`${configurers}CsrfConfigurer.and`]: `${http}`,
      ...Object.fromEntries(
        of(
          `${http}`,
          'authorizeRequests authorizeHttpRequests formLogin httpBasic logout sessionManagement exceptionHandling and disable',
        ).map((api) => [api, `${http}`]),
      ),
      ...Object.fromEntries(
        of(
          `${http}`,
          'antMatchers requestMatchers mvcMatchers anyRequest authenticated permitAll hasRole hasAnyRole hasAuthority loginPage defaultSuccessUrl failureUrl logoutUrl sessionCreationPolicy',
        ).map((api) => [api, `${http}`]),
      ),
    }),
    {
      kind: 'callback',
      api: `${http}.csrf`,
      argument: 0,
      params: [{ type: `${configurers}CsrfConfigurer` }],
    },
    ...misuses(
      'csrf-disabled',
      'Requests that another site forges are accepted. Keep it on for browser sessions; a stateless API with tokens in a header may switch it off.',
      [`${configurers}CsrfConfigurer.disable`, `${security}web.server.ServerHttpSecurity.CsrfSpec.disable`],
    ),
    // `csrf(AbstractHttpConfigurer::disable)`, where `cors` and others take the same.
    ...misuses(
      'csrf-disabled',
      'Requests that another site forges are accepted. Keep it on for browser sessions; a stateless API with tokens in a header may switch it off.',
      [`${configurers}AbstractHttpConfigurer.disable`],
      { when: [{ input: 'Receiver|Argument[0]', type: `${configurers}CsrfConfigurer` }] },
    ),
    ...types({
      [`${security}web.server.ServerHttpSecurity.csrf`]: `${security}web.server.ServerHttpSecurity.CsrfSpec`,
    }),
    {
      kind: 'callback',
      api: `${security}web.server.ServerHttpSecurity.csrf`,
      argument: 0,
      params: [{ type: `${security}web.server.ServerHttpSecurity.CsrfSpec` }],
    },
    ...types({
      [`${web}servlet.config.annotation.CorsRegistry.addMapping`]: `${web}servlet.config.annotation.CorsRegistration`,
      ...Object.fromEntries(
        of(
          `${web}servlet.config.annotation.CorsRegistration`,
          'allowedOrigins allowedMethods allowedHeaders allowedOriginPatterns allowCredentials exposedHeaders maxAge',
        ).map((api) => [api, `${web}servlet.config.annotation.CorsRegistration`]),
      ),
    }),
    ...misuses(
      'cors-misconfiguration',
      'Every site may read the answers of this server.',
      [
        `${web}cors.CorsConfiguration.addAllowedOrigin`,
        `${web}servlet.config.annotation.CorsRegistration.allowedOrigins`,
        `${web}cors.CorsConfiguration.addAllowedOriginPattern`,
        `${web}servlet.config.annotation.CorsRegistration.allowedOriginPatterns`,
      ],
      {
        when: [{ input: 'Argument[0]', is: ['*'] }],
        confidence: 65,
      },
    ),
    ...misuses(
      'cors-misconfiguration',
      'Every site may read the answers of this server.',
      of(`${web}cors.CorsConfiguration`, 'setAllowedOrigins setAllowedOriginPatterns'),
      {
        when: [{ input: 'Argument[0].0', is: ['*'] }],
        confidence: 65,
      },
    ),
    ...misuses(
      'debug-enabled',
      'The security debug mode writes requests with their credentials to the log.',
      [`${security}annotation.web.builders.WebSecurity.debug`],
      {
        when: [{ input: 'Argument[0]', is: [true] }],
      },
    ),
    ...misuses(
      'insecure-cookie',
      'The cookie may be sent over unencrypted connections.',
      [`${cookie}.ResponseCookieBuilder.secure`],
      {
        when: [{ input: 'Argument[0]', is: [false] }],
      },
    ),
    ...types({
      [`${cookie}.from`]: `${cookie}.ResponseCookieBuilder`,
      ...Object.fromEntries(
        of(`${cookie}.ResponseCookieBuilder`, 'httpOnly secure path maxAge sameSite domain value').map(
          (api) => [api, `${cookie}.ResponseCookieBuilder`],
        ),
      ),
    }),
    ...types(
      Object.fromEntries(
        of(`${cookie}.SecuredBuilder`, 'httpOnly path maxAge sameSite domain value').map((api) => [
          api,
          `${cookie}.SecuredBuilder`,
        ]),
      ),
    ),
    {
      kind: 'become',
      api: `${cookie}.ResponseCookieBuilder.secure`,
      type: `${cookie}.SecuredBuilder`,
    },
    {
      kind: 'become',
      api: `${cookie}.ResponseCookieBuilder.maxAge`,
      type: `${cookie}.RemovedBuilder`,
      when: [{ input: 'Argument[0]', is: [0] }],
    },
    ...misuses(
      'insecure-cookie',
      'The cookie may be sent over unencrypted connections: `secure(true)` is missing.',
      [`${cookie}.ResponseCookieBuilder.build`],
      { when: [{ input: 'Receiver', type: `${cookie}.ResponseCookieBuilder` }] },
    ),
    ...misuses(
      'insecure-cookie',
      'Scripts in the page can read the cookie.',
      [`${cookie}.ResponseCookieBuilder.httpOnly`],
      {
        when: [{ input: 'Argument[0]', is: [false] }],
        variant: 'script-readable',
      },
    ),
  ],
});
