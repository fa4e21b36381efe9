import { beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import type { Failure } from '@waypost/contract';
import { openWorld, type RouteFacts, routesOf, type World } from './world.ts';

const PUBLIC_LIMIT_BYTES = 16_384;
const LARGER_PUBLIC: Readonly<Record<string, number>> = {
  'qr_code_access/public_enquiry': 32_768,
  // The longest message of Telegram and one that it answers, with every letter escaped.
  'telegram_webhook/receive': 32_768,
};
const LARGEST_BYTES = 1_048_576;

let world: World;
let routes: RouteFacts[];
let open: RouteFacts[];
beforeAll(async () => {
  world = await openWorld();
  routes = await routesOf(world.product);
  open = routes.filter((route) => route.isPublic);
}, 180_000);

interface Outcome {
  status: number;
  code: string;
  isClosed: boolean;
}

/** Sends a head and perhaps the beginning of a body, and waits for the answer; nothing more is sent whatever comes. */
function begin(path: string, head: Record<string, string>, body = ''): Promise<Outcome> {
  const lines = Object.entries({ host: `127.0.0.1:${world.product.port}`, ...head });
  const text = `POST /api/${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(world.product.port, '127.0.0.1', () => socket.write(text + body));
    let received = '';
    const finish = () => {
      socket.destroy();
      const [answered = '', content = ''] = received.split('\r\n\r\n');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answered)?.[1] ?? 0),
        code: content === '' ? '' : (JSON.parse(content) as Failure).code,
        isClosed: /^connection: close$/im.test(answered),
      });
    };
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', finish);
    // Nothing comes: the body is being waited for.
    socket.setTimeout(5_000, finish);
    socket.on('error', reject);
  });
}

/** One chunk of a body whose length nobody declared, and no end of it. */
const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${'['.repeat(bytes)}\r\n`;
let addresses = 0;
/** An address of its own for each request: what others may ask in this minute stays theirs. */
const stranger = () => ({ 'x-forwarded-for': `10.77.${addresses >> 8}.${addresses++ & 255}` });

describe('Bodies: one of 0.8 MB stopped everybody for half a second, and nobody had signed in', () => {
  test('each call declares its limit, and those without login stay at 16 KB', () => {
    expect(open.length).toBeGreaterThanOrEqual(8);
    for (const { path, bodyLimit } of open)
      expect([path, bodyLimit]).toEqual([path, LARGER_PUBLIC[path] ?? PUBLIC_LIMIT_BYTES]);
    const wrong = routes.filter(
      ({ bodyLimit }) =>
        bodyLimit === undefined || !Number.isInteger(bodyLimit) || bodyLimit < 1 || bodyLimit > LARGEST_BYTES,
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a larger one that is declared is 413 before any of it was sent, and the connection ends', async () => {
    for (const { path, bodyLimit = 0 } of routes) {
      const outcome = await begin(path, { ...stranger(), 'content-length': String(bodyLimit + 1) });
      expect([path, outcome]).toEqual([path, { status: 413, code: 'body_too_large', isClosed: true }]);
    }
  });

  test('a larger one of no declared length is 413 once the limit was read, whether it is JSON or not', async () => {
    for (const { path, bodyLimit = 0 } of open) {
      const outcome = await begin(
        path,
        { ...stranger(), 'transfer-encoding': 'chunked' },
        chunkOf(bodyLimit + 1),
      );
      expect([path, outcome]).toEqual([path, { status: 413, code: 'body_too_large', isClosed: true }]);
    }
  });

  test('a body of exactly the limit is read, and only then found to be no JSON', async () => {
    for (const { path, bodyLimit = 0 } of open) {
      const head = { ...stranger(), 'content-length': String(bodyLimit), connection: 'close' };
      const outcome = await begin(path, head, 'x'.repeat(bodyLimit));
      expect([path, outcome.status, outcome.code]).toEqual([path, 400, 'not_json']);
    }
  });

  test('an answer that needs nothing of a long body does not wait for it', async () => {
    const long = { ...stranger(), 'content-length': '50000000' };
    expect(await begin('nowhere/call', long)).toMatchObject({ status: 404, isClosed: true });
    expect(await begin('qr_code_list/add', { ...long, 'content-length': '60000' })).toMatchObject({
      status: 401,
      isClosed: true,
    });
    expect(
      await begin('qr_code_list/add', { ...stranger(), 'transfer-encoding': 'chunked' }, chunkOf(9)),
    ).toMatchObject({ status: 401, isClosed: true });
  });

  test('the sentence says the limit in each language', async () => {
    for (const locale of ['en-US', 'zh-CN', 'sw-KE']) {
      const answer = await fetch(`${world.product.origin}/api/language/inquire?locale=${locale}`, {
        method: 'POST',
        headers: stranger(),
        body: JSON.stringify({ text: 'x'.repeat(PUBLIC_LIMIT_BYTES) }),
      });
      const failure = (await answer.json()) as Failure;
      expect([answer.status, failure.code]).toEqual([413, 'body_too_large']);
      expect(failure.message).toContain(String(PUBLIC_LIMIT_BYTES));
    }
  });
});

describe('Bodies within the limit: what is in them is bounded before anything walks it', () => {
  const ask = async (path: string, body: string, token?: string) => {
    const answer = await fetch(`${world.product.origin}/api/${path}`, {
      method: 'POST',
      headers: { ...stranger(), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body,
    });
    return { status: answer.status, failure: (await answer.json()) as Failure };
  };
  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 0])));

  test('thousands of names, list entries or levels are refused as such', async () => {
    for (const { path, bodyLimit = 0 } of open) {
      const half = Math.floor(bodyLimit / 2) - 2;
      const broken = '{"a":'.repeat(half / 5);
      for (const body of [`${'['.repeat(half)}${']'.repeat(half)}`, `[${'0,'.repeat(half)}0]`, broken]) {
        const { status, failure } = await ask(path, body);
        expect([path, status, failure.code]).toEqual([path, 422, 'body_too_complex']);
      }
    }
    for (const body of [names(7_000), `[${'"",'.repeat(40_000)}0]`]) {
      const { status, failure } = await ask('qr_code_list/add', body, world.anna.token);
      expect([status, failure.code]).toEqual([422, 'body_too_complex']);
    }
  });

  test('of hundreds of unknown names a hundred are told', async () => {
    for (const { path } of open) {
      const { status, failure } = await ask(path, names(500));
      expect([path, status, failure.code]).toEqual([path, 422, 'invalid_input']);
      expect(failure.errors.length).toBeGreaterThan(0);
      expect(failure.errors.length).toBeLessThanOrEqual(100);
    }
  });

  test('every body refuses unknown names, and no text of a public one is without a length', () => {
    const loose = routes.filter(({ body }) => !isStrict(body)).map(({ path }) => path);
    // What is in it is for Telegram to say, which proves itself; only what is read of it is looked at.
    expect(loose.filter((path) => path !== 'telegram_webhook/receive')).toEqual([]);
    expect(open.flatMap(({ path, body }) => boundless(body, path))).toEqual([]);
  });

  test('an enquiry about a thousand of the longest addresses passes', async () => {
    const { content } = await world.anna.call<{ key: string }>('qr_code_access/issue_key');
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const { status, failure } = await ask(
      'qr_code_access/public_enquiry',
      JSON.stringify(
        {
          key: content.key,
          file_name: 'x'.repeat(64),
          domain: 'x'.repeat(253),
          ip_list: Array.from(
            { length: 1_000 },
            (_, index) => `255.255.${100 + (index >> 7)}.${100 + (index & 127)}`,
          ),
          start_time: `${day} 00:00:00`,
          end_time: `${day} 23:59:59`,
        },
        null,
        2,
      ),
    );
    expect([status, failure]).toMatchObject([200, { status: true, content: [] }]);
  });
});

type Schema = RouteFacts['body'];

function isStrict(schema: Schema): boolean {
  if (schema.anyOf) return schema.anyOf.every(isStrict);
  return schema.type === 'object' && schema.additionalProperties === false;
}

/** Texts and lists without a greatest length; a pattern that repeats nothing without end is a length, too. */
function boundless(schema: Schema, path: string): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => boundless(one, path));
  if (schema.type === 'string') {
    const isFixed = schema.enum !== undefined || schema.const !== undefined;
    const isPattern = /^\^.*\$$/.test(schema.pattern ?? '') && !/[*+]|,\}/.test(schema.pattern ?? '+');
    return isFixed || isPattern || schema.maxLength !== undefined ? [] : [path];
  }
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    boundless(one, `${path}.${name}`),
  );
  if (schema.type === 'array' && schema.maxItems === undefined) inner.push(path);
  return schema.items ? [...inner, ...boundless(schema.items, `${path}[]`)] : inner;
}
