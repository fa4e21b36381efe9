import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { createAccount } from '../accounts.ts';
import { type Api, seal, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { endOf } from '../operations.ts';
import { addCode } from '../security/world.ts';

/**
 * A message to very many while processes are killed: nobody gets it twice, nobody is left out, visits go on, and the lists
 * of sender and readers stay fast. The figures are printed. `WAYPOST_RECIPIENTS=200000` is the long form.
 */
setDefaultTimeout(1_800_000);

const PEOPLE = Number(process.env.WAYPOST_RECIPIENTS ?? 20_000);
const BATCH = 2_000;
const ASKS = 20;
const LIMIT_MS = 1_200_000;
/** Of a page through an index: tens of milliseconds; of one that reads every message: many seconds. */
const SCAN_MS = 2_000;
const READER = { account: 'anna.reader', password: 'Customer123' };

let system: System;
let connection: mongoose.Connection;
let admin: Api;
let reader: Api;
let address: string;

interface Sent {
  state: string;
  sent_count: number;
  read_count: number;
  taken_count: number;
}
interface Made {
  id: string;
  count: number;
  operation: string;
}
const rows = (name: string) => connection.collection<{ _id: string }>(name);
const detailsOf = async (id: string) => (await admin.call<Sent>('sent_message/details', { id })).content;
const send = async (body: object) =>
  (await admin.call<Made>('message/send', { title: 'Down tonight', content: 'From ten', ...body })).content;

async function logIn(): Promise<void> {
  admin = await signIn(system.origin, ADMINISTRATOR);
  reader = await signIn(system.origin, READER);
}

/** Everything that keeps a connection is new, as after a machine that went down. */
async function killAll(): Promise<void> {
  await Promise.all([system.runtime.kill(), process.env.MONGODB_URI ? 0 : system.store.kill()]);
  if (!process.env.MONGODB_URI) await system.store.start();
  await startAgain();
}
async function startAgain(): Promise<void> {
  await system.runtime.start();
  await until(async () => (await fetch(`${system.origin}/readyz`)).ok, system.runtime.output);
  await logIn();
}

async function seed(database: mongo.Db): Promise<void> {
  const accounts = database.collection<{ _id: string; role?: string }>('system_account');
  const known = await accounts.findOne({ account: READER.account } as never);
  const now = new Date();
  for (let from = 0; from < PEOPLE; from += BATCH)
    await accounts.insertMany(
      Array.from({ length: Math.min(BATCH, PEOPLE - from) }, (_, at) => {
        const account = `many.${from + at}`;
        return {
          ...known,
          _id: Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex'),
          account,
          name: account,
          name_key: account,
          skeleton: account,
          invitation_code: account,
          create_time: now,
          update_time: now,
        };
      }) as never,
    );
}

beforeAll(async () => {
  system = await startSystem({ registry: join(import.meta.dir, '../../registry.json') });
  await createAccount({ dataDir: system.dataDirectory }, { account: READER.account, role: 'customer' });
  connection = await mongoose.createConnection(system.storeUri).asPromise();
  await seed(connection.db as mongo.Db);
  await logIn();
  address = new URL((await addCode(admin, { name: 'Goes on' })).short_url).pathname;
});
afterAll(async () => {
  await connection?.close();
  await system?.stop();
});

/** Visits one after the other until it is stopped. @returns how many were answered, and how long the slowest of 100 took */
function visiting(): () => Promise<{ visits: number; refused: number; p99: number }> {
  const taken: number[] = [];
  let refused = 0;
  let isOver = false;
  const visits = (async () => {
    while (!isOver) {
      const start = performance.now();
      const { status } = await fetch(system.origin + address, { redirect: 'manual' });
      taken.push(performance.now() - start);
      if (status !== 302 && status !== 200) refused += 1;
      await Bun.sleep(10);
    }
  })();
  return async () => {
    isOver = true;
    await visits;
    taken.sort((one, other) => one - other);
    return { visits: taken.length, refused, p99: Math.round(taken[Math.floor(taken.length * 0.99)] ?? 0) };
  };
}

async function asked(what: string, ask: () => Promise<{ status: number }>): Promise<void> {
  const taken: number[] = [];
  for (let time = 0; time < ASKS; time += 1) {
    const start = performance.now();
    expect([what, (await ask()).status]).toEqual([what, 200]);
    taken.push(performance.now() - start);
  }
  taken.sort((one, other) => one - other);
  const [median = 0, worst = 0] = [taken[ASKS / 2], taken[ASKS - 1]];
  console.log(`${what}: median ${median.toFixed(0)} ms, slowest of ${ASKS} ${worst.toFixed(0)} ms`);
  expect(median).toBeLessThan(SCAN_MS);
}

const ownersOf = (sent: string) => rows('system_message').distinct('owner', { sent } as never);
const rowsOf = (filter: object) => rows('system_message').countDocuments(filter as never);
let first: Made;

test('killed twice in the middle, everybody who was there has it once; who came later has not', async () => {
  const stop = visiting();
  const start = performance.now();
  first = await send({ to: 'role', role: 'customer' });
  console.log(
    `${first.count} recipients: the call was answered in ${(performance.now() - start).toFixed(0)} ms`,
  );
  expect(first.count).toBe(PEOPLE + 1);
  // By a call: a command takes longer to start than 20,000 messages to be written.
  const password = await seal(admin, 'Customer123', 'user', 'add', 'password');
  await admin.call('user/add', { account: 'later.reader', password });
  const isBeyond = (part: number) => async () => (await rowsOf({ sent: first.id })) > PEOPLE * part;
  await until(isBeyond(0.2), system.runtime.output, LIMIT_MS);
  console.log('visits meanwhile', await stop());
  await system.runtime.kill();
  expect(await rowsOf({ sent: first.id })).toBeLessThan(PEOPLE);
  await startAgain();
  await until(isBeyond(0.6), system.runtime.output, LIMIT_MS);
  await connection.close();
  await killAll();
  connection = await mongoose.createConnection(system.storeUri).asPromise();
  expect(await endOf(admin, first.operation, LIMIT_MS)).toMatchObject({ error_code: null });
  expect(await rowsOf({ sent: first.id })).toBe(first.count);
  expect(await ownersOf(first.id)).toHaveLength(first.count);
  expect(await detailsOf(first.id)).toMatchObject({ state: 'sent', sent_count: first.count, read_count: 0 });
  const later = await rows('system_account').findOne({ account: 'later.reader' } as never);
  expect(await rowsOf({ sent: first.id, owner: later?._id })).toBe(0);
});

test('one that is cancelled stays where it was, and goes on where it was', async () => {
  const start = performance.now();
  const { id, count, operation } = await send({ to: 'all' });
  await until(async () => (await rowsOf({ sent: id })) > PEOPLE / 10, system.runtime.output, LIMIT_MS);
  await admin.call('async_operations/cancel', { id: operation });
  expect(await endOf(admin, operation, LIMIT_MS)).toMatchObject({ error_code: 'cancelled' });
  const { state, sent_count } = await detailsOf(id);
  expect([state, sent_count]).toEqual(['stopped', await rowsOf({ sent: id })]);
  expect(sent_count).toBeLessThan(count);
  const again = await admin.call<{ id: string }>('async_operations/retry', { id: operation });
  await endOf(admin, again.content.id, LIMIT_MS);
  console.log(
    `${count} in ${((performance.now() - start) / 1000).toFixed(1)} s, cancelled and started again`,
  );
  expect(await detailsOf(id)).toMatchObject({ state: 'sent', sent_count: count });
  expect(await ownersOf(id)).toHaveLength(count);
});

test('inbox, bell, sent list and readers are pages through indexes', async () => {
  const { id } = first;
  await asked('bell', () => reader.call('message/inquire', { notify_status: 1, page: 1, page_size: 1 }));
  await asked('inbox', () => reader.call('message/user_inquire', { page: 1 }));
  await asked('search in the inbox', () => reader.call('message/user_inquire', { search: 'tonight' }));
  await asked('sent list', () => admin.call('sent_message/inquire', { page: 1 }));
  await asked('recipients', () => admin.call('sent_message/recipients', { id }));
  await asked('recipients, page 400', () => admin.call('sent_message/recipients', { id, page: 400 }));
  await asked('who has not read it', () => admin.call('sent_message/recipients', { id, receipt: 'unread' }));
  await asked('one by name', () => admin.call('sent_message/recipients', { id, search: 'many.777' }));
  await asked('picker', () => admin.call('message_recipient/inquire', { search: 'many.1' }));
});

test('taken back, killed in the middle: it is gone for whoever has not read it, and only for them', async () => {
  const { id, count } = first;
  expect((await reader.call<{ count: number }>('message/read_all')).content.count).toBe(2);
  expect(await detailsOf(id)).toMatchObject({ read_count: 1 });
  const { content: taking } = await admin.call<Made>('sent_message/take_back', { id });
  await until(
    async () => (await rowsOf({ sent: id, receipt: 'taken_back' })) > PEOPLE / 4,
    system.runtime.output,
    LIMIT_MS,
  );
  await system.runtime.kill();
  expect(await rowsOf({ sent: id, receipt: 'unread' })).toBeGreaterThan(0);
  await startAgain();
  expect(await endOf(admin, taking.operation, LIMIT_MS)).toMatchObject({ error_code: null });
  expect(await rowsOf({ sent: id, remove_time: null })).toBe(1);
  expect(await detailsOf(id)).toMatchObject({
    state: 'taken_back',
    sent_count: count,
    read_count: 1,
    taken_count: count - 1,
  });
  const inbox = await reader.call<{ count: number }>('message/user_inquire', {});
  expect(inbox.content.count).toBe(2);
});
