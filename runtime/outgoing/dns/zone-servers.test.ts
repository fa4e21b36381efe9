import { describe, expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import type { DnsType } from '@waypost/sdk';
import { nameServerText } from '../../process/name-server.ts';
import { knowing, type Say, startNameServer, type TestNameServer } from '../testing/name-server.ts';
import { createResolver } from './resolver.ts';

/** Servers of zones have addresses of their own here and one port; those of loopback from .2 on count as public. */
const isAllowed = (address: string) => /^127\.0\.0\.[2-9]$/.test(address);

/** What the operator's resolver knows: who serves the zone, and where that is. */
const delegation = (addresses: Record<string, string>): Record<string, unknown[]> => ({
  'NS shop.example': Object.keys(addresses),
  ...Object.fromEntries(Object.entries(addresses).map(([name, address]) => [`A ${name}`, [address]])),
  'TXT _way.shop.example': [[Buffer.from('old, from its memory')]],
});

async function look(
  resolver: TestNameServer,
  zone: { port: number; tryMs?: number },
  name = '_way.shop.example',
  type: DnsType = 'TXT',
): Promise<unknown> {
  const { resolve } = createResolver({
    servers: () => [resolver],
    isAllowed,
    zonePort: zone.port,
    tryMs: zone.tryMs ?? 5_000,
  });
  try {
    const signal = AbortSignal.timeout(30_000);
    const { records, server, isAuthoritative, aliases } = await resolve({ name, type, from: 'zone', signal });
    return { values: records.map(({ value }) => value), server, isAuthoritative, aliases };
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const own = knowing({ 'TXT _way.shop.example': [[Buffer.from('new')]], 'A shop.example': ['192.0.2.1'] });

describe('the servers of a zone itself are asked', () => {
  test('and not whoever remembers what they said before', async () => {
    await using zone = await startNameServer(own, '127.0.0.2');
    await using resolver = await startNameServer(knowing(delegation({ 'ns1.other.example': '127.0.0.2' })));
    expect(await look(resolver, zone)).toEqual({
      values: ['new'],
      server: nameServerText(zone),
      isAuthoritative: true,
      aliases: [],
    });
    expect(resolver.asked).not.toContain('TXT _way.shop.example');
    expect(await look(resolver, zone, 'gone.shop.example', 'A')).toBe('dns_name_unknown');
    expect(await look(resolver, zone, 'shop.example', 'TXT')).toBe('dns_no_data');
  });

  test('without asking each level where the zone says where it begins', async () => {
    await using zone = await startNameServer(own, '127.0.0.2');
    const known = knowing(delegation({ 'ns1.other.example': '127.0.0.2' }));
    const soa = { mname: 'ns1.other.example', rname: 'post.shop.example' };
    await using resolver = await startNameServer((question, by, asked) =>
      question.type === 'NS' && question.name !== 'shop.example'
        ? { code: 3, authorities: [{ type: 'SOA', name: 'shop.example', ttl: 60, data: soa }] }
        : known(question, by, asked),
    );
    expect(await look(resolver, zone, 'a.b.c.d.shop.example', 'A')).toBe('dns_name_unknown');
    expect(resolver.asked.filter((one) => one.startsWith('NS '))).toEqual([
      'NS a.b.c.d.shop.example',
      'NS shop.example',
    ]);
  });

  test('an alias is followed into the zone that it leads to', async () => {
    const alias: Say = ({ name }) =>
      name === 'www.shop.example'
        ? { answers: [{ type: 'CNAME', name, ttl: 60, data: 'host.cloud.example' }] }
        : { answers: [{ type: 'A', name, ttl: 60, data: '192.0.2.7' }] };
    await using zone = await startNameServer(alias, '127.0.0.2');
    const known = {
      ...delegation({ 'ns1.other.example': '127.0.0.2' }),
      'NS cloud.example': ['ns1.other.example'],
    };
    await using resolver = await startNameServer(knowing(known));
    expect(await look(resolver, zone, 'www.shop.example', 'A')).toMatchObject({
      values: ['192.0.2.7'],
      aliases: ['host.cloud.example'],
    });
    expect(resolver.asked).toContain('NS cloud.example');
  });
});

describe('a zone cannot send us inside', () => {
  test('its servers at inner addresses are not asked, others of it are', async () => {
    await using zone = await startNameServer(own, '127.0.0.2');
    await using resolver = await startNameServer(
      knowing(
        delegation({
          'a.ns.example': '127.0.0.1',
          'b.ns.example': '10.0.0.1',
          'c.ns.example': '169.254.169.254',
          'd.ns.example': '127.0.0.2',
        }),
      ),
    );
    expect(await look(resolver, zone)).toMatchObject({ values: ['new'] });
  });

  test('with no others there is nothing to ask', async () => {
    await using inner = await startNameServer(own, '127.0.0.1');
    await using resolver = await startNameServer(knowing(delegation({ 'ns.example.net': '127.0.0.1' })));
    expect(await look(resolver, inner)).toBe('internet_address_refused');
    expect(inner.asked).toEqual([]);
  });
});

describe('what is no answer of the zone does not count', () => {
  test('of a server that knows nothing of the zone', async () => {
    await using lame = await startNameServer(
      () => ({
        hasAuthority: false,
        answers: [{ type: 'TXT', name: '_way.shop.example', ttl: 1, data: 'made up' }],
      }),
      '127.0.0.2',
    );
    await using resolver = await startNameServer(knowing(delegation({ 'ns.example.net': '127.0.0.2' })));
    expect(await look(resolver, lame)).toBe('dns_server_failed');
  });

  test('no zone, no address of its servers, a silent one', async () => {
    await using silent = await startNameServer(() => undefined, '127.0.0.2');
    await using none = await startNameServer(knowing({}));
    expect(await look(none, silent)).toBe('dns_server_failed');
    await using nowhere = await startNameServer(knowing({ 'NS shop.example': ['ns.gone.example'] }));
    expect(await look(nowhere, silent)).toBe('dns_server_failed');
    await using resolver = await startNameServer(knowing(delegation({ 'ns.example.net': '127.0.0.2' })));
    expect(await look(resolver, { port: silent.port, tryMs: 300 })).toBe('dns_timed_out');
  });
});
