import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createServer as createTlsServer, type Server } from 'node:https';
import { AppError } from '@waypost/contract';
import type { Internet, InternetErrorCode } from '@waypost/sdk';
import { createInternet } from './internet.ts';
import { internetThrough } from './internet-through.ts';
import { isPublicAddress } from './public-address.ts';
import { createAuthority, type TestAuthority, type TestCertificate } from './testing/certificates.ts';
import { HOSTILE_PATHS, type HostileServer, startHostileServer } from './testing/hostile-server.ts';
import { knowing, startNameServer, type TestNameServer } from './testing/name-server.ts';

/**
 * Servers that mean no good, on an address of loopback that counts as public here; 127.0.0.1 does not, and nothing may be
 * heard there.
 */
setDefaultTimeout(30_000);
const PUBLIC = '127.0.0.2';
const DOCUMENTATION_SIX = '2001:db8::1';

let authority: TestAuthority;
let names: TestNameServer;
let honest: ReturnType<typeof Bun.serve>;
let inner: ReturnType<typeof Bun.serve>;
let hostile: HostileServer;
let internet: Internet;
const secure: Server[] = [];
const tls = new Map<string, number>();
let rebinding = 0;
let innerHits = 0;
let port = 0;
let hits: string[] = [];

beforeAll(async () => {
  authority = createAuthority();
  const certificates: Record<string, TestCertificate> = {
    right: authority.issue(['right.example', '*.right.example'], 2),
    wrong: authority.issue(['other.example'], 2),
    expired: authority.issue(['right.example'], -1),
    address: authority.issue([PUBLIC], 2),
  };
  const stranger = createAuthority();
  certificates.stranger = stranger.issue(['right.example'], 2);
  stranger.close();
  for (const [name, { key, certificate }] of Object.entries(certificates)) {
    const server = createTlsServer({ key, cert: certificate }, (_request, answer) => answer.end('safe'));
    await new Promise<void>((resolve) => server.listen(0, PUBLIC, resolve));
    secure.push(server);
    tls.set(name, (server.address() as { port: number }).port);
  }
  const known = knowing({
    'A shop.example': [PUBLIC],
    'A right.example': [PUBLIC],
    'A www.right.example': [PUBLIC],
    'A inner.example': ['127.0.0.1'],
    'A mixed.example': [PUBLIC, '10.0.0.1'],
    'AAAA six.example': ['::1'],
    'A half.example': [PUBLIC],
    'AAAA half.example': ['fd00::1'],
    'CNAME alias.example': ['inner.example'],
    'A two.example': ['127.0.0.3', PUBLIC],
    'TXT empty.example': [[Buffer.from('no address')]],
  });
  names = await startNameServer((question, by, asked) => {
    if (question.name === 'failing.example') return { code: 2 };
    if (question.name === 'silent.example') return undefined;
    // First an address that is public, afterwards one that is not: "DNS rebinding".
    if (question.name === 'rebinding.example' && question.type === 'A') {
      rebinding += 1;
      const data = rebinding === 1 ? PUBLIC : '127.0.0.1';
      return { answers: [{ type: 'A', name: question.name, ttl: 0, data }] };
    }
    return known(question, by, asked);
  });
  for (let isInnerThere = false; !isInnerThere; ) {
    honest = startHonest();
    port = honest.port ?? 0;
    isInnerThere = startInner();
    if (!isInnerThere) honest.stop(true);
  }
  hostile = await startHostileServer(PUBLIC);
  internet = internetWith(10_000);
});
const startHonest = () =>
  Bun.serve({
    hostname: PUBLIC,
    port: 0,
    async fetch(request) {
      const url = new URL(request.url);
      hits.push(`${request.method} ${request.headers.get('host')} ${url.pathname}`);
      // Each of its redirects is quick enough; five of them are not.
      if (url.pathname === '/late') {
        await Bun.sleep(150);
        return new Response(null, { status: 307, headers: { location: '/late' } });
      }
      const to = url.searchParams.get('to');
      if (to !== null) return new Response(null, { status: 307, headers: { location: headerText(to) } });
      return Response.json({
        body: await request.text(),
        authorization: request.headers.get('authorization'),
      });
    },
  });

