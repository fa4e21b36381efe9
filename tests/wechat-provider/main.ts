import { z } from 'zod';

/**
 * Providers of WeChat detections for tests: the product asks one port, the test the other. Both are printed as one line of
 * JSON. Each provider has a name, which is the path it is asked at, and does what the test says.
 */
const zBehaviour = z.object({
  name: z.string(),
  /**
   * `honest`: says what the table has; `all_blocked`, `all_normal`; `hang`: takes the question and says nothing; `redirect`:
   * leads to `to`; `huge`: answers `bytes`; `form`: the same answer in another form; `echo`: what it was asked with, key
   * included; `refuse`: `status`; `slow`: what an honest one says, after `ms`.
   */
  does: z.enum([
    'honest',
    'all_blocked',
    'all_normal',
    'hang',
    'redirect',
    'huge',
    'form',
    'echo',
    'refuse',
    'slow',
  ]),
  to: z.string().default(''),
  bytes: z.int().default(100_000_000),
  status: z.int().default(500),
  ms: z.int().default(500),
});
type Behaviour = z.output<typeof zBehaviour>;

const behaviours = new Map<string, Behaviour>();
const blocked = new Set<string>();
const asked: { name: string; host: string; key: string; method: string }[] = [];
const hooks: { path: string; signature: string; body: string }[] = [];
let sentBytes = 0;

/** An answer that goes on for so many bytes; what was taken of it is counted. */
function huge(bytes: number): Response {
  const chunk = new Uint8Array(1_000_000).fill(120);
  let left = bytes;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (left <= 0) return controller.close();
        left -= chunk.length;
        sentBytes += chunk.length;
        controller.enqueue(chunk);
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, kind = '', name = ''] = url.pathname.split('/');
  if (kind === 'hook') {
    hooks.push({
      path: name,
      body: await request.text(),
      signature: request.headers.get('x-waypost-signature') ?? '',
    });
    const { does, ms = 0 } = behaviours.get(name) ?? {};
    if (does === 'slow') await Bun.sleep(ms);
    return new Response('', { status: does === 'refuse' ? 503 : 204 });
  }
  const host = URL.parse(url.searchParams.get('url') ?? '')?.hostname ?? '';
  const key = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
  asked.push({ name, host, key, method: request.method });
  const { does, to, bytes, status, ms } = behaviours.get(name) ?? zBehaviour.parse({ name, does: 'honest' });
  const isBlocked = does === 'all_blocked' || (does !== 'all_normal' && blocked.has(host));
  const said = isBlocked ? 'blocked' : 'ok';
  if (does === 'slow') await Bun.sleep(ms);
  if (does === 'hang') return new Promise<Response>(() => undefined);
  if (does === 'redirect') return new Response(null, { status: 307, headers: { location: to } });
  if (does === 'huge') return huge(bytes);
  if (does === 'form') return Response.json({ result: [{ state: said }] });
  if (does === 'echo') return Response.json({ data: { status: said }, asked: request.url, key });
  if (does === 'refuse') return Response.json({ error: 'no' }, { status });
  return Response.json({ data: { status: said } });
}

const api = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 120, fetch: answer });

const CONTROLS: Readonly<Record<string, (body: unknown) => unknown>> = {
  behave: (body) => {
    const behaviour = zBehaviour.parse(body);
    behaviours.set(behaviour.name, behaviour);
  },
  block: (body) => {
    const { host, is_blocked } = z.object({ host: z.string(), is_blocked: z.boolean() }).parse(body);
    if (is_blocked) blocked.add(host);
    else blocked.delete(host);
  },
  forget: () => {
    behaviours.clear();
    blocked.clear();
    asked.length = 0;
    hooks.length = 0;
    sentBytes = 0;
  },
  look: () => ({ asked, hooks, sentBytes }),
};
const control = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const run = CONTROLS[new URL(request.url).pathname.slice(1)];
    if (run === undefined) return Response.json({ error: 'no such control' }, { status: 404 });
    return Response.json({ answer: run(await request.json()) ?? null });
  },
});

process.stdout.write(`${JSON.stringify({ api: api.url.origin, control: control.url.origin })}\n`);
process.on('SIGTERM', () => process.exit(0));
