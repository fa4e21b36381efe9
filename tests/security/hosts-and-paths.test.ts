import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRaw, sendRaw } from './wire.ts';
import {
  ADMIN_HOST,
  addCode,
  FOREIGN_HOST,
  openWorld,
  readCode,
  SHORT_HOST,
  TARGETS,
  until,
  type World,
} from './world.ts';

const root = join(import.meta.dir, '../..');
let world: World;
let port: number;
beforeAll(async () => {
  world = await openWorld();
  port = world.product.port;
}, 180_000);

const headerOf = (head: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();

describe('Hosts: a customer’s domain would show our login page and collect passwords', () => {
  const BACK_OFFICE = ['/', '/api/openapi.json', '/plugins/qr/0.1.0/mf-manifest.json'];
  beforeAll(async () => {
    const script = /src="\/?(assets\/[^"]+)"/.exec((await getRaw(port, '/')).body)?.[1];
    if (script === undefined) throw new Error('the back-office has no script');
    BACK_OFFICE.push(`/${script}`);
  });

  test('the back-office is on loopback names, addresses and ADMIN_HOSTS', async () => {
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      '[::1]',
      ADMIN_HOST,
      `${ADMIN_HOST.toUpperCase()}.`,
      '192.0.2.7',
    ])
      for (const path of BACK_OFFICE)
        expect([host, path, (await getRaw(port, path, { host })).status]).toEqual([host, path, 200]);
  });

  test('a name of two letters is a name like any other: calls are answered there', async () => {
    const head = { 'content-length': '0' };
    for (const host of [SHORT_HOST, ADMIN_HOST]) {
      const { status } = await getRaw(port, '/api/language/inquire', { host, ...head }, 'POST');
      expect([host, status]).toEqual([host, 200]);
    }
  });

  test('on every other name there are visits and nothing else', async () => {
    const { short_code } = await addCode(world.anna, { jump_type: 6 });
    for (const host of [
      FOREIGN_HOST,
      `${FOREIGN_HOST}:${port}`,
      `${ADMIN_HOST}.evil.example`,
      `evil-${ADMIN_HOST}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '0x7f.1',
      `evil.example#${ADMIN_HOST}`,
      `evil.example@${ADMIN_HOST}`,
      `${ADMIN_HOST}@evil.example`,
      `${ADMIN_HOST},evil.example`,
      'xn--localhost-x',
    ]) {
      for (const path of BACK_OFFICE) {
        const answer = await getRaw(port, path, { host });
        expect([host, path, [404, 400].includes(answer.status)]).toEqual([host, path, true]);
        expect(answer.body).not.toMatch(/<script|openapi|mf-manifest/);
      }
      const call = await getRaw(port, '/api/security/challenge', { host, 'content-length': '0' }, 'POST');
      expect([host, [404, 400].includes(call.status)]).toEqual([host, true]);
    }
    const visit = await getRaw(port, `/${short_code}`, { host: FOREIGN_HOST });
    expect([visit.status, headerOf(visit.head, 'location')]).toEqual([302, TARGETS[0]?.url as string]);
  });

  test('headers of proxies do not make a foreign name ours', async () => {
    for (const headers of [
      { 'x-forwarded-host': ADMIN_HOST },
      { forwarded: `host=${ADMIN_HOST}` },
      { 'x-host': ADMIN_HOST },
      { 'x-original-host': 'localhost' },
    ])
      expect(
        (await getRaw(port, '/', { host: FOREIGN_HOST, ...headers } as Record<string, string>)).status,
      ).toBe(404);
    // The absolute form of a request names a host of its own.
    const absolute = await getRaw(port, `http://localhost:${port}/`, { host: FOREIGN_HOST });
    expect(absolute.body).not.toContain('<script');
  });

  test('a hostile Host reaches no address that we hand out', async () => {
    const answer = await fetch(`${world.product.origin}/api/qr_code_list/add`, {
      method: 'POST',
      headers: {
        host: ADMIN_HOST,
        'x-forwarded-host': 'evil.example',
        authorization: `Bearer ${world.anna.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Host', targets: TARGETS }),
    });
    const { content } = (await answer.json()) as { content: { short_url: string; qr_url: string } };
    for (const address of [content.short_url, content.qr_url])
      expect(new URL(address).origin).toBe(world.product.origin);
  });

  test('figures of the process are for operators: on this machine and by our name, or with the token', async () => {
    const token = readFileSync(join(world.product.dataDir, 'metrics.token'), 'utf8').trim();
    const read = async (headers: Record<string, string>) => (await getRaw(port, '/metrics', headers)).status;
    expect(await read({})).toBe(200);
    // A page whose own name resolves to loopback (DNS rebinding), and a visitor behind the proxy.
    expect(await read({ host: 'rebound.evil.example' })).toBe(404);
    expect(await read({ 'x-forwarded-for': '198.51.100.1' })).toBe(404);
    expect(await read({ 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    for (const authorization of ['Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`, token])
      expect(await read({ 'x-forwarded-for': '198.51.100.1', authorization })).toBe(404);
    expect(
      await read({ host: 'waypost', 'x-forwarded-for': '198.51.100.1', authorization: `Bearer ${token}` }),
    ).toBe(200);
  });
});

