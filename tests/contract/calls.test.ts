import { beforeAll, describe, expect, test } from 'bun:test';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, shareSystem, until } from './harness.ts';

let system: System;
let administrator: Api;
let guest: Api;

beforeAll(async () => {
  system = await shareSystem();
  guest = apiOf(system.origin);
  administrator = await signIn(system.origin, ADMINISTRATOR);
}, 180_000);

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${system.origin}${path}`, { method: 'POST', body, headers });
}

interface Failure {
  status: false;
  code: string;
  message: string;
  errors: { path: string; message: string }[];
}

describe('answers of a call', () => {
  test('a call that worked answers status, message and content, under the request id that was sent', async () => {
    const answer = await post('/api/good_call/echo', JSON.stringify({ text: 'hi' }), {
      'x-request-id': 'my-request-1',
      'accept-language': 'en-US',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toBe('my-request-1');
    expect(await answer.json()).toEqual({
      status: true,
      message: 'Done',
      content: { text: 'hi', address: '127.0.0.1' },
    });
    await until(() => system.records().some((record) => record.request_id === 'my-request-1'));
  });

  test('the language comes from ?locale=, then Accept-Language, then is Chinese', async () => {
    const messageOf = async (path: string, language?: string) => {
      const answer = await post(path, '{}', language === undefined ? {} : { 'accept-language': language });
      return ((await answer.json()) as Failure).message;
    };
    const path = '/api/good_call/who_am_i';
    expect(await messageOf(path)).toStartWith('尚未登录');
    expect(await messageOf(path, 'fr, sw;q=0.9, en;q=0.5')).toStartWith('Hujaingia');
    expect(await messageOf(`${path}?locale=en-US`, 'zh-CN')).toStartWith('You are not logged in');
  });

  test('what a handler answers beyond its declared result never leaves the server', async () => {
    const { content } = await guest.call('good_call/leak');
    expect(content).toEqual({ shown: 'yes' });
  });

  test('an unknown error says nothing but a request id that the log knows', async () => {
    const answer = await post('/api/good_call/fail', '{}', {
      'x-request-id': 'failing-request',
      'accept-language': 'en-US',
    });
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).not.toContain('hunter2');
    expect(JSON.parse(text)).toMatchObject({ status: false, code: 'internal', errors: [] });
    expect(text).toContain('failing-request');
    // The answer may be here before the line.
    await until(() =>
      system.records().some((one) => one.request_id === 'failing-request' && one.error !== undefined),
    );
  });
});

describe('refusals', () => {
  test.each([
    ['/api/nowhere/call', 404, 'unknown_call'],
    ['/api/good_call/nothing', 404, 'unknown_call'],
    ['/api/good_call/echo/more', 404, 'unknown_call'],
    // It is switched on: nobody is told otherwise.
    ['/api/throwing_area/reachable', 503, 'plugin_failed'],
    ['/api/good_call/who_am_i', 401, 'unauthenticated'],
  ])('%s answers %d %s', async (path, status, code) => {
    const answer = await post(path, '{}');
    expect(answer.status).toBe(status);
    expect(((await answer.json()) as Failure).code).toBe(code);
  });

  test('GET never makes a call', async () => {
    const answer = await fetch(`${system.origin}/api/good_call/echo`);
    expect(answer.status).toBe(405);
    expect(((await answer.json()) as Failure).code).toBe('method_not_allowed');
  });

  test('a body that is not JSON is 400, too large 413 with or without a declared length', async () => {
    const broken = await post('/api/good_call/echo', '{"text":');
    expect([broken.status, ((await broken.json()) as Failure).code]).toEqual([400, 'not_json']);
    const large = JSON.stringify({ text: 'x'.repeat(1_100_000) });
    const declared = await post('/api/good_call/echo', large);
    expect([declared.status, ((await declared.json()) as Failure).code]).toEqual([413, 'body_too_large']);
    // What a call without login takes when its plugin says nothing, wherever the plugin runs.
    const above = await post('/api/good_call/echo', JSON.stringify({ text: 'x'.repeat(16_384) }));
    expect([above.status, ((await above.json()) as Failure).code]).toEqual([413, 'body_too_large']);
    const stream = new Blob([large]).stream();
    const chunked = await post('/api/good_call/echo', stream);
    expect([chunked.status, ((await chunked.json()) as Failure).code]).toEqual([413, 'body_too_large']);
  });

  test('an empty body counts as {}', async () => {
    const answer = await post('/api/good_call/who_am_i', '', {
      authorization: `Bearer ${administrator.token}`,
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    [{ text: { $ne: null } }, ['text']],
    [{ text: 'x', $where: '1' }, ['$where']],
    [{}, ['text']],
    [{ text: 'x', role: 'super', owner: '1' }, ['role', 'owner']],
    [[], ['']],
  ])('the body %j is 422 and names the paths %j', async (body, paths) => {
    const answer = await guest.call('good_call/echo', body);
    expect(answer.status).toBe(422);
    const failure = answer.body as Failure;
    expect(failure.code).toBe('invalid_input');
    expect(failure.errors.map((issue) => issue.path)).toEqual(paths);
    for (const issue of failure.errors) expect(issue.message).not.toMatch(/^error\.|^$/);
  });

  test('a stranger learns nothing of the schema: 401 comes before 422', async () => {
    const answer = await guest.call('good_note/add', { nonsense: true });
    expect(answer.status).toBe(401);
  });

  test('a token that is worth nothing is 401 with a challenge', async () => {
    const answer = await post('/api/good_call/who_am_i', '{}', { authorization: 'Bearer nonsense' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('one call more than the limit is 429 and says when to come back', async () => {
    for (let index = 0; index < 3; index += 1)
      expect((await guest.call('good_call/limited')).status).toBe(200);
    const spoofed = { 'x-forwarded-for': '203.0.113.9' };
    const answer = await post('/api/good_call/limited', '{}', spoofed);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(((await answer.json()) as Failure).code).toBe('too_many_requests');
  });

  test('a page of a foreign origin cannot make a call', async () => {
    const answer = await post('/api/good_call/echo', '{"text":"x"}', { origin: 'https://evil.example' });
    expect([answer.status, ((await answer.json()) as Failure).code]).toEqual([403, 'foreign_origin']);
    const own = await post('/api/good_call/echo', '{"text":"x"}', { origin: system.origin });
    expect(own.status).toBe(200);
  });
});

describe('plugins', () => {
  test('a plugin that cannot be used says why and takes no other along', () => {
    const reasonOf = (id: string) => {
      const record = system
        .records()
        .find(
          (one) =>
            one.plugin === id &&
            typeof one.msg === 'string' &&
            /cannot be used|did not activate/.test(one.msg),
        );
      return JSON.stringify(
        record?.reason ?? (record?.error as { message?: string } | undefined)?.message ?? '',
      );
    };
    expect(reasonOf('bad-entry')).toContain('plugins.7.version');
    expect(reasonOf('bad-manifest')).toContain('areas');
    expect(reasonOf('throwing')).toContain('this plugin fails in setup');
    expect(reasonOf('same-area')).toContain('the area good_note belongs to good already');
    expect(reasonOf('no-capability')).toContain('identity');
    expect(reasonOf('missing-requirement')).toContain('requires absent, which is not installed');
  });

  test('a promise that a plugin forgets takes nothing down', async () => {
    const before = system.runtime.pid();
    expect((await guest.call('good_call/forget')).status).toBe(200);
    await until(() => system.runtime.output().includes('nobody awaits this'), system.runtime.output);
    expect((await fetch(`${system.origin}/healthz`)).status).toBe(200);
    expect(system.runtime.pid()).toBe(before);
  });

  test('jobs run in the background', async () => {
    await administrator.call('good_call/run_job', { word: 'later' });
    let words: string[] = [];
    await until(async () => {
      words = (await administrator.call<string[]>('good_call/job_words')).content;
      return words.length > 0;
    }, system.runtime.output);
    expect(words).toEqual(['later']);
  }, 120_000);
});
