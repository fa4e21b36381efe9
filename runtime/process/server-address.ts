import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Environment } from './environment.ts';

/** Where a product that is started with these HOST and PORT listens. */
export function listeningOrigin({ host, port }: Pick<Environment, 'host' | 'port'>): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/**
 * The address by which others know this machine: the first of IPv4 that is not its own loop, else of IPv6.
 * @param interfaces as `os.networkInterfaces` answers them
 */
export function serverAddress(interfaces = networkInterfaces()): string {
  const addresses = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal);
  const found = addresses.find(({ family }) => family === 'IPv4') ?? addresses[0];
  return found?.address ?? '127.0.0.1';
}
