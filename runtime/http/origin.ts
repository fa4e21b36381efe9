/**
 * Whether a page of `origin` may make calls: one of this very host, of the public address, or of loopback while the host is
 * loopback too (the development server on its own port).
 */
export function createOriginCheck(publicUrl: () => string): (origin: string, host: string | null) => boolean {
  const isLoopbackName = (name: string) =>
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(name);
  return (origin, host) => {
    if (origin === publicUrl()) return true;
    const from = URL.parse(origin);
    const to = URL.parse(`http://${host ?? ''}`);
    if (from === null || to === null) return false;
    return from.host === to.host || (isLoopbackName(from.hostname) && isLoopbackName(to.hostname));
  };
}
