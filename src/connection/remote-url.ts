/**
 * The address of a git remote as another machine may see it: people keep tokens in them.
 * @param url any spelling that git takes; `user@host:path` holds no secret and stays
 */
export function withoutCredentials(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || (parsed.username === '' && parsed.password === '')) return url;
  if (/^https?:$/.test(parsed.protocol)) parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
