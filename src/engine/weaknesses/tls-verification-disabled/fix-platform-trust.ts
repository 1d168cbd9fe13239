import type { Edit } from '../../fixes/edits.ts';
import { noFix, type Strategy } from '../../fixes/fix.ts';
import { withHelper } from '../../fixes/helpers.ts';
import { type Imported, javaClass } from '../../fixes/imports.ts';
import type { Source } from '../../fixes/source.ts';
import { childOf, fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

const helper = 'platformTrustManager';

/** A trust manager of the program's own that accepts every server asks the one of the platform. */
const platformTrust: Strategy = {
  languages: ['java'],
  fix: ({ source, node }) => {
    const method = source.around(node, 'method_declaration');
    const name = method && fieldOf(method, 'name');
    const body = method && fieldOf(method, 'body');
    if (!method || !body || !name || source.textOf(name) !== 'checkServerTrusted') return undefined;
    const parameters = (fieldOf(method, 'parameters')?.children ?? []).flatMap((one) => {
      const named = one.type === 'formal_parameter' ? fieldOf(one, 'name') : undefined;
      return named ? [source.textOf(named)] : [];
    });
    const [chain, type] = parameters;
    if (chain === undefined || type === undefined || parameters.length !== 2)
      return noFix(
        'This check also gets the connection, which only a trust manager of the platform knows how to look at. Leave the class out, and put the authority of the server into a trust store instead.',
      );
    const exception = javaClass(source, 'java.security.cert.CertificateException');
    const thrown = childOf(method, 'throws');
    if (thrown && !/\b(?:Certificate|GeneralSecurity)?Exception\b/.test(source.textOf(thrown)))
      return noFix(
        'The check declares which exceptions it throws, and the one for a certificate that is refused is not among them. Declare `CertificateException`, then the platform’s check can be asked.',
      );
    const declared: Edit[] = thrown ? [] : [{ at: body.at, end: body.at, text: `throws ${exception.name} ` }];
    return {
      strategy: 'tls-verification-disabled/platform-trust',
      title: 'Have the platform check the certificate',
      explanation:
        'The trust manager accepted whatever certificate it was shown. It now asks the one of the platform, which throws where a certificate is not signed by an authority of the trust store, or has ended. A server with a certificate of its own making is refused then: put its authority into a trust store, and name that with `javax.net.ssl.trustStore`.',
      edits: [
        ...declared,
        asked(source, method, body, `${helper}().checkServerTrusted(${chain}, ${type});`),
        ...helperOf(source, method, exception),
      ],
    };
  },
};

/** The question comes first; what the method did besides, such as writing to a log, stays. */
function asked(source: Source, method: SyntaxNode, body: SyntaxNode, call: string): Edit {
  const { eol, indent } = source.style;
  const outer = source.indentationAt(method.at);
  const hasStatements = body.children.some(({ type }) => !type.endsWith('comment'));
  const text = `{${eol}${outer}${indent}${call}`;
  return hasStatements
    ? { at: body.at, end: body.at + 1, text }
    : { at: body.at, end: body.end, text: `${text}${eol}${outer}}` };
}

function helperOf(source: Source, method: SyntaxNode, exception: Imported): Edit[] {
  const security = ['KeyStore', 'KeyStoreException', 'NoSuchAlgorithmException'].map((name) =>
    javaClass(source, `java.security.${name}`),
  );
  const ssl = ['TrustManager', 'TrustManagerFactory', 'X509TrustManager'].map((name) =>
    javaClass(source, `javax.net.ssl.${name}`),
  );
  const [store, storeException, noAlgorithm] = security.map(({ name }) => name);
  const [manager, factory, checking] = ssl.map(({ name }) => name);
  const added = withHelper(source, method, helper, (unit) => [
    '/** Checks certificates as the platform does by default. */',
    `private static ${checking} ${helper}() throws ${exception.name} {`,
    `${unit}try {`,
    `${unit.repeat(2)}${factory} factory = ${factory}.getInstance(${factory}.getDefaultAlgorithm());`,
    `${unit.repeat(2)}factory.init((${store}) null);`,
    `${unit.repeat(2)}for (${manager} manager : factory.getTrustManagers()) {`,
    `${unit.repeat(3)}if (manager instanceof ${checking}) {`,
    `${unit.repeat(4)}return (${checking}) manager;`,
    `${unit.repeat(3)}}`,
    `${unit.repeat(2)}}`,
    `${unit.repeat(2)}throw new ${exception.name}("The platform has no trust manager.");`,
    `${unit}} catch (${noAlgorithm} | ${storeException} e) {`,
    `${unit.repeat(2)}throw new ${exception.name}(e);`,
    `${unit}}`,
    '}',
  ]);
  const imports = added.length === 0 ? [exception] : [...security, exception, ...ssl];
  return [...imports.flatMap(({ edits }) => edits), ...added];
}

export const fixes: readonly Strategy[] = [platformTrust];
