import { describe, expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import type { DnsType } from '@waypost/sdk';
import type { Answer } from 'dns-packet';
import { type NameServer, nameServerText } from '../../process/name-server.ts';
import { knowing, type Said, startNameServer } from '../testing/name-server.ts';
import { createResolver } from './resolver.ts';

const ZONE = {
  'A shop.example': ['192.0.2.1', '192.0.2.2'],
  'AAAA shop.example': ['2001:db8::1'],
  'CNAME www.shop.example': ['shop.example'],
  'TXT _waypost.shop.example': [[Buffer.from('way'), Buffer.from('post=')], [Buffer.from('other')]],
  'MX shop.example': [{ preference: 10, exchange: 'Mail.Shop.example' }],
  'CAA shop.example': [{ flags: 128, tag: 'issue', value: 'ca.example' }],
  'NS shop.example': ['ns1.shop.example'],
  'SOA shop.example': [{ mname: 'ns1.shop.example', rname: 'post.shop.example', serial: 7, minimum: 60 }],
};

/** How long a server is waited for that shall say nothing; others have all the time that a busy machine needs. */
const BRIEF_MS = 300;

/** Looks one name up and says what became of it: values, or the code of the error. */
async function look(
  servers: readonly NameServer[],
  name: string,
  type: DnsType,
  { from = 'resolvers', limitMs = 30_000, tryMs = 5_000 } = {},
): Promise<unknown> {
  const resolver = createResolver({ servers: () => servers, isAllowed: () => true, zonePort: 53, tryMs });
  try {
    const signal = AbortSignal.timeout(limitMs);
    return (await resolver.resolve({ name, type, from, signal })).records.map(({ value }) => value);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('what a resolver says is told as it was said:', () => {
  test.each([
    ['A', 'shop.example', ['192.0.2.1', '192.0.2.2']],
    ['A', 'SHOP.example.', ['192.0.2.1', '192.0.2.2']],
    ['AAAA', 'shop.example', ['2001:db8::1']],
    ['A', 'www.shop.example', ['192.0.2.1', '192.0.2.2']],
    ['CNAME', 'www.shop.example', ['shop.example']],
    ['TXT', '_waypost.shop.example', ['waypost=', 'other']],
    ['MX', 'shop.example', [{ priority: 10, exchange: 'mail.shop.example' }]],
    ['CAA', 'shop.example', [{ isCritical: true, tag: 'issue', value: 'ca.example' }]],
    ['NS', 'shop.example', ['ns1.shop.example']],
    [
      'SOA',
      'shop.example',
      [{ primary: 'ns1.shop.example', contact: 'post.shop.example', serial: 7, minimum: 60 }],
    ],
    ['CAA', 'www.shop.example', [{ isCritical: true, tag: 'issue', value: 'ca.example' }]],
    ['TXT', 'shop.example', 'dns_no_data'],
    ['A', 'gone.example', 'dns_name_unknown'],
  ] as const)('%s %s', async (type, name, expected) => {
    await using server = await startNameServer(knowing(ZONE));
    expect(await look([server], name, type)).toEqual(expected as never);
  });

  test('with how long it may be kept, by which names it was reached and who said so', async () => {
    await using server = await startNameServer(knowing(ZONE));
    const resolver = createResolver({ servers: () => [server], isAllowed: () => true, zonePort: 53 });
    const signal = AbortSignal.timeout(5_000);
    expect(
      await resolver.resolve({ name: 'www.shop.example', type: 'A', from: 'resolvers', signal }),
    ).toEqual({
      records: [
        { value: '192.0.2.1', ttl: 60 },
        { value: '192.0.2.2', ttl: 60 },
      ],
      aliases: ['shop.example'],
      server: nameServerText(server),
      isAuthoritative: true,
      wasCut: false,
    });
  });

  test('a name in letters of its own is asked for as it stands in the DNS', async () => {
    await using server = await startNameServer(knowing({ 'A xn--bcher-kva.example': ['192.0.2.3'] }));
    expect(await look([server], 'Bücher.example', 'A')).toEqual(['192.0.2.3']);
  });

  test.each([
    '',
    'localhost',
    '127.0.0.1',
    '::1',
    '2130706433',
    'a..example',
    `${'a'.repeat(64)}.example`,
    'a b.example',
    'x.example\0',
    `${'a.'.repeat(130)}example`,
  ])('what is no name of the internet is asked of nobody: %j', async (name) => {
    await using server = await startNameServer(knowing(ZONE));
    expect(await look([server], name, 'A')).toBe('dns_name_invalid');
    expect(server.asked).toEqual([]);
  });
});

describe('a server that says nothing useful is not the last word:', () => {
  const alias = (from: string, to: string): Answer => ({ type: 'CNAME', name: from, ttl: 60, data: to });
  const USELESS: Record<string, [Said, string]> = {
    'it failed': [{ code: 2 }, 'dns_server_failed'],
    'it refused': [{ code: 5 }, 'dns_refused'],
    'it is silent': [undefined, 'dns_timed_out'],
    'it answers another question': [
      { question: { type: 'A', name: 'other.example' }, answers: [] },
      'dns_server_failed',
    ],
    'it sends rubbish': [{ bytes: Buffer.from('rubbish that is long enough') }, 'dns_timed_out'],
    'it leads in a circle': [
      { answers: [alias('shop.example', 'a.example'), alias('a.example', 'shop.example')] },
      'dns_server_failed',
    ],
    'it leads nowhere a name can be': [{ answers: [alias('shop.example', 'x')] }, 'dns_server_failed'],
  };
  for (const [what, [said, code]] of Object.entries(USELESS))
    test(`${what}: ${code}`, async () => {
      await using bad = await startNameServer(() => said);
      const waiting = code === 'dns_timed_out' ? { tryMs: BRIEF_MS } : {};
      expect(await look([bad], 'shop.example', 'A', waiting)).toBe(code);
      if (what.includes('lead')) return;
      await using good = await startNameServer(knowing(ZONE));
      expect(await look([bad, good], 'shop.example', 'A', waiting)).toEqual(['192.0.2.1', '192.0.2.2']);
    });

  test('nobody listens there', async () => {
    const gone = await startNameServer(knowing(ZONE));
    await gone[Symbol.asyncDispose]();
    expect(await look([gone], 'shop.example', 'A')).toBe('dns_timed_out');
  });

  // The system refuses to connect to it, as it does to every IPv6 address on a machine without IPv6.
  test('no way leads there: nothing fails but the look-up', async () => {
    const unreachable = { address: '255.255.255.255', port: 53 };
    expect(await look([unreachable], 'shop.example', 'A', { limitMs: 2_000 })).toBe('dns_timed_out');
    await using good = await startNameServer(knowing(ZONE));
    expect(await look([unreachable, good], 'shop.example', 'A')).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  test('a lost answer is asked for once more', async () => {
    let times = 0;
    await using server = await startNameServer((question, by, asked) => {
      times += 1;
      return times === 1 ? undefined : knowing(ZONE)(question, by, asked);
    });
    expect(await look([server], 'shop.example', 'A', { tryMs: BRIEF_MS })).toEqual([
      '192.0.2.1',
      '192.0.2.2',
    ]);
  });

  test('a look-up ends in its time, however many servers are silent', async () => {
    await using silent = await startNameServer(() => undefined);
    const many = Array.from({ length: 50 }, () => silent);
    expect(await look(many, 'shop.example', 'A', { limitMs: 200, tryMs: 60_000 })).toBe('dns_timed_out');
    expect(silent.asked.length).toBeLessThan(3);
  });

  test('an old server that knows no extensions is asked without', async () => {
    await using old = await startNameServer((question, by, asked) =>
      (asked.additionals ?? []).length > 0 ? { code: 1 } : knowing(ZONE)(question, by, asked),
    );
    expect(await look([old], 'shop.example', 'A')).toEqual(['192.0.2.1', '192.0.2.2']);
  });
});

describe('long answers', () => {
  const long = Array.from({ length: 40 }, (_, at) => [Buffer.from(`${at}-${'x'.repeat(200)}`)]);
  const many = knowing({ 'TXT long.example': long });

  test('that are cut off come whole by TCP', async () => {
    await using server = await startNameServer((question, by, asked) =>
      by === 'udp' ? { isCut: true } : many(question, by, asked),
    );
    expect(await look([server], 'long.example', 'TXT')).toHaveLength(40);
    expect(server.asked).toEqual(['TXT long.example', 'TXT long.example tcp']);
  });

  test.each([
    ['without end', { bytes: Buffer.alloc(60_000, 1) }],
    [
      'of thousands of records',
      {
        answers: Array.from(
          { length: 900 },
          (): Answer => ({ type: 'A', name: 'x.example', ttl: 1, data: '192.0.2.1' }),
        ),
      },
    ],
    ['of another number', { bytes: Buffer.alloc(200) }],
    ['never', undefined],
  ] as [string, Said][])('%s are given up', async (_what, said) => {
    await using server = await startNameServer((_question, by) => (by === 'udp' ? { isCut: true } : said));
    const waiting = said === undefined ? { tryMs: BRIEF_MS } : {};
    expect(await look([server], 'long.example', 'TXT', waiting)).toBe(
      said === undefined ? 'dns_timed_out' : 'dns_server_failed',
    );
  });
});

test('one of the resolvers is asked alone; who is none of them is asked for nothing', async () => {
  await using one = await startNameServer(knowing(ZONE));
  await using two = await startNameServer(knowing({ 'A shop.example': ['192.0.2.9'] }));
  expect(await look([one, two], 'shop.example', 'A', { from: nameServerText(two) })).toEqual(['192.0.2.9']);
  expect(one.asked).toEqual([]);
  await expect(look([one], 'shop.example', 'A', { from: nameServerText(two) })).rejects.toThrow(
    "none of the operator's resolvers",
  );
});

describe('why a server did not say is told apart:', () => {
  const alias = (from: string, to: string): Answer => ({ type: 'CNAME', name: from, ttl: 60, data: to });
  const referral: Answer = { type: 'NS', name: 'example', ttl: 60, data: 'ns1.example' };
  test.each<[string, Said]>([
    ['failed', { code: 2 }],
    ['lame', { authorities: [referral], hasAuthority: false }],
    ['circle', { answers: [alias('shop.example', 'shop.example')] }],
    ['unreadable', { question: { type: 'A', name: 'other.example' } }],
  ])('%s', async (reason, said) => {
    await using server = await startNameServer(() => said);
    const resolver = createResolver({ servers: () => [server], isAllowed: () => true, zonePort: 53 });
    const look = {
      name: 'shop.example',
      type: 'A',
      from: 'resolvers',
      signal: AbortSignal.timeout(5_000),
    } as const;
    await expect(resolver.resolve(look)).rejects.toMatchObject({
      code: 'dns_server_failed',
      params: { reason },
    });
  });
});

test('by TCP alone where that is asked for; one that was cut off by UDP says so', async () => {
  await using server = await startNameServer((question, by, asked) =>
    by === 'udp' ? { isCut: true } : knowing(ZONE)(question, by, asked),
  );
  const resolver = createResolver({ servers: () => [server], isAllowed: () => true, zonePort: 53 });
  const ask = (transport: 'udp' | 'tcp') =>
    resolver.resolve({
      name: 'shop.example',
      type: 'AAAA',
      from: 'resolvers',
      transport,
      signal: AbortSignal.timeout(5_000),
    });
  expect(await ask('tcp')).toMatchObject({ wasCut: false });
  expect(server.asked).toEqual(['AAAA shop.example tcp']);
  expect(await ask('udp')).toMatchObject({ wasCut: true, records: [{ value: '2001:db8::1' }] });
});

test('a resolver that somebody names is asked where it is public, and knocked at by no other port', async () => {
  await using server = await startNameServer(knowing(ZONE));
  const ask = (from: string, isAllowed: (address: string) => boolean) =>
    createResolver({ servers: () => [], isAllowed, zonePort: server.port }).resolve({
      name: 'shop.example',
      type: 'AAAA',
      from,
      signal: AbortSignal.timeout(5_000),
    });
  expect(await ask('127.0.0.1', () => true)).toMatchObject({ server: nameServerText(server) });
  await expect(ask('127.0.0.1', () => false)).rejects.toMatchObject({ code: 'internet_address_refused' });
  for (const from of ['127.0.0.1:22', 'ns1.example', '2130706433'])
    await expect(ask(from, () => true)).rejects.toThrow('none of the operator');
  expect(server.asked).toHaveLength(1);
});
