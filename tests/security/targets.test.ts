import { beforeAll, describe, expect, test } from 'bun:test';
import { addCode, openWorld, readCode, type World } from './world.ts';

/** Row Targets, and what parsers are known to read in two ways. */
const REFUSED: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'vbscript:msgbox(1)',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/evil',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://evil.example/x',
  'file:///etc/passwd',
  'ftp://evil.example/',
  'ws://evil.example/',
  'about:blank',
  'intent://evil#Intent;scheme=http;end',
  'weixin://dl/business',
  'mailto:a@evil.example',
  'tel:+1',
  'view-source:https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https://evil.example\\@good.example/',
  'https://good.example\\.evil.example/',
  'https://good.example@evil.example/',
  'https://user:password@evil.example/',
  'https://evil.example/\r\nSet-Cookie: a=b',
  'https://evil.example/\nLocation: x',
  'https://evil.example/\u0000',
  'https://evil.exa\tmple/',
  'https://\u202Eelpmaxe.live/',
  'https://evil.example/\u2028',
  'https://',
  'https://?x',
  'https://#x',
  'https://evil.example:99999/',
  'https://evil.example:port/',
  'https://[::1/',
  'https://%00/',
  'https://a b/',
  'https://evil.example/ ',
  ' https://evil.example/',
  `https://evil.example/${'x'.repeat(2_048)}`,
  '',
];

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const locationOf = async (code: string, query = '', headers: Record<string, string> = {}) => {
  const answer = await fetch(`${world.product.origin}/${code}${query}`, { redirect: 'manual', headers });
  return answer.headers.get('location');
};

describe('Targets 3.7.2: a link on a trusted name would run a script or lead elsewhere', () => {
  test.each([
    ['add', (url: string) => ({ name: 'x', targets: [{ url }] })],
    ['add', (url: string) => ({ name: 'x', targets: [{ url: 'https://good.example/' }, { url }] })],
  ])('%s refuses every address that is not plainly http(s)', async (call, bodyOf) => {
    for (const url of REFUSED)
      expect([url, (await world.anna.call(`qr_code_list/${call}`, bodyOf(url))).status]).toEqual([url, 422]);
  });

  test('so do update, update_url and batch_update, and the code stays as it was', async () => {
    const { id } = await addCode(world.anna);
    const before = await readCode(world.anna, id);
    for (const url of REFUSED) {
      const targets = [{ url }];
      for (const [call, body] of [
        ['update', { id, version: 1, targets }],
        ['update_url', { id, targets }],
        ['batch_update', { ids: [id], targets }],
      ] as const)
        expect([call, url, (await world.anna.call(`qr_code_list/${call}`, body)).status]).toEqual([
          call,
          url,
          422,
        ]);
    }
    expect(await readCode(world.anna, id)).toEqual(before);
  });

  test('no more than 50 targets, and at least one', async () => {
    const url = 'https://good.example/';
    for (const targets of [[], Array.from({ length: 51 }, () => ({ url }))])
      expect((await world.anna.call('qr_code_list/add', { name: 'x', targets })).status).toBe(422);
  });

  test('no parameter and no header of a visit changes where it leads', async () => {
    const target = 'https://good.example/path?kept=1#part';
    const { short_code } = await addCode(world.anna, { targets: [{ url: target }], jump_type: 6 });
    expect(await locationOf(short_code)).toBe(target);
    for (const name of [
      'url',
      'u',
      'to',
      'target',
      'redirect',
      'next',
      'r',
      'host',
      'domain',
      's',
      'waypost_hop',
      'location',
    ]) {
      for (const value of [
        'https://evil.example/',
        '//evil.example',
        '@evil.example',
        '%0d%0aLocation:%20x',
        '.evil.example',
      ])
        expect([name, value, await locationOf(short_code, `?${name}=${value}`)]).toEqual([
          name,
          value,
          target,
        ]);
    }
    for (const headers of [
      { 'x-forwarded-host': 'evil.example' },
      { 'x-original-url': '/evil' },
      { 'x-rewrite-url': '/evil' },
      { forwarded: 'host=evil.example' },
      { referer: 'https://evil.example/' },
      { 'x-forwarded-proto': 'javascript' },
      { 'x-http-method-override': 'POST' },
    ])
      expect([headers, await locationOf(short_code, '', headers)]).toEqual([headers, target]);
  });

  test('what is sent is the parsed address: names in ASCII, quotes and blanks encoded', async () => {
    for (const [url, sent] of [
      ['https://例え.jp/?q=\'"<>', 'https://xn--r8jz45g.jp/?q=%27%22%3C%3E'],
      ['HTTPS://EXAMPLE.com:443/a b', 'https://example.com/a%20b'],
      ['https://example.com/a/../b', 'https://example.com/b'],
      [
        'https://example.com/"><script>alert(1)</script>',
        'https://example.com/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
      ],
    ] as const) {
      const { short_code } = await addCode(world.anna, { targets: [{ url }], jump_type: 6 });
      expect(await locationOf(short_code)).toBe(sent);
    }
  });
});

describe('Short codes: one that shadows the product would serve a foreign login page', () => {
  test('no address of the product can be taken, in whatever case', async () => {
    for (const short_code of ['api', 'API', 'assets', 'plugins', 'healthz', 'readyz', 'metrics', 'Realtime'])
      expect([
        short_code,
        (
          await world.anna.call('qr_code_list/add', {
            name: 'x',
            targets: [{ url: 'https://a.example/' }],
            short_code,
          })
        ).status,
      ]).toEqual([short_code, 422]);
    for (const short_code of [
      'a/b',
      '../x',
      'a.b',
      'a b',
      '%2e',
      'a?b',
      'x'.repeat(65),
      '/',
      '.well-known',
      'é',
    ])
      expect(
        (
          await world.anna.call('qr_code_list/add', {
            name: 'x',
            targets: [{ url: 'https://a.example/' }],
            short_code,
          })
        ).status,
      ).toBe(422);
  });

  test('a code of somebody else’s cannot be taken over, not even from the bin', async () => {
    const { id, short_code } = await addCode(world.anna, { short_code: 'annas-own' });
    const grab = () =>
      world.ben.call('qr_code_list/add', {
        name: 'x',
        targets: [{ url: 'https://evil.example/' }],
        short_code,
      });
    expect((await grab()).status).toBe(409);
    await world.anna.call('qr_code_list/update_remove', { id });
    expect((await grab()).status).toBe(409);
  });

  test('nobody binds a code to a domain that is not proved to be theirs', async () => {
    for (const domain of ['bank.example', '127.0.0.1', 'localhost', 'office.waypost.test'])
      expect(
        (
          await world.anna.call('qr_code_list/add', {
            name: 'x',
            targets: [{ url: 'https://a.example/' }],
            domain,
          })
        ).status,
      ).toBe(422);
  });
});