describe('Paths: one that leaves its folder would hand out keys, sources and data', () => {
  const OUT = [
    '..',
    '%2e%2e',
    '%2E%2E',
    '.%2e',
    '..%2f..',
    '..%5c..',
    '%252e%252e',
    '..%00',
    '....//',
    '..;',
  ];
  const FILES = [
    'package.json',
    'registry.json',
    'etc/passwd',
    'secret.key',
    'index.html',
    'plugin.json',
    'server.ts',
  ];

  test('neither dots, encoded or not, nor backslashes, NUL or doubled slashes lead out of the static folders', async () => {
    for (const base of ['/assets', '/plugins/qr/0.1.0', '/plugins/qr/0.1.0/assets', '/plugins', '']) {
      for (const out of OUT) {
        for (const depth of [1, 2, 3, 4, 5, 6, 12]) {
          const climb = `${base}/${Array(depth).fill(out).join('/')}`;
          const answers = await Promise.all(FILES.map((file) => getRaw(port, `${climb}/${file}`)));
          for (const [index, { body }] of answers.entries())
            expect([
              climb,
              FILES[index],
              /root:x|"workspaces"|"plugins":|"capabilities"|definePlugin/.test(body),
            ]).toEqual([climb, FILES[index], false]);
        }
      }
    }
  }, 180_000);

  test('of a plugin its built files are served, under its present version only', async () => {
    const statuses = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await getRaw(port, path)).status));
    expect(await statuses(['/plugins/qr/0.1.0/mf-manifest.json'])).toEqual([200]);
    const none = [
      '/plugins/qr/0.1.0/plugin.json',
      '/plugins/qr/0.1.0/server.ts',
      '/plugins/qr/9.9.9/mf-manifest.json',
      '/plugins/nothing/0.1.0/x.js',
      '/plugins/__proto__/0.1.0/x',
      '/plugins/qr/0.1.0/',
      '/assets/',
      '/assets',
      '/.git/config',
      '/.env',
      '/data/secret.key',
      '/node_modules/zod/package.json',
    ];
    expect(await statuses(none)).toEqual(none.map(() => 404));
  });

  test('served files name no folder of this machine', async () => {
    for (const path of [
      '/',
      '/plugins/qr/0.1.0/mf-manifest.json',
      '/plugins/qr/0.1.0/mf-stats.json',
      '/plugins/system/0.1.0/mf-manifest.json',
    ])
      expect([path, (await getRaw(port, path)).body.includes(root)]).toEqual([path, false]);
  });

  test('a request whose end can be read in two ways is refused, so that no second one hides in it', async () => {
    const hidden = 'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const head = `POST /api/security/challenge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
    for (const framing of [
      `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked`,
      'Transfer-Encoding: chunked\r\nContent-Length: 5',
      `Content-Length: 0\r\nContent-Length: ${hidden.length}`,
      'Content-Length: -1',
      'Content-Length: +5',
      'Content-Length: 5, 5',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
      ' Transfer-Encoding: chunked',
    ]) {
      const { status, body } = await sendRaw(port, `${head}${framing}\r\n\r\n0\r\n\r\n${hidden}`);
      expect([framing, status, body]).toEqual([framing, 400, '']);
    }
  });
});

