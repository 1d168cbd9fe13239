/** Where each publisher of advisories has the page of one. */
const pages: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^CVE-\d{4}-\d{4,19}$/, (id) => `https://www.cve.org/CVERecord?id=${id}`],
  [/^GHSA(?:-[0-9a-z]{4}){3}$/, (id) => `https://github.com/advisories/${id}`],
  [/^RUSTSEC-\d{4}-\d{4}$/, (id) => `https://rustsec.org/advisories/${id}.html`],
  [/^GO-\d{4}-\d{4,6}$/, (id) => `https://pkg.go.dev/vuln/${id}`],
  [/^[A-Z]{2,20}-[\w:.-]{3,60}$/, (id) => `https://osv.dev/vulnerability/${id}`],
];

/** Returns the page of an advisory at its publisher, at OSV for one that has none; undefined for what is no id. */
export function advisoryUrl(id: string): string | undefined {
  return pages.find(([form]) => form.test(id))?.[1](id);
}
