import type { TestPluginOptions } from '@waypost/sdk/testing';
import { dnsErrors, internetErrors } from '../../../runtime/outgoing/internet-errors.ts';
import { createReachSignature } from '../../../runtime/plugin/answers/signature.ts';

/** How long answers take, milliseconds; one in a hundred names is never answered. */
const DNS_MS = 15;
const HTTP_MS = 60;
const SILENT_MS = 5_000;
const ODD = 100;

/** What stands for the internet: nearly all names lead here and work, a few in a hundred do not, or nobody can say. */
export function recordedInternet(
  key: Uint8Array,
  asked: { looks: number },
): NonNullable<TestPluginOptions['internet']> {
  const signature = createReachSignature(key);
  const notAfter = new Date(Date.now() + 80 * 86_400_000).toISOString();
  const notBefore = new Date(Date.now() - 10 * 86_400_000).toISOString();
  const kindOf = (host: string) => Number(/^shop(\d+)/.exec(host)?.[1] ?? 50) % ODD;
  return {
    resolvers: () => ['192.0.2.53:53', '198.51.100.53:53'],
    async resolve(name, type, { resolver = '' }) {
      if (type === 'A') asked.looks += 1;
      await Bun.sleep(DNS_MS);
      if (kindOf(name) === 1) throw dnsErrors.nameUnknown.create({ name });
      if (kindOf(name) === 2) throw dnsErrors.serverFailed.create({ name, reason: 'failed' });
      if (type !== 'A') throw dnsErrors.noData.create({ name, type });
      const records = [{ value: '127.0.0.1', ttl: 300 }];
      return { records, aliases: [], server: resolver, isAuthoritative: false } as never;
    },
    async fetch(request) {
      const { hostname: host, pathname } = new URL(request.url);
      const kind = kindOf(host);
      await Bun.sleep(kind === 3 ? SILENT_MS : HTTP_MS);
      if (kind === 1) throw internetErrors.noAddress.create({ host });
      if (kind === 3) throw internetErrors.timedOut.create({ host });
      if (kind === 4) return new Response('<h1>This domain is for sale</h1>');
      if (!pathname.startsWith('/.well-known/waypost/')) return new Response('{}', { status: 404 });
      return new Response(signature.sign(host, pathname.split('/').at(-1) ?? ''));
    },
    async certificate(host) {
      await Bun.sleep(HTTP_MS);
      const own = {
        subject: `CN=${host}`,
        issuer: 'CN=Recorded',
        names: [host],
        notBefore,
        notAfter,
        fingerprint: '',
      };
      return {
        address: '127.0.0.1',
        protocol: 'TLSv1.3',
        isTrusted: true,
        fault: null,
        faultCode: null,
        isForName: true,
        chain: [own],
      };
    },
  };
}
