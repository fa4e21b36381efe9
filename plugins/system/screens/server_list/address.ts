/** Where a server is, as one writes it: `host:port`, an IPv6 address in brackets. */
export const addressOf = ({ host, port }: { host: string; port: number }): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
