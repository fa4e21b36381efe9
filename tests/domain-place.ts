import { type Knot, startKnot } from './name-server.ts';
import { freePort, type Product, startProduct } from './product.ts';

/** Counts as public in the products of this place: where name servers of zones and what domains lead to listen. */
export const PUBLIC = '127.0.0.2';
/** The platform's own host, which names may be aliases of. */
export const PLATFORM_HOST = 'go.example.net';

/** A product that asks a real name server, whose records the test changes, for names below example.com. */
export interface DomainPlace {
  product: Product;
  knot: Knot;
  /** Puts these records in the place of those that example.com had. */
  publish(records: string): Promise<void>;
}

export async function startDomainPlace(): Promise<DomainPlace> {
  let serial = 1;
  const zone = (records: string) => {
    serial += 1;
    return `$ORIGIN example.com.\n$TTL 5\n@ SOA ns1 post ${serial} 3600 600 86400 5\n@ NS ns1\nns1 A ${PUBLIC}\n${records}\n`;
  };
  const knot = await startKnot(
    { 'example.com': zone('') },
    { addresses: ['127.0.0.1', PUBLIC], port: await freePort() },
  );
  const product = await startProduct({
    env: {
      DNS_RESOLVERS: `127.0.0.1:${knot.port}`,
      OUTGOING_TEST_ADDRESSES: PUBLIC,
      OUTGOING_TEST_DNS_PORT: String(knot.port),
      PUBLIC_URL: `http://${PLATFORM_HOST}`,
    },
  });
  const stop = product.stop;
  return {
    product: {
      ...product,
      async stop() {
        await stop();
        await knot.stop();
      },
    },
    knot,
    publish: (records) => knot.change('example.com', zone(records)),
  };
}
