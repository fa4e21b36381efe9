import { hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ACCOUNT_STATES, SITE_MESSAGES, type SiteMessage } from '@waypost/sdk';
import { testPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { hijackCheckResource } from '../../plugins/domain/screens/hijack_check/resource.ts';
import { hijackResource } from '../../plugins/domain/screens/no_hijack/resource.ts';
import { plugin } from '../../plugins/domain/server.ts';
import { EVERYBODY } from '../../plugins/domain/testing/accounts.ts';
import { createInternet } from '../../runtime/outgoing/internet.ts';
import { internetThrough } from '../../runtime/outgoing/internet-through.ts';
import { type Say, startNameServer } from '../../runtime/outgoing/testing/name-server.ts';
import { createReachSignature } from '../../runtime/plugin/answers/signature.ts';
import { type Knot, startKnot } from '../name-server.ts';
import { freePort } from '../product.ts';

export const HERE = '127.0.0.1';
export const ZONE = 'example.com';
export const NAME = `shop.${ZONE}`;
export const MINUTE = 60_000;
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;
/** The key that an installation of a test signs with. */
const OWN_KEY = new Uint8Array(
  hkdfSync('sha256', new Uint8Array(32).fill(7), new Uint8Array(0), 'waypost/v1/reach', 32),
);

/** Two real name servers in the place of resolvers, the zone's own, one that says whatever the test wants, and a web server. */
export async function startHijackPeers() {
  let serial = 1;
  const port = await freePort();
  const zoneText = (records: string) => {
    serial += 1;
    return `$ORIGIN ${ZONE}.\n$TTL 5\n@ SOA ns1 post ${serial} 3600 600 86400 5\n@ NS ns1\nns1 A ${ADDRESSES[2]}\n${records}\n`;
  };
  const knots: Knot[] = [];
  for (const address of ADDRESSES)
    knots.push(await startKnot({ [ZONE]: zoneText(`shop A ${HERE}`) }, { addresses: [address], port }));
  const own = createReachSignature(OWN_KEY);
  const state = {
    page: { status: 404, text: '<title>Nothing here</title>' },
    isOwn: true,
    hangs: false,
    say: (() => undefined) as Say,
    /** Whether the one that says whatever it wants is among the operator's resolvers. */
    isThird: false,
  };
  const third = await startNameServer((...given) => state.say(...given));
  const web = createServer((request, response) => {
    if (state.hangs) return;
    const host = (request.headers.host ?? '').split(':')[0] ?? '';
    const nonce = /^\/\.well-known\/waypost\/(.+)$/.exec(request.url ?? '')?.[1];
    if (nonce !== undefined) response.end(state.isOwn ? own.sign(host, nonce) : 'parked');
    else response.writeHead(state.page.status, { 'content-type': 'text/html' }).end(state.page.text);
  });
  await new Promise<void>((resolve) => web.listen(0, '0.0.0.0', resolve));
  const net = internetThrough(
    createInternet({
      servers: () => [
        ...ADDRESSES.slice(0, 2).map((address) => ({ address, port })),
        ...(state.isThird ? [{ address: third.address, port: third.port }] : []),
      ],
      isAllowed: () => true,
      zonePort: port,
      tryMs: 2_000,
    }).doorOf(),
  );
  return {
    state,
    third: `${third.address}:${third.port}`,
    resolvers: ADDRESSES.slice(0, 2).map((address) => `${address}:${port}`),
    internet: {
      resolve: (name: string, type: never, options: object) => net.resolve(name, type, options) as never,
      resolvers: () => net.resolvers(),
      async fetch(request: Request) {
        const url = new URL(request.url);
        url.port = String((web.address() as AddressInfo).port);
        return net.fetch(url, { limitMs: 1_000 });
      },
    },
    /** What each of the resolvers, and the zone itself, says. Undefined: it fails. */
    async publish(first: string | undefined, second = first, zone = second): Promise<void> {
      for (const [at, said] of [first, second, zone].entries())
        await knots[at]?.change(ZONE, said === undefined ? undefined : zoneText(said));
    },
    async stop(): Promise<void> {
      for (const knot of knots) await knot.stop();
      await third[Symbol.asyncDispose]();
      web.closeAllConnections();
      web.close();
    },
  };
}
type Peers = Awaited<ReturnType<typeof startHijackPeers>>;

/** The plugin among such peers, with one name that somebody has proved. */
export async function startHijackPlace(peers: Peers, settings: Record<string, unknown> = {}) {
  const told: SiteMessage[] = [];
  Object.assign(peers.state, {
    page: { status: 404, text: '<title>Nothing here</title>' },
    isOwn: true,
    hangs: false,
    isThird: false,
  });
  await peers.publish(`shop A ${HERE}`);
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../../plugins/domain'),
    internet: peers.internet as never,
    settings: { hijack_hours: 0, ...settings },
    services: {
      [ACCOUNT_STATES]: { version: '1.4.0', service: EVERYBODY },
      [SITE_MESSAGES]: {
        version: '1.1.0',
        service: {
          async tell(message: SiteMessage) {
            if (told.some(({ occasion }) => occasion === message.occasion)) return 0;
            return told.push(message);
          },
        },
      },
    },
  });
  const root = await t.person('root.person', { role: 'administrator' });
  const ada = await t.person('ada.lovelace');
  const far = new Date('2099-01-01T00:00:00Z');
  const { _id } = await t
    .rows(domainResource)
    .add(
      { name: NAME, shown: NAME, state: 'proved', registrable: ZONE, next_check_time: far },
      { owner: ada.id },
    );
  await t.events.emit('domain.proved', { host: NAME, owner: ada.id });
  const id = String(_id);
  const row = async () => {
    const found = await t.rows(hijackResource).find(id);
    if (found === undefined) throw new Error('it is not checked');
    return found;
  };
  return {
    t,
    root,
    ada,
    told,
    id,
    row,
    check: () => t.call<{ state: string; check: string }>('no_hijack/check', { id }, { as: root }),
    /** So many checks, a little more than a minute apart. */
    async checked(times = 2): Promise<void> {
      for (let at = 0; at < times; at += 1) {
        t.clock.set(new Date(t.clock.now() + 70_000));
        await t.call('no_hijack/check', { id }, { as: root });
      }
    },
    async lastCheck() {
      const { last_check } = await row();
      const found = await t.rows(hijackCheckResource).find(String(last_check));
      if (found === undefined) throw new Error('there is no check');
      return found;
    },
    words: () => told.map(({ words }) => words),
  };
}
