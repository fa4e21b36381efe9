import { PLATFORM_HOST, PUBLIC } from './domain-place.ts';
import type { Knot } from './name-server.ts';
import { freePort, type Product, startProduct } from './product.ts';
import { type RunningProxy, startProxy } from './proxy.ts';
import { startZones } from './zones.ts';

/** Seconds that answers may be kept. */
const TTL = 1;

const ZONES = ['example.com', 'example.org', 'example.net'] as const;
type Zone = (typeof ZONES)[number];

/** What stands between a visitor and a code, as an operator sets it up: name servers, a proxy with HTTPS, the product. */
export interface HttpsPlace {
  product: Product;
  knot: Knot;
  proxy: RunningProxy;
  /** Puts records beside those that a zone has, as people do where their domain is managed. */
  publish(zone: Zone, record: string): Promise<void>;
}

/** Starts the three of them. The product trusts the proxy's own authority, as everybody does the one that an operator chooses. */
export async function startHttpsPlace(env: Record<string, string> = {}): Promise<HttpsPlace> {
  const records: Record<Zone, string[]> = {
    'example.com': [],
    'example.org': [],
    'example.net': [`${PLATFORM_HOST}. A ${PUBLIC}`],
  };
  const textOf = (zone: Zone) => records[zone].join('\n');
  const zones = await startZones(Object.fromEntries(ZONES.map((zone) => [zone, textOf(zone)])), {
    address: PUBLIC,
    ttl: TTL,
  });
  const { knot } = zones;
  const port = await freePort();
  const proxy = await startProxy(`127.0.0.1:${port}`);
  const product = await startProduct({
    port,
    env: {
      ...zones.env,
      OUTGOING_TEST_WEB_PORTS: `${proxy.httpPort},${proxy.httpsPort}`,
      NODE_EXTRA_CA_CERTS: proxy.authority,
      PUBLIC_URL: `https://${PLATFORM_HOST}`,
      ...env,
    },
  });
  return {
    product: {
      ...product,
      async stop() {
        await product.stop();
        await proxy.stop();
        await knot.stop();
      },
    },
    knot,
    proxy,
    async publish(zone, record) {
      records[zone].push(record);
      await zones.put(zone, textOf(zone));
    },
  };
}
