import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestPluginOptions } from '@waypost/sdk/testing';
import { createInternet } from '../../runtime/outgoing/internet.ts';
import { internetThrough } from '../../runtime/outgoing/internet-through.ts';
import { createAuthority } from '../../runtime/outgoing/testing/certificates.ts';
import { createReachSignature } from '../../runtime/plugin/answers/signature.ts';
import { type Knot, startKnot } from '../name-server.ts';

/** How a web server behaves. */
export type Behaviour =
  | 'own'
  | 'parked'
  | 'another_installation'
  | 'hang'
  | 'to_https'
  | 'to_elsewhere'
  | 'garbage';
export type Shown = 'right' | 'expired' | 'foreign' | 'untrusted';

const HOST = '127.0.0.1';
export const ZONE = 'example.com';
/** The key with which the installation of a test signs (runtime/sdk/testing). */
const KEY_OF_OTHERS = new Uint8Array(32).fill(1);

/**
 * The world around a watched name, on loopback: two name servers in the place of the operator's resolvers, a web server and
 * a safe one whose behaviour the test changes, and a registry.
 */
export async function startPeers(ownKey: Uint8Array) {
  const authority = createAuthority();
  const stranger = createAuthority();
  const certificates = {
    right: authority.issue([`shop.${ZONE}`, ZONE], 90),
    expired: authority.issue([`shop.${ZONE}`], -1),
    foreign: authority.issue(['other.example.org'], 90),
    untrusted: stranger.issue([`shop.${ZONE}`], 90),
  };
  const own = createReachSignature(ownKey);
  const others = createReachSignature(KEY_OF_OTHERS);
  const state = {
    http: 'own' as Behaviour,
    https: 'own' as Behaviour,
    /** The certificate that the safe server shows. */
    shown: 'right' as Shown,
    rdap: (_name: string): { status: number; text: string } => ({ status: 404, text: '{}' }),
    rdapAsked: [] as string[],
    asked: 0,
  };
  const answer = (behaviour: () => Behaviour) => (request: IncomingMessage, response: ServerResponse) => {
    state.asked += 1;
    const host = (request.headers.host ?? '').split(':')[0] ?? '';
    const nonce = request.url?.split('/').at(-1) ?? '';
    const say = {
      own: () => response.end(own.sign(host, nonce)),
      parked: () => response.end('<h1>This domain is for sale</h1>'),
      another_installation: () => response.end(others.sign(host, nonce)),
      // Never answers.
      hang: () => undefined,
      to_https: () =>
        response.writeHead(308, { location: `https://${host}:${port(safe())}${request.url}` }).end(),
      to_elsewhere: () => response.writeHead(302, { location: `http://other.${ZONE}:${port(plain)}/` }).end(),
      garbage: () => request.socket.end('what do you want?\r\n'),
    };
    say[behaviour()]();
  };
  const plain = createServer(answer(() => state.http));
  const secure = Object.fromEntries(
    Object.entries(certificates).map(([which, { key, certificate }]) => [
      which,
      createSecureServer(
        { key, cert: certificate },
        answer(() => state.https),
      ),
    ]),
  ) as Record<Shown, ReturnType<typeof createSecureServer>>;
  const safe = () => secure[state.shown];
  const registry = createServer((request, response) => {
    state.rdapAsked.push(request.url ?? '');
    const { status, text } =
      request.url === '/rdap/dns.json'
        ? {
            status: 200,
            text: JSON.stringify({ version: '1.0', services: [[['com'], [`http://rdap.${ZONE}/r/`]]] }),
          }
        : state.rdap(request.url?.split('/').at(-1) ?? '');
    response.writeHead(status, { 'content-type': 'application/rdap+json' }).end(text);
  });
  for (const server of [plain, registry, ...Object.values(secure)])
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

  let serial = 1;
  const zoneText = (records: string) => {
    serial += 1;
    const head = `$ORIGIN ${ZONE}.\n$TTL 5\n@ SOA ns1 post ${serial} 3600 600 86400 5\n@ NS ns1\nns1 A ${HOST}\n`;
    return `${head}rdap A ${HOST}\nother A ${HOST}\n${records}\n`;
  };
  const knots: Knot[] = [];
  for (const address of [HOST, '127.0.0.2'])
    knots.push(await startKnot({ [ZONE]: zoneText('') }, { addresses: [address] }));
  const net = internetThrough(
    createInternet({
      servers: () =>
        knots.map((knot, index) => ({ address: index === 0 ? HOST : '127.0.0.2', port: knot.port })),
      isAllowed: () => true,
      zonePort: 53,
      tryMs: 1_000,
      authorities: [authority.certificate],
    }).doorOf(),
  );
  const internet: NonNullable<TestPluginOptions['internet']> = {
    resolve: (name, type, options) => net.resolve(name, type, options) as never,
    resolvers: () => knots.map((knot, index) => `${index === 0 ? HOST : '127.0.0.2'}:${knot.port}`),
    certificate: (host, options) => net.certificate(host, { ...options, port: port(safe()) }),
    /** What goes to the ports of the web goes to those of the test. */
    async fetch(request) {
      const url = new URL(request.url);
      if (url.hostname === 'data.iana.org') url.href = `http://rdap.${ZONE}${url.pathname}`;
      const isRegistry = url.hostname === `rdap.${ZONE}`;
      url.port = String(port(isRegistry ? registry : url.protocol === 'https:' ? safe() : plain));
      return net.fetch(url, { limitMs: 2_000 });
    },
  };
  return {
    state,
    internet,
    /** What each of the two name servers says. Undefined: it fails. */
    async publish(records: string | undefined, other: string | undefined = records) {
      for (const [index, said] of [records, other].entries())
        await knots[index]?.change(ZONE, said === undefined ? undefined : zoneText(said));
    },
    async stop() {
      for (const knot of knots) await knot.stop();
      for (const server of [plain, registry, ...Object.values(secure)]) {
        server.closeAllConnections();
        server.close();
      }
      authority.close();
      stranger.close();
    },
  };
}
