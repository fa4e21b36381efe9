import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Ledger, Session } from '@waypost/sdk';
import { addPerson } from '../../services/ledger/test-people.ts';
import { outcome, startTestServices, startTestStore } from '../../services/test-services.ts';
import { readFailure, writeFailure } from '../channel/failure.ts';
import type { Peer } from '../channel/peer.ts';
import { createRemoteLedger } from '../child/remote-ledger.ts';
import { createHandles } from '../child/request.ts';
import { ledgerAnswers } from './ledger-answers.ts';
import { createLiveRequests } from './live-requests.ts';

setDefaultTimeout(120_000);
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let remote: Ledger;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`ledger_answers_${process.pid}`) });
  await it.services.start();
  const sessions = new Map<string, Session>();
  const answers = ledgerAnswers({ ledger: it.services.ledgerOf('shop') }, createLiveRequests(), {
    sessionOf: ({ id }) => sessions.get(id) as Session,
  });
  // What crosses is JSON, and a failure has no more than its fields; the transaction is the same one on both sides.
  const cross = <T>(value: T): T => JSON.parse(JSON.stringify(value ?? null));
  const ask = async (method: string, params: unknown) => {
    try {
      return cross(await answers[method as keyof typeof answers](cross(params)));
    } catch (error) {
      throw readFailure(cross(writeFailure(error)));
    }
  };
  remote = createRemoteLedger({
    peer: { ask } as unknown as Peer,
    handles: createHandles(),
    joined: async (session) => {
      const id = Buffer.from((session.id as { id: { buffer: Uint8Array } }).id.buffer).toString('hex');
      sessions.set(id, session);
      return { id, number: 1 };
    },
  });
});
afterAll(async () => {
  await it?.stop();
  await store?.stop();
});

const sale = (account: string, key: string, amount = '5') => ({
  key,
  type: 'shop.sale',
  postings: [
    { account: 'shop.sales', amount: `-${amount}` },
    { account, amount },
  ],
});

test('of transactions that meet in the host each is run again where it began, and none fails', async () => {
  const ada = await addPerson(it.collections);
  const calls = Array.from({ length: 12 }, (_, index) =>
    it.transaction((session) => remote.transfer(sale(ada, `sale-${index}`), session)),
  );
  await Promise.all(calls);
  const [balance] = await remote.balances([ada]);
  expect(balance?.available).toBe('60');
  const again = await it.transaction((session) => remote.transfer(sale(ada, 'sale-3'), session));
  expect(again.isRepeated).toBe(true);
  expect((await remote.bill({ account: ada, page: 1, page_size: 5 })).count).toBe(12);
});

test('a refusal arrives with its code, and what is no call of the ledger is none', async () => {
  const ada = await addPerson(it.collections);
  const take = { key: 'take', type: 'shop.hold', account: ada, amount: '1' };
  expect(await outcome(remote.placeHold(take))).toBe('ledger_insufficient');
  expect(await outcome(remote.voidHold({ key: 'v', type: 'shop.void', hold: 'f'.repeat(24) }))).toBe(
    'not_found',
  );
  expect(await remote.findHold('f'.repeat(24))).toBeNull();
  expect(await outcome(remote.transfer({ ...sale(ada, 'x'), postings: 'all' as never }))).toContain(
    'postings',
  );
});
