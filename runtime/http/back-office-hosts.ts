import { isIP } from 'node:net';
import { isLoopback } from '../process/client-address.ts';

/**
 * Whether a Host header names the back-office: loopback names, IP addresses and `ownNames`, which are ADMIN_HOSTS and
 * the hosts of the public address, of now and of before: a wrong one must not lock out whoever has to mend it. Every
 * other host is a customer's domain, which never shows a login page.
 */
export function createHostCheck(ownNames: () => ReadonlySet<string>): (hostHeader: string | null) => boolean {
  return (hostHeader) => {
    const name = hostName(hostHeader ?? '');
    if (name === undefined) return false;
    const names = ownNames();
    if (names.has(name) || names.has(`[${name}]`)) return true;
    return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
  };
}

/** Whether a Host header names this machine itself: a loopback address, or `localhost`, which no name server is asked for. */
export function isLoopbackHost(hostHeader: string | null): boolean {
  const name = hostName(hostHeader ?? '');
  return name !== undefined && (name === 'localhost' || isLoopback(name));
}

function hostName(header: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+?)\.?)(?::\d{1,5})?$/i.exec(header);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}
