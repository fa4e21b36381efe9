import { type Knot, startKnot } from './name-server.ts';

/** Zones of a real name server that a test changes, as people do where their domains are managed. */
export interface Zones {
  knot: Knot;
  /** Puts these records in the place of those that a zone had. */
  put(zone: string, records: string): Promise<void>;
  /** What lets a product ask this server alone, and take the address where it stands for a public one. */
  env: Record<string, string>;
}

/**
 * Starts a name server for zones with the records that each begins with.
 * @param options.address of their name servers, beside that of this machine
 * @param options.ttl seconds for which an answer, or that there is none, may be kept
 */
export async function startZones(
  zones: Readonly<Record<string, string>>,
  { address, ttl, port }: { address: string; ttl: number; port?: number },
): Promise<Zones> {
  let serial = 0;
  const text = (zone: string, records: string) => {
    serial += 1;
    const head = `$ORIGIN ${zone}.\n$TTL ${ttl}\n@ SOA ns1 post ${serial} 3600 600 86400 ${ttl}\n@ NS ns1\nns1 A ${address}\n`;
    return `${head}${records}\n`;
  };
  const first = Object.entries(zones).map(([zone, records]) => [zone, text(zone, records)] as const);
  const knot = await startKnot(Object.fromEntries(first), {
    addresses: ['127.0.0.1', address],
    ...(port === undefined ? {} : { port }),
  });
  return {
    knot,
    put: (zone, records) => knot.change(zone, text(zone, records)),
    env: {
      DNS_RESOLVERS: `127.0.0.1:${knot.port}`,
      OUTGOING_TEST_ADDRESSES: address,
      OUTGOING_TEST_DNS_PORT: String(knot.port),
    },
  };
}
