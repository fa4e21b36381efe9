import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { PNG } from 'pngjs';
import { createStudio, type StudioThread } from './studio.ts';
import type { StudioAnswer, StudioWork } from './studio-work.ts';
import { type Design, PLAIN_DESIGN } from './values.ts';

setDefaultTimeout(120_000);

const address = 'https://go.example.com/aB3xY9z?s=Zm9vYmFyYmF6cXV4';
const slow: Design = { ...PLAIN_DESIGN, module_shape: 'dot', error_level: 'H' };
const studio = createStudio();
afterAll(() => studio.close());

/** A thread that answers when the test says so. */
function handThread() {
  const threads: {
    works: StudioWork[];
    isEnded: boolean;
    answer(answer: StudioAnswer): void;
    fail(): void;
  }[] = [];
  const startThread = (): StudioThread => {
    const one: StudioThread = {
      onmessage: null,
      onerror: null,
      postMessage: (work) => void state.works.push(work),
      terminate: () => {
        state.isEnded = true;
      },
    };
    const state = {
      works: [] as StudioWork[],
      isEnded: false,
      answer: (data: StudioAnswer) => one.onmessage?.({ data } as MessageEvent<StudioAnswer>),
      fail: () => one.onerror?.({ message: 'out of memory' } as ErrorEvent),
    };
    threads.push(state);
    return one;
  };
  return { threads, startThread };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  );

/** A server of visits on this thread that is asked again and again; how many it has answered so far. */
function visitsOnThisThread() {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  let answered = 0;
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; answered += 1) await (await fetch(server.url)).text();
  })();
  return {
    answered: () => answered,
    async stop() {
      isOver = true;
      await asking;
      await server.stop(true);
    },
  };
}

test('visits are answered while codes are proved and a poster is drawn', async () => {
  const visits = visitsOnThisThread();
  const during: number[] = [];
  const count = async <T>(work: Promise<T>): Promise<T> => {
    const before = visits.answered();
    const result = await work;
    during.push(visits.answered() - before);
    return result;
  };
  const crowded = { ...slow, quiet_zone: 0, logo: data64(), logo_percent: 40, error_level: 'L' } as const;
  const good = await count(studio.judge(address, slow));
  const bad = await count(studio.judge(address, crowded));
  const { data } = await count(studio.draw(address, { format: 'png', size: 2048 }, slow));
  await visits.stop();
  expect(good).toBeUndefined();
  expect(bad).toMatchObject({ field: 'logo_percent' });
  expect(PNG.sync.read(Buffer.from(data, 'base64')).width).toBe(2048);
  // Hundreds each, even on a busy machine; work on this thread lets one through between its pieces.
  expect(Math.min(...during)).toBeGreaterThan(8);
});

test('one after another, each with its own answer', async () => {
  const { threads, startThread } = handThread();
  const hand = createStudio({ startThread });
  const first = hand.judge(address, slow);
  const second = hand.judge(address, PLAIN_DESIGN);
  const [thread] = threads;
  expect(thread?.works).toHaveLength(1);
  thread?.answer({ kind: 'judge', fault: { field: 'module_shape', trial: 'small' } });
  expect(await first).toEqual({ field: 'module_shape', trial: 'small' });
  thread?.answer({ kind: 'judge', fault: undefined });
  expect(await second).toBeUndefined();
  expect(threads).toHaveLength(1);
  hand.close();
});

test('work that takes too long is ended with its thread, and what waits goes on with another', async () => {
  const { threads, startThread } = handThread();
  const hand = createStudio({ startThread, limitMs: 40 });
  const stuck = codeOf(hand.judge(address, slow));
  await Bun.sleep(20);
  const next = codeOf(hand.judge(address, slow));
  expect(await stuck).toBe('qr.picture_busy');
  expect(threads[0]?.isEnded).toBe(true);
  threads[1]?.answer({ kind: 'judge', fault: undefined });
  expect(await next).toBe('fine');
  hand.close();
});

test('more than may wait, a thread that dies and a studio that is closed refuse, and never hang', async () => {
  const { threads, startThread } = handThread();
  const hand = createStudio({ startThread, mostWaiting: 1 });
  const running = codeOf(hand.judge(address, slow));
  const waiting = codeOf(hand.judge(address, slow));
  expect(await codeOf(hand.judge(address, slow))).toBe('qr.picture_busy');
  threads[0]?.fail();
  expect(await running).toBe('qr.picture_busy');
  expect(threads).toHaveLength(2);
  hand.close();
  expect(await waiting).toBe('qr.picture_busy');
  expect(threads[1]?.isEnded).toBe(true);
});

test('a thread that nobody needs is ended', async () => {
  const { threads, startThread } = handThread();
  const hand = createStudio({ startThread, idleMs: 5 });
  const done = hand.judge(address, slow);
  threads[0]?.answer({ kind: 'judge', fault: undefined });
  await done;
  await Bun.sleep(30);
  expect(threads[0]?.isEnded).toBe(true);
});

function data64(): string {
  const png = new PNG({ width: 64, height: 64 });
  png.data.fill(255);
  return PNG.sync.write(png).toString('base64');
}