describe('Visits: what a visitor is shown tells nothing about the house', () => {
  test('an unknown address, a binned and an expired code, a refused visit: no name, owner, id or place of ours', async () => {
    const states = await Promise.all([
      addCode(world.anna, { name: 'Quiet name', remark: 'Quiet remark', state: 'off' }),
      addCode(world.anna, { name: 'Quiet name', expires_at: '2020-01-01T00:00:00Z' }),
      addCode(world.anna, {
        name: 'Quiet name',
        visit_restriction: 2,
        targets: [{ url: 'https://secret-target.example/' }],
      }),
      addCode(world.anna, {
        name: 'Quiet name',
        access_mode: 2,
        targets: [{ url: 'https://secret-target.example/' }],
      }),
    ]);
    for (const { short_code, id } of [...states, { short_code: 'no-such-code', id: 'x' }]) {
      const answer = await getRaw(port, `/${short_code}`, { 'accept-language': 'en' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toMatch(/Quiet|secret-target|security|waypost\/|node_modules|stack/i);
      if (id !== 'x') expect(answer.body).not.toContain(id);
      expect(headerOf(answer.head, 'server')).toBeUndefined();
      expect(headerOf(answer.head, 'x-powered-by')).toBeUndefined();
      expect(headerOf(answer.head, 'location')).toBeUndefined();
    }
    // That its owner has paused it is told, and nothing else: it looks like anybody's that is paused.
    const other = await addCode(world.ben, { name: 'Another name', state: 'off' });
    const [own, foreign] = await Promise.all([
      getRaw(port, `/${states[0]?.short_code}`),
      getRaw(port, `/${other.short_code}`),
    ]);
    // The link that reports it names what the visitor asked for.
    const shown = own.body.replaceAll(String(states[0]?.short_code), other.short_code);
    expect([own.status, shown]).toEqual([foreign.status, foreign.body]);
  });

  test('every visitor page carries a policy that allows its own script by hash and nothing else', async () => {
    for (const jump_type of [1, 2, 3, 4, 5]) {
      const { short_code } = await addCode(world.anna, { jump_type });
      const { head } = await getRaw(port, `/${short_code}`);
      expectStrict(head);
      expect(headerOf(head, 'content-security-policy')).not.toContain('unsafe');
    }
    expectStrict((await getRaw(port, '/no-such-code')).head);
  });

  function expectStrict(head: string): void {
    const policy = headerOf(head, 'content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headerOf(head, 'x-content-type-options')).toBe('nosniff');
    expect(headerOf(head, 'referrer-policy')).toBe('no-referrer');
    expect(headerOf(head, 'cache-control')).toBe('no-store');
  }

  test('a code that opens only by scanning cannot be opened with a forged token', async () => {
    const one = await addCode(world.anna, { access_mode: 2, jump_type: 6 });
    const other = await addCode(world.anna, { access_mode: 2, jump_type: 6 });
    const token = new URL(one.qr_url).searchParams.get('s') ?? '';
    const statusOf = async (query: string) => (await getRaw(port, `/${one.short_code}${query}`)).status;
    expect(await statusOf(`?s=${token}`)).toBe(302);
    const flipped = `${token.slice(0, 5)}${token[5] === 'A' ? 'B' : 'A'}${token.slice(6)}`;
    for (const query of [
      '',
      '?s=',
      '?s=1',
      '?s=true',
      `?s=${flipped}`,
      `?s=${token.slice(0, -1)}`,
      `?s=${token}A`,
      `?s=${new URL(other.qr_url).searchParams.get('s')}`,
      `?s=${'A'.repeat(16)}`,
      `?S=${token}`,
      `?s[]=${token}`,
      `?s=x&s=${token}`,
      `?s=${'A'.repeat(5_000)}`,
    ])
      expect([query.slice(0, 40), await statusOf(query)]).toEqual([query.slice(0, 40), 403]);
    expect(token.length).toBeGreaterThanOrEqual(16);
  });

  test('hostile paths and headers of a visit break nothing', async () => {
    const { short_code, id } = await addCode(world.anna, { jump_type: 6 });
    for (const path of [
      '/%',
      '/%zz',
      '/%00',
      '/%ff%fe',
      `/${short_code}%00`,
      `/${short_code}/x`,
      `//${short_code}/x`,
      `/${'x'.repeat(8_000)}`,
      '/__proto__',
      '/constructor',
      `/${short_code};x`,
    ])
      expect([path.slice(0, 30), [400, 404, 414, 431].includes((await getRaw(port, path)).status)]).toEqual([
        path.slice(0, 30),
        true,
      ]);
    // Slashes around a code are no other path, and no way to another host.
    for (const path of [`/${short_code}/`, `/${short_code}%2f`, `//${short_code}`, `//${short_code}//`]) {
      const { head, status } = await getRaw(port, path);
      expect([path, status, headerOf(head, 'location')]).toEqual([path, 302, TARGETS[0]?.url]);
    }
    for (const headers of [
      { 'user-agent': 'x'.repeat(7_000) },
      { referer: `https://${'x'.repeat(6_000)}/` },
      { 'accept-language': `${'en;q=0.'.repeat(900)}` },
      { 'x-forwarded-for': `${'1.1.1.1,'.repeat(900)}` },
      { 'x-forwarded-for': '<script>, $where, ::::' },
      { 'user-agent': '\x01\x7f' },
    ])
      expect([
        Object.keys(headers),
        [302, 400, 431].includes((await getRaw(port, `/${short_code}`, headers)).status),
      ]).toEqual([Object.keys(headers), true]);
    const row = await until(
      () => readCode(world.anna, id),
      ({ view_number }) => view_number >= 5,
    );
    expect(row.view_number).toBeGreaterThanOrEqual(5);
    expect((await fetch(`${world.product.origin}/readyz`)).status).toBe(200);
  }, 120_000);
});

describe('Headers of the back-office 3.4: an injected script would run, a sniffed file would be one', () => {
  test('its page runs scripts of this origin only and is never framed, sniffed or referred', async () => {
    const { head } = await getRaw(port, '/');
    const policy = headerOf(head, 'content-security-policy') ?? '';
    const sources = Object.fromEntries(
      policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    );
    expect(sources).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*|https?:/);
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['x-frame-options', 'DENY'],
      ['referrer-policy', 'no-referrer'],
      ['cross-origin-opener-policy', 'same-origin'],
      ['cross-origin-resource-policy', 'same-origin'],
    ] as const)
      expect([name, headerOf(head, name)]).toEqual([name, value]);
  });

  test('the built page needs no exception: no inline script, no handler', async () => {
    const { body } = await getRaw(port, '/');
    expect(body).toMatch(/<script[^>]+src=/);
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son[a-z]+=|javascript:/i);
  });

  test('answers with data are never sniffed, kept or framed', async () => {
    for (const path of [
      '/readyz',
      '/api/openapi.json',
      '/healthz',
      '/api/menu/tree',
      '/metrics',
      '/robots.txt',
      '/no/such/path',
    ]) {
      const { head } = await getRaw(port, path);
      expect([path, headerOf(head, 'x-content-type-options')]).toEqual([path, 'nosniff']);
      expect([path, headerOf(head, 'cache-control')]).toEqual([path, 'no-store']);
      expect([path, headerOf(head, 'content-security-policy')]).toEqual([
        path,
        expect.stringContaining("default-src 'none'"),
      ]);
    }
  });
});
