import { isIP } from 'node:net';
import { isLoopback } from '../process/client-address.ts';

/**
 * Whether a Host header names the back-office: loopback names, IP addresses, PUBLIC_URL's host and ADMIN_HOSTS.
 * Every other host is a customer's domain, which never shows a login page.
 */
export function createHostCheck(options: {
  adminHosts: readonly string[];
  publicUrl: string;
}): (hostHeader: string | null) => boolean {
  const names = new Set([...options.adminHosts, new URL(options.publicUrl).hostname]);
  return (hostHeader) => {
    const name = hostName(hostHeader ?? '');
    if (name === undefined) return false;
    if (names.has(name) || names.has(`[${name}]`)) return true;
    return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
  };
}

function hostName(header: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+?)\.?)(?::\d{1,5})?$/i.exec(header);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}
