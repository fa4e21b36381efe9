import type { Knot } from './name-server.ts';
import { freePort, type Product, startProduct } from './product.ts';
import { startZones } from './zones.ts';

/** Counts as public in the products of this place: where name servers of zones and what domains lead to listen. */
export const PUBLIC = '127.0.0.2';
/** The platform's own host, which names may be aliases of. */
export const PLATFORM_HOST = 'go.example.net';
/** Seconds that answers may be kept. */
const TTL = 5;

/** A product that asks a real name server, whose records the test changes, for names below example.com. */
export interface DomainPlace {
  product: Product;
  knot: Knot;
  /** Puts these records in the place of those that example.com had. */
  publish(records: string): Promise<void>;
}

export async function startDomainPlace(): Promise<DomainPlace> {
  const zone = 'example.com';
  const { knot, put, env } = await startZones(
    { [zone]: '' },
    { address: PUBLIC, ttl: TTL, port: await freePort() },
  );
  const product = await startProduct({ env: { ...env, PUBLIC_URL: `http://${PLATFORM_HOST}` } });
  return {
    product: {
      ...product,
      async stop() {
        await product.stop();
        await knot.stop();
      },
    },
    knot,
    publish: (records) => put(zone, records),
  };
}
