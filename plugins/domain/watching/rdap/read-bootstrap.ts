import { z } from 'zod';

/** IANA's list of who answers for which suffix (RFC 9224, section 3): suffixes and addresses, in pairs. */
const zBootstrap = z.looseObject({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())]).rest(z.unknown())),
});

/** Base addresses by suffix, in lower case. */
export type RdapServices = ReadonlyMap<string, string>;

/** @returns undefined for what is no such list */
export function readBootstrap(text: string): RdapServices | undefined {
  const read = zBootstrap.safeParse(jsonOf(text));
  if (!read.success) return undefined;
  const services = new Map<string, string>();
  for (const [suffixes, addresses] of read.data.services) {
    // Where there are several, https is preferred (RFC 9224, section 4); one of another kind is of no use.
    const base = addresses.find((one) => one.startsWith('https://')) ?? addresses.find(isHttp);
    if (base === undefined) continue;
    for (const suffix of suffixes) services.set(suffix.toLowerCase(), base);
  }
  return services;
}

/** Where a name is asked for: of the longest suffix that the list knows. Undefined: nobody answers for it. */
export function rdapBase(services: RdapServices, name: string): string | undefined {
  const labels = name.split('.');
  for (let from = 0; from < labels.length; from += 1) {
    const base = services.get(labels.slice(from).join('.'));
    if (base !== undefined) return base;
  }
  return undefined;
}

/** The address of a domain's answer (RFC 9082, section 3.1.3). */
export const rdapAddress = (base: string, name: string): string =>
  `${base.replace(/\/*$/, '/')}domain/${encodeURIComponent(name)}`;

const isHttp = (address: string): boolean => address.startsWith('http://');

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
