import { CONTROLS } from './control.ts';
import { hugeAnswer } from './huge-answer.ts';
import { METHODS } from './methods.ts';
import { type Answer, bad, createWorld, nowOf } from './world.ts';

/** A Bot API server for tests: bots ask one port, the test the other. Both are printed as one line of JSON. */
const HANG_MS = 20_000;
const badGateway = (status: number) => [bad(status, 'Bad Gateway').body, { status }] as const;
const world = createWorld();

async function answer(request: Request): Promise<Answer> {
  const [, token, name = ''] = /^\/bot([^/]+)\/(?:test\/)?(\w+)$/.exec(new URL(request.url).pathname) ?? [];
  if (token === undefined || !/^\d+:[\w-]+$/.test(token)) return bad(404, 'Not Found');
  const bot = world.bots.get(token);
  if (bot === undefined) return bad(401, 'Unauthorized');
  const method = METHODS[name.toLowerCase()];
  if (method === undefined) return bad(404, 'Not Found: method not found');
  return method({ world, token, bot, body: await readBody(request) });
}

/** JSON, or the fields of a form in which a file stands by its length. */
async function readBody(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.startsWith('multipart/')) {
    const text = await request.text();
    return text === '' ? {} : JSON.parse(text);
  }
  const form = [...(await request.formData())];
  const files = new Map(
    form.flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value.size]])),
  );
  return Object.fromEntries(
    form.flatMap(([name, value]) => {
      if (typeof value !== 'string') return [];
      const [, file] = /^attach:\/\/(.+)$/.exec(value) ?? [];
      return [[name, file === undefined ? value : (files.get(file) ?? 0)]];
    }),
  );
}

const api = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 120,
  async fetch(request) {
    const method = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (method.toLowerCase() === 'sendmessage' && world.huge.times > 0) {
      world.huge.times -= 1;
      return hugeAnswer(world);
    }
    const { outage } = world;
    if (outage !== undefined && nowOf(world) < outage.until) {
      world.requests.push({ method, status: outage.kind === 'status' ? outage.status : 0 });
      if (outage.kind === 'status') return Response.json(...badGateway(outage.status));
      if (outage.kind === 'hangs') await Bun.sleep(HANG_MS);
      // Whether it was sent nobody knows who reads half of an answer.
      else await answer(request);
      return new Response('{"ok":true,"result":{"message_', {
        headers: { 'content-type': 'application/json' },
      });
    }
    const { status, body } = await answer(request);
    world.requests.push({ method, status });
    return Response.json(body, { status });
  },
});

const control = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const name = new URL(request.url).pathname.slice(1);
    const found = Object.entries(CONTROLS).find(([key]) => key === name)?.[1];
    if (found === undefined) return Response.json({ error: `no control ${name}` });
    try {
      const body = found.body.parse(await request.json());
      return Response.json({ answer: found.run(world, body as never) ?? null });
    } catch (error) {
      return Response.json({ error: String(error) });
    }
  },
});

process.stdout.write(`${JSON.stringify({ api: api.url.origin, control: control.url.origin })}\n`);
process.on('SIGTERM', () => process.exit(0));