/** Takes the port of the honest server, so that nothing but the address stands between; false where somebody else has it. */
function startInner(): boolean {
  try {
    inner = Bun.serve({
      hostname: '127.0.0.1',
      port,
      fetch() {
        innerHits += 1;
        return new Response('inside');
      },
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** @param tryMs how long a name server is waited for; nothing but silence may be mistaken for silence on a busy machine */
const internetWith = (tryMs: number): Internet =>
  internetThrough(
    createInternet({
      servers: () => [names],
      isAllowed: (address) => isPublicAddress(address) || address === PUBLIC || address === '127.0.0.3',
      zonePort: names.port,
      tryMs,
      authorities: [authority.certificate],
    }).doorOf(),
  );
afterAll(async () => {
  await names[Symbol.asyncDispose]();
  await hostile[Symbol.asyncDispose]();
  for (const server of secure) server.close();
  honest.stop(true);
  inner.stop(true);
  authority.close();
});

/** Header fields are Latin. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]/g, encodeURIComponent);
const at = (host: string, path = '/') => `http://${host}:${port}${path}`;
const to = (url: string) => at('shop.example', `/?to=${encodeURIComponent(url)}`);

/** The code of the error that something ends with; fails when it ends well. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  throw new Error('it worked');
}

describe('a request to an address that somebody entered', () => {
  test('goes out as it was made, to the name that was entered', async () => {
    hits = [];
    const answer = await internet.fetch(at('Shop.Example.', '/hook'), {
      method: 'POST',
      body: 'three',
      headers: { authorization: 'Bearer x', host: 'other.example' },
    });
    expect(await answer.json()).toEqual({ body: 'three', authorization: 'Bearer x' });
    expect(hits).toEqual([`POST shop.example:${port} /hook`]);
  });

  test('follows redirects, takes no credentials along to others, and stops after five', async () => {
    const headers = { authorization: 'Bearer x' };
    const answer = await internet.fetch(to(at('half.example').replace('half', 'two')), { headers });
    expect(answer.redirected).toBe(true);
    expect(await answer.json()).toEqual({ body: '', authorization: null });
    let round = at('shop.example');
    for (let hop = 0; hop < 6; hop += 1) round = to(round);
    expect(await codeOf(internet.fetch(round))).toBe('internet_redirected');
    expect(await codeOf(internet.fetch(to('/'), { redirect: 'error' }))).toBe('internet_redirected');
    expect((await internet.fetch(to('/'), { redirect: 'manual' })).status).toBe(307);
  });

  test('tries the next address of a name where nobody listens', async () => {
    expect((await internet.fetch(at('two.example'))).status).toBe(200);
  });

  test('has one limit for all of its redirects', async () => {
    // By its address: a look-up of its name that takes as long would be another error.
    const late = internet.fetch(at(PUBLIC, '/late'), { limitMs: 250 });
    expect(await codeOf(late)).toBe('internet_timed_out');
  });

  test('is given up when whoever asked gives up', async () => {
    const given = new AbortController();
    const asked = internet.fetch(`http://shop.example:${hostile.port}/hang`, { signal: given.signal });
    setTimeout(() => given.abort(new Error('enough')), 50);
    await expect(asked).rejects.toThrow('enough');
  });

  test('fifty at once, and no more', async () => {
    const given = new AbortController();
    const url = `http://shop.example:${hostile.port}/hang`;
    const many = Array.from({ length: 50 }, () => internet.fetch(url, { signal: given.signal }));
    expect(await codeOf(internet.fetch(at('shop.example')))).toBe('internet_busy');
    given.abort(new Error('enough'));
    for (const one of await Promise.allSettled(many)) expect(one.status).toBe('rejected');
    expect((await internet.fetch(at('shop.example'))).status).toBe(200);
  });
});

describe('nothing inside is reached', () => {
  const INSIDE: [string, (port: number) => string][] = [
    ['itself', (own) => `http://127.0.0.1:${own}/`],
    ['in hex', (own) => `http://0x7f.1:${own}/`],
    ['in one number', (own) => `http://2130706433:${own}/`],
    ['in octal', (own) => `http://017700000001:${own}/`],
    ['in full-width digits', (own) => `http://１２７.０.０.１:${own}/`],
    ['with a dot at its end', (own) => `http://127.0.0.1.:${own}/`],
    ['by IPv6', (own) => `http://[::1]:${own}/`],
    ['mapped into IPv6', (own) => `http://[::ffff:127.0.0.1]:${own}/`],
    ['translated into IPv6', (own) => `http://[64:ff9b::7f00:1]:${own}/`],
    ['tunnelled through IPv6', (own) => `http://[2002:7f00:1::]:${own}/`],
    ['any address', (own) => `http://0.0.0.0:${own}/`],
    ['a cloud says who it is', () => 'http://169.254.169.254/latest/meta-data/'],
    ['another cloud', () => 'http://168.63.129.16/'],
    ['a third one', () => 'http://100.100.100.200/'],
    ['the carrier', () => 'http://100.64.0.1/'],
    ['a private network', () => 'http://192.168.1.1/'],
    ['a network of examples', () => `http://[${DOCUMENTATION_SIX}]/`],
    ['by the name of this machine', (own) => `http://localhost:${own}/`],
    ['by a name of our own network', (own) => `http://intranet:${own}/`],
    ['by a name that leads there', (own) => `http://inner.example:${own}/`],
    ['by an alias that leads there', (own) => `http://alias.example:${own}/`],
    ['by a name that leads there, too', (own) => `http://mixed.example:${own}/`],
    ['by IPv6 alone', (own) => `http://six.example:${own}/`],
    ['by IPv6, too', (own) => `http://half.example:${own}/`],
  ];
  test.each(INSIDE)('%s: entered, by a redirect, or asked for its certificate', async (_what, urlAt) => {
    const url = urlAt(port);
    expect(await codeOf(internet.fetch(url))).toBe('internet_address_refused');
    expect(await codeOf(internet.fetch(to(url)))).toBe('internet_address_refused');
    const host = new URL(url).hostname;
    expect(await codeOf(internet.certificate(host, { port }))).toBe('internet_address_refused');
    expect(innerHits).toBe(0);
  });

  test('also not by a name that is public when it is checked, and inside when it is connected to', async () => {
    rebinding = 0;
    hits = [];
    expect((await internet.fetch(at('rebinding.example'))).status).toBe(200);
    expect(hits).toHaveLength(1);
    expect(rebinding).toBe(1);
    expect(await codeOf(internet.fetch(at('rebinding.example')))).toBe('internet_address_refused');
    rebinding = 0;
    expect(
      await codeOf(
        internet.fetch(at('rebinding.example', `/?to=${encodeURIComponent(at('rebinding.example'))}`)),
      ),
    ).toBe('internet_address_refused');
    expect(innerHits).toBe(0);
  });

  const REFUSED = [
    'file:///etc/passwd',
    'ftp://shop.example/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'gopher://shop.example/',
    'http://somebody:secret@shop.example/',
    'http://somebody@shop.example/',
    'http://shop.example:22/',
    'http://shop.example:25/',
    'http://shop.example:0/',
    'http://shop.example:6667/',
    'http://shop.example:5060/',
    'http://',
    '//shop.example/',
    'shop.example',
    '',
  ];
  test.each(REFUSED)('what is no address of the web is refused as such: %j', async (url) => {
    expect(await codeOf(internet.fetch(url))).toBe('internet_address_invalid');
    if (url.includes(':') && URL.canParse(url))
      expect(await codeOf(internet.fetch(to(url)))).toBe('internet_address_invalid');
  });

  test.each(['shop.example/path', 'shop.example:80', 'a@shop.example', 'shop.example?x', ''])(
    'what is no host has no certificate: %j',
    async (host) => expect(await codeOf(internet.certificate(host))).toBe('internet_address_invalid'),
  );
  test.each([22, 25, 0, 65_536, 6667, 1.5, -1])('port %p is none to knock at', async (given) => {
    const work = internet.certificate('shop.example', { port: given });
    if (Number.isInteger(given)) expect(await codeOf(work)).toBe('internet_address_invalid');
    else await expect(work).rejects.toThrow(TypeError);
  });
});

describe('a monitor can say what is the matter:', () => {
  test.each([
    ['no such name', 'gone.example', 'internet_no_address'],
    ['a name without an address', 'empty.example', 'internet_no_address'],
    ['a zone that fails', 'failing.example', 'dns_server_failed'],
    ['nobody who knows', 'silent.example', 'dns_timed_out'],
  ])('%s', async (_what, host, code) => {
    const asked = code === 'dns_timed_out' ? internetWith(100) : internet;
    expect(await codeOf(asked.fetch(at(host)))).toBe(code);
    expect(await codeOf(asked.certificate(host))).toBe(code);
  });

  test('nobody listens', async () => {
    expect(await codeOf(internet.fetch(`http://127.0.0.3:${port}/`))).toBe('internet_connection_refused');
    expect(await codeOf(internet.certificate('127.0.0.3', { port }))).toBe('internet_connection_refused');
  });

  const EXPECTED: Record<string, InternetErrorCode> = {
    '/hang': 'internet_timed_out',
    '/drip': 'internet_timed_out',
    '/drip-headers': 'internet_timed_out',
    '/continue': 'internet_timed_out',
    '/endless': 'internet_too_large',
    '/endless-chunks': 'internet_too_large',
    '/endless-headers': 'internet_too_large',
    '/endless-header': 'internet_too_large',
    '/cut': 'internet_connection_broken',
    '/rubbish': 'internet_connection_broken',
    '/strange-status': 'internet_connection_broken',
    '/switch': 'internet_connection_broken',
    '/leave': 'internet_connection_broken',
  };
  test.each(HOSTILE_PATHS)('a server that does %s', async (path) => {
    const slow = EXPECTED[path] === 'internet_timed_out';
    // By its address: a look-up of its name that takes as long would be another error.
    const asked = internet.fetch(`http://${PUBLIC}:${hostile.port}${path}`, slow ? { limitMs: 200 } : {});
    expect(await codeOf(asked)).toBe(EXPECTED[path] as string);
  });

  test('less may be asked for, and not more', async () => {
    const url = at('shop.example');
    expect(await codeOf(internet.fetch(url, { limitBytes: 5 }))).toBe('internet_too_large');
    for (const limits of [{ limitBytes: 5_000_000 }, { limitBytes: -1 }, { limitMs: 40_000 }, { limitMs: 0 }])
      await expect(internet.fetch(url, limits)).rejects.toThrow(TypeError);
  });

  const portOf = (name: string) => tls.get(name) ?? 0;
  test.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrong', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['stranger', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('a certificate that is %s', async (name, reason) => {
    const refused = internet.fetch(`https://right.example:${portOf(name)}/`);
    await expect(refused).rejects.toMatchObject({ code: 'internet_tls_failed', params: { reason } });
  });
  test('a certificate that is right, and none where there is no TLS', async () => {
    const answer = await internet.fetch(`https://right.example:${portOf('right')}/`);
    expect(await answer.text()).toBe('safe');
    const plain = internet.fetch(`https://right.example:${port}/`);
    expect(await codeOf(plain)).toBe('internet_tls_failed');
    const looked = internet.certificate('right.example', { port });
    expect(await codeOf(looked)).toBe('internet_tls_failed');
    const hanging = internet.certificate(PUBLIC, { port: hostile.port, limitMs: 200 });
    expect(await codeOf(hanging)).toBe('internet_timed_out');
  });

  test.each([
    ['right', 'right.example', null, true],
    ['right', 'www.right.example', null, true],
    ['right', PUBLIC, 'wrong_name', false],
    ['address', PUBLIC, null, true],
    ['expired', 'right.example', 'expired', true],
    ['wrong', 'right.example', 'wrong_name', false],
    ['stranger', 'right.example', 'unknown_issuer', true],
  ] as const)('the certificate "%s" for %s', async (name, host, fault, isForName) => {
    const shown = await internet.certificate(host, { port: portOf(name) });
    expect(shown).toMatchObject({
      address: PUBLIC,
      protocol: 'TLSv1.3',
      isTrusted: fault === null,
      fault,
      isForName,
    });
    const [own] = shown.chain;
    expect(own).toMatchObject({
      issuer: 'CN=Waypost test root',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    if (name === 'right')
      expect(own).toMatchObject({ subject: 'CN=right.example', names: ['right.example', '*.right.example'] });
    const daysLeft = (Date.parse(own?.notAfter ?? '') - Date.now()) / 86_400_000;
    expect(Math.ceil(daysLeft)).toBe(name === 'expired' ? -1 : 2);
  });
});
