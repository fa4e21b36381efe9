const DEFAULT_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);

/** Host name and port of a Host header, lower case; the port is empty where the header has none or a scheme's own. */
export function splitHost(header: string): { name: string; port: string } {
  const text = header.trim().toLowerCase();
  const colon = text.startsWith('[') ? text.indexOf(':', text.indexOf(']')) : text.indexOf(':');
  const port = colon < 0 ? '' : text.slice(colon + 1);
  const name = (colon < 0 ? text : text.slice(0, colon)).replace(/\.$/, '');
  return { name, port: DEFAULT_PORTS.has(port) ? '' : port };
}

/** 16 bits of a host name, stored beside each target so that a visit sees cheaply that a target cannot be one of ours. */
export function hostHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}
