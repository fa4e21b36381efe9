import { networkInterfaces } from 'node:os';

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
