const GRANT = 'network:';
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether requests to an address were granted: `network:api.example.com` for the usual ports,
 * `network:api.example.com:8443` for that one, `network:*.example.com` for every name below it.
 * @param url parsed, so that every way to write a host has become one
 */
export function isGrantedHost(url: URL, granted: ReadonlySet<string>): boolean {
  const usual = DEFAULT_PORTS[url.protocol];
  if (usual === undefined) return false;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const port = url.port === '' || url.port === usual ? '' : `:${url.port}`;
  if (granted.has(`${GRANT}${host}${port}`)) return true;
  const labels = host.split('.');
  for (let from = 1; from < labels.length - 1; from += 1)
    if (granted.has(`${GRANT}*.${labels.slice(from).join('.')}${port}`)) return true;
  return false;
}
