/** Words of class ids that are not written as they are spelt in the id. */
const acronyms: Readonly<Record<string, string>> = {
  sql: 'SQL',
  nosql: 'NoSQL',
  ldap: 'LDAP',
  xss: 'XSS',
  ssrf: 'SSRF',
  xxe: 'XXE',
  tls: 'TLS',
  jwt: 'JWT',
  csrf: 'CSRF',
  cors: 'CORS',
  redos: 'ReDoS',
  xpath: 'XPath',
  url: 'URL',
  api: 'API',
};

/** A class id as words: `sql-injection` → `SQL injection`. */
export function className(vulnClass: string): string {
  const words = vulnClass.split(/[-_]/);
  const text = words.map((word) => (Object.hasOwn(acronyms, word) ? acronyms[word] : word)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
