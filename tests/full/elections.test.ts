import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import {
  type Command,
  type Document,
  type Fault,
  type ReplicaSet,
  startReplicaSet,
} from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

setDefaultTimeout(300_000);
let store: TestStore;
let set: ReplicaSet;
let product: Product;
let api: Api;
/** What goes wrong now. */
let fault: (command: Command) => Fault = () => undefined;
let changed: (command: Command, answer: Document) => Document | undefined = () => undefined;

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => fault(command),
    changed: (command, answer) => changed(command, answer),
  });
  product = await startProduct({ env: { MONGODB_URI: set.uri } });
  api = await signIn(product.origin, product.administrator);
});
afterAll(async () => {
  await product?.stop();
  await set?.stop();
  await store?.stop();
});

const TARGET = 'https://led.example/';
const add = (name: string) =>
  api.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name,
    jump_type: 6,
    targets: [{ url: TARGET }],
  });

/** Visits one after the other until it is told to end. @returns how many were answered with the target */
function visiting(code: string): { end(): Promise<number> } {
  let answered = 0;
  let isOver = false;
  const worker = async () => {
    while (!isOver) {
      const answer = await fetch(`${product.origin}/${code}`, { redirect: 'manual' });
      if (answer.headers.get('location') === TARGET) answered += 1;
      await answer.body?.cancel();
      await Bun.sleep(5);
    }
  };
  const all = Promise.all([worker(), worker(), worker(), worker()]);
  return {
    async end() {
      isOver = true;
      await all;
      return answered;
    },
  };
}

const countOf = async (id: string): Promise<number> =>
  (await api.call<{ view_number: number }>('qr_code_list/details', { id })).content.view_number;

/** Longest that a call may wait for a primary, milliseconds; the election takes no part of it. */
const PATIENCE_MS = 15_000;
/** How soon after an election everything follows again, on a busy machine. */
const AGAIN_MS = 5_000;

/** A call while the store is away: it is answered, and by no fault of the server. */
async function askedMeanwhile(): Promise<void> {
  const began = performance.now();
  const { status } = await api.call('qr_code_list/inquire', { page: 1, page_size: 5 });
  expect([200, 503]).toContain(status);
  expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
}

/** Something goes wrong while people visit; afterwards all is counted, once, and new codes are answered. */
async function through(name: string, trouble: () => Promise<void>): Promise<void> {
  const { content: code } = await add(name);
  const visits = visiting(code.short_code);
  let answered = 0;
  try {
    await until('visits are answered', async () => (await countOf(code.id)) > 0);
    await trouble();
  } finally {
    fault = () => undefined;
    changed = () => undefined;
    answered = await visits.end();
  }
  const over = performance.now();
  const made = await until('a code can be made', async () => {
    const { status, content } = await add(`${name} after`).catch(() => ({ status: 0, content: undefined }));
    return status === 200 && content;
  });
  await until('the new code is answered', async () => {
    const answer = await fetch(`${product.origin}/${made.short_code}`, { redirect: 'manual' });
    return answer.headers.get('location') === TARGET;
  });
  expect(performance.now() - over).toBeLessThan(AGAIN_MS);
  await until('all are counted', async () => (await countOf(code.id)) === answered, {
    explain: async () => `${await countOf(code.id)} of ${answered}`,
  });
  await Bun.sleep(1_000);
  expect(await countOf(code.id)).toBe(answered);
  expect(answered).toBeGreaterThan(100);
}

test('elections: visits go on, calls wait or say that the store is away, and everything is counted once', () =>
  through('elections', async () => {
    for (let round = 0; round < 2; round += 1) {
      const elected = set.stepDown(4_000);
      await askedMeanwhile();
      await elected;
      await Bun.sleep(1_500);
    }
  }));

test('the network is cut again and again, and hangs', () =>
  through('cuts', async () => {
    for (let round = 0; round < 10; round += 1) {
      await Bun.sleep(300);
      set.cut();
    }
    set.hang();
    await Promise.all([askedMeanwhile(), Bun.sleep(4_000)]);
    set.heal();
    await Bun.sleep(1_000);
  }));

test('commits whose end nobody is told of, before and after the store has carried them out', () =>
  through('commits', async () => {
    let commits = 0;
    fault = ({ name }) => {
      if (name !== 'commitTransaction') return undefined;
      commits += 1;
      return (['cut before', undefined, 'cut after', undefined] as const)[commits % 4];
    };
    await until('some have been cut', () => commits > 24);
  }));

test('commits that the other members do not confirm in time', () =>
  through('unconfirmed', async () => {
    let commits = 0;
    changed = ({ name }, answer) => {
      if (name !== 'commitTransaction' || Number(answer.ok) !== 1) return undefined;
      commits += 1;
      const writeConcernError = {
        code: 64,
        codeName: 'WriteConcernTimeout',
        errmsg: 'waiting for replication timed out',
      };
      return commits % 2 === 0 ? { ...answer, writeConcernError } : undefined;
    };
    await until('some were not confirmed', () => commits > 12);
  }));

test('a storm of transactions that have to begin again', () =>
  through('storm', async () => {
    let writes = 0;
    fault = ({ name, body }) => {
      if (body.autocommit !== false || name === 'abortTransaction') return undefined;
      writes += 1;
      const code = [251, 112][writes % 2];
      const errorLabels = ['TransientTransactionError'];
      return writes % 3 === 0 ? { answer: { ok: 0, code, errmsg: 'made to fail', errorLabels } } : undefined;
    };
    await until('some have failed', () => writes > 60);
  }));

test('a row stands in the log, also where nothing could be written there just when it was made', async () => {
  fault = ({ name }) =>
    name === 'bulkWrite' ? { answer: { ok: 0, code: 2, errmsg: 'refused' } } : undefined;
  const { status, content } = await api.call<{ id: string }>('internal_code_grouping/add', { name: 'Kept' });
  fault = () => undefined;
  expect(status).toBe(200);
  const inLog = async () => {
    const log = await api.call<{ content: { target: string }[] }>('log/inquire', { type: 'qr.pool.add' });
    return log.content.content.map(({ target }) => target);
  };
  await until('it is in the log', async () => (await inLog()).length > 0, { withinMs: 10_000 });
  expect(await inLog()).toEqual([content.id]);
});
