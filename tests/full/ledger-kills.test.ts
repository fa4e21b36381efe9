import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger, LedgerReceipt } from '@waypost/sdk';
import { socketUri } from '@waypost/store';
import { storeProcess } from '@waypost/store/testing';
import { addPerson } from '../../runtime/services/ledger/test-people.ts';
import { outcome, startTestServices } from '../../runtime/services/test-services.ts';
import { settleWritesOfDeadSockets } from '../../runtime/storage/settle-writes.ts';
import { randomFrom } from '../crash/store/random.ts';

const SEED = 20_261_123;
const ROUNDS = 20;
const WORKERS = 4;
const PEOPLE = 5;
/** Shortest and longest time between a start and its kill, milliseconds. */
const SHORTEST = 50;
const LONGEST = 400;
/** Answers of a round before its kill. */
const LEAST = 10;
const COUNTER = 'wallet.others';
/** Calls of earlier rounds that are made once more after each kill. */
const EARLIER = 20;

/** A call that was sent under its key, and what was answered before the store was killed. */
interface Sent {
  make(ledger: Ledger): Promise<LedgerReceipt>;
  answer?: LedgerReceipt;
}

const directory = mkdtempSync(join(tmpdir(), 'wp-ledger-kill-'));
const store = storeProcess(directory);
const random = randomFrom(SEED);
const pick = (count: number) => Math.floor(random() * count);

beforeAll(async () => {
  settleWritesOfDeadSockets();
  await store.start();
});
afterAll(async () => {
  await store.kill();
  rmSync(directory, { recursive: true, force: true });
});

/** Everything that keeps a connection is new after each kill, as in a process that was started again. */
async function open() {
  const it = await startTestServices({ uri: socketUri(store.socket, 'ledger') });
  await it.services.start();
  return { it, ledger: it.services.ledgerOf('wallet') };
}

function nextCall(key: string, people: readonly string[], holds: readonly string[]): Sent {
  const called = { key, type: 'wallet.step' };
  const account = people[pick(PEOPLE)] ?? '';
  const amount = String(1 + pick(50));
  const hold = holds[pick(holds.length)];
  const kind = pick(hold === undefined ? 3 : 5);
  if (kind === 0)
    return {
      make: (ledger) =>
        ledger.transfer({
          ...called,
          postings: [
            { account: COUNTER, amount: `-${amount}` },
            { account, amount },
          ],
        }),
    };
  if (kind === 1) {
    const other = people[(people.indexOf(account) + 1 + pick(PEOPLE - 1)) % PEOPLE] ?? '';
    return {
      make: (ledger) =>
        ledger.transfer({
          ...called,
          postings: [
            { account, amount: `-${amount}` },
            { account: other, amount },
          ],
        }),
    };
  }
  if (kind === 2 || hold === undefined)
    return { make: (ledger) => ledger.placeHold({ ...called, account, amount }) };
  if (kind === 3) return { make: (ledger) => ledger.voidHold({ ...called, hold }) };
  return {
    make: async (ledger) => {
      const held = (await ledger.findHold(hold))?.amount ?? '1';
      return ledger.postHold({ ...called, hold, to: [{ account: COUNTER, amount: held }] });
    },
  };
}

/** What may be refused: there is too little, or another worker has ended the hold. */
const REFUSALS = ['ledger_insufficient', 'ledger_hold_over'];

test(`${ROUNDS} kills of the store while money moves: what was answered stays, and what is sent again is done once`, async () => {
  const sent: Sent[] = [];
  const holds: string[] = [];
  let people: string[] = [];
  let opened = await open();
  for (let place = 0; place < PEOPLE; place += 1)
    people = [...people, await addPerson(opened.it.collections)];

  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false;
    const before = sent.length;
    const { ledger } = opened;
    const unexpected: unknown[] = [];
    const work = async (worker: number) => {
      for (let at = 0; !isOver; at += 1) {
        const one = nextCall(`${round}-${worker}-${at}`, people, holds);
        sent.push(one);
        try {
          const answer = await one.make(ledger);
          if (isOver) return;
          one.answer = answer;
          if (answer.hold !== null) holds.push(answer.hold);
        } catch (error) {
          if (isOver) return;
          if (!REFUSALS.includes(String((error as { code?: unknown }).code))) unexpected.push(error);
        }
      }
    };
    const workers = Array.from({ length: WORKERS }, (_, worker) => work(worker));
    await Bun.sleep(SHORTEST + random() * (LONGEST - SHORTEST));
    // On a busy machine there may be nothing yet that a kill could lose.
    const answered = () => sent.slice(before).filter(({ answer }) => answer !== undefined).length;
    while (answered() <= LEAST && unexpected.length === 0) await Bun.sleep(3);
    isOver = true;
    await store.kill();
    await store.start();
    await Promise.all(workers);
    await opened.it.stop();
    expect(unexpected).toEqual([]);

    opened = await open();
    expect((await opened.it.services.verifyLedger()).faults).toEqual([]);
    const fresh = sent.slice(before);
    const earlier = Array.from({ length: before === 0 ? 0 : EARLIER }, () => sent[pick(before)]);
    for (const one of [...fresh, ...earlier])
      if (one?.answer !== undefined)
        expect(await one.make(opened.ledger)).toEqual({ ...one.answer, isRepeated: true } as LedgerReceipt);
    // Nobody knows whether these were done: sent again, they are done by now, or refused as a first call would be.
    for (const one of fresh.filter(({ answer }) => answer === undefined)) {
      const answers: LedgerReceipt[] = [];
      const made = one.make(opened.ledger).then((given) => answers.push(given));
      expect(['accepted', ...REFUSALS]).toContain(await outcome(made));
      const [answer] = answers;
      if (answer !== undefined) one.answer = answer;
    }
  }

  const sums = new Map(people.map((account) => [account, 0n]));
  for (const line of sent.flatMap(({ answer }) => answer?.lines ?? []))
    sums.set(line.account, (sums.get(line.account) ?? 0n) + BigInt(line.change));
  const balances = await opened.ledger.balances(people);
  expect(balances.map(({ account, available }) => [account, available])).toEqual(
    people.map((account) => [account, String(sums.get(account))]),
  );
  expect((await opened.it.services.verifyLedger()).faults).toEqual([]);
  expect(sent.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(LEAST * ROUNDS);
  await opened.it.stop();
}, 600_000);
