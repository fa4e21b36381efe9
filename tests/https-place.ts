import { type Knot, startKnot } from './name-server.ts';
import { freePort, type Product, startProduct } from './product.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

/** Where the proxy is found by whoever looks its names up; counts as public in the product of this place. */
export const FRONT = '127.0.0.2';
/** The platform's own host, which names are led to. */
export const PLATFORM_HOST = 'go.example.net';

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
  let serial = 1;
  const records: Record<Zone, string[]> = {
    'example.com': [],
    'example.org': [],
    'example.net': [`${PLATFORM_HOST}. A ${FRONT}`],
  };
  const zoneText = (zone: Zone) => {
    serial += 1;
    const head = `$ORIGIN ${zone}.\n$TTL 1\n@ SOA ns1 post ${serial} 3600 600 86400 1\n@ NS ns1\nns1 A ${FRONT}\n`;
    return `${head}${records[zone].join('\n')}\n`;
  };
  const knot = await startKnot(Object.fromEntries(ZONES.map((zone) => [zone, zoneText(zone)])), {
    addresses: ['127.0.0.1', FRONT],
  });
  const port = await freePort();
  const proxy = await startProxy(`127.0.0.1:${port}`);
  const product = await startProduct({
    port,
    env: {
      DNS_RESOLVERS: `127.0.0.1:${knot.port}`,
      OUTGOING_TEST_ADDRESSES: FRONT,
      OUTGOING_TEST_DNS_PORT: String(knot.port),
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
      await knot.change(zone, zoneText(zone));
    },
  };
}
