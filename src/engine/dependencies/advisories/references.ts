/** Where each database has its page about an advisory. */
const pages: readonly (readonly [prefix: string, page: (id: string) => string])[] = [
  ['CVE-', (id) => `https://nvd.nist.gov/vuln/detail/${id}`],
  ['GHSA-', (id) => `https://github.com/advisories/${id}`],
  ['GO-', (id) => `https://pkg.go.dev/vuln/${id}`],
  ['RUSTSEC-', (id) => `https://rustsec.org/advisories/${id}.html`],
  ['PYSEC-', (id) => `https://osv.dev/vulnerability/${id}`],
];

/** The public pages about ids, for a snapshot that keeps no addresses. */
export function pagesOf(ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => pages.flatMap(([prefix, page]) => (id.startsWith(prefix) ? page(id) : [])));
}
