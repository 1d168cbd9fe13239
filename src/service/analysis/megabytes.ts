/** A size as people read it. */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
