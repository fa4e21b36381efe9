import { afterEach, expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { canonicalEndorsement } from '../approval.ts';
import { runCommand } from '../command/run-command.ts';
import { offerApprover } from '../process/manage-keys.ts';
import { createSigning } from '../process/sign.ts';
import type { SignedApproval, SigningRequest } from '../signer.ts';
import { forged, type TestApprover, testApprover } from '../testing/approver.ts';
import { buildRaw } from '../testing/build-raw.ts';
import { HOUSE, opened, openSigner, RECEIVER, START, TOKEN } from '../testing/open-signer.ts';
import { Refused } from './check-request.ts';
import { addressAt } from './derive.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const MINUTE = 60_000;
const USDT = 1_000_000n;
const ada = testApprover('ada');
const ben = testApprover('ben');

function place(...approvers: TestApprover[]) {
  const signer = openSigner();
  ends.push(signer.remove);
  const key = signer.prepare(...approvers);
  return { ...signer, key };
}

const approve = (
  who: TestApprover,
  given: {
    amount?: bigint;
    withdrawal?: string;
    receiver?: string;
    contract?: string;
    network?: string;
  } = {},
) =>
  who.sign({
    withdrawal: given.withdrawal ?? 'w1',
    receiver: given.receiver ?? RECEIVER,
    amount: String(given.amount ?? 50n * USDT),
    network: given.network ?? 'nile',
    contract: given.contract ?? TOKEN,
    approved_at: new Date(START).toISOString(),
  });

type Place = ReturnType<typeof place>;
function payout(
  { key, clock }: Place,
  approvals: readonly SignedApproval[],
  given: Partial<{
    amount: bigint;
    receiver: string;
    contract: string;
    from: string;
    feeLimit: bigint;
    expiration: number;
    withdrawal: string;
    replaces: string;
  }> = {},
): SigningRequest {
  const raw_data_hex = buildRaw({
    from: given.from ?? key.address,
    receiver: given.receiver ?? RECEIVER,
    amount: given.amount ?? 50n * USDT,
    contract: given.contract ?? TOKEN,
    feeLimit: given.feeLimit ?? 30_000_000n,
    expiration: given.expiration ?? clock.now + MINUTE,
  });
  const request = { purpose: 'payout' as const, raw_data_hex, from: { key: key.id }, approvals };
  const withdrawal = given.withdrawal ?? 'w1';
  return given.replaces === undefined
    ? { ...request, withdrawal }
    : { ...request, withdrawal, replaces: given.replaces };
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return 'signed';
}

test('an approved payout is signed with the key of the account, and the same question is answered the same', () => {
  const it = place(ada);
  const request = payout(it, [approve(ada)]);
  const signed = it.sign(request);
  expect(it.sign(request)).toEqual(signed);
  const bytes = hexToBytes(signed.signature);
  const recovered = secp256k1.Signature.fromBytes(
    Uint8Array.from([(bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64)]),
    'recovered',
  ).recoverPublicKey(hexToBytes(signed.txid));
  expect(recovered.toHex(true)).toBe(it.key.public_key);
  // On the disk: another process that opens it says the same.
  const again = it.open();
  expect('locked' in again ? again.locked : again.state.payouts.get('w1')?.map(({ txid }) => txid)).toEqual([
    signed.txid,
  ]);
});

test('what comes out of a backup pays nothing before the command line says so, however often it is started', () => {
  const it = place(ada);
  const known = payout(it, [approve(ada)]);
  const signed = it.sign(known);
  const mark = join(it.directory, 'restored');
  writeFileSync(mark, '');
  const vault = opened(it.open());
  expect(existsSync(mark)).toBe(false);
  expect(vault.state.restoredTime).toBe(new Date(it.clock.now).toISOString());
  const another = payout(it, [approve(ada, { withdrawal: 'w2' })], { withdrawal: 'w2' });
  const held = createSigning(opened(it.open()));
  expect(refusal(() => held(another))).toBe('signer_held');
  // What it has signed it knows: that is paid once, whoever asks.
  expect(held(known)).toEqual(signed);
  const last = opened(it.open());
  expect(runCommand(last, ['list']).lines[0]).toContain('waypost signer resume');
  runCommand(last, ['resume']);
  expect(() => runCommand(last, ['resume'])).toThrow('Nothing was restored');
  expect(refusal(() => createSigning(opened(it.open()))(another))).toBe('signed');
});

test('a forged approval, a changed receiver, a raised amount and a replayed approval are refused', () => {
  const it = place(ada);
  const good = approve(ada);
  const eve = testApprover('ada');
  // By nobody that counts; of somebody else's name; with a field written over; with no right signature.
  expect(refusal(() => it.sign(payout(it, [approve(eve)])))).toBe('approval_forged');
  expect(refusal(() => it.sign(payout(it, [forged(good, { approver: 'ben' })])))).toBe('approval_forged');
  for (const change of [
    { receiver: HOUSE },
    { amount: '60000000' },
    { withdrawal: 'w2' },
    { approved_at: new Date(0).toISOString() },
    { signature: good.signature.replace(/^../, good.signature.startsWith('00') ? '01' : '00') },
  ])
    expect(refusal(() => it.sign(payout(it, [forged(good, change)])))).toBe('approval_forged');
  // Rightly signed, and of something else than what is to be signed.
  expect(refusal(() => it.sign(payout(it, [good], { receiver: HOUSE })))).toBe('approval_other');
  expect(refusal(() => it.sign(payout(it, [good], { amount: 51n * USDT })))).toBe('approval_other');
  expect(refusal(() => it.sign(payout(it, [good], { withdrawal: 'w2' })))).toBe('approval_other');
  expect(refusal(() => it.sign(payout(it, [approve(ada, { network: 'main' })])))).toBe('approval_other');
  // Once it is used, nothing else is signed for it.
  it.sign(payout(it, [good]));
  it.clock.now += MINUTE;
  expect(refusal(() => it.sign(payout(it, [good])))).toBe('approval_used');
  expect(refusal(() => it.sign(payout(it, [])))).toBe('approval_missing');
});

test('another transaction takes the place of one that is over, an hour later, by its name, and five times at most', () => {
  const it = place(ada);
  const good = [approve(ada)];
  let last = it.sign(payout(it, good));
  it.clock.now = last.expiration + 60 * MINUTE;
  expect(refusal(() => it.sign(payout(it, good, { replaces: last.txid })))).toBe('approval_used');
  for (let round = 2; round <= 5; round += 1) {
    it.clock.now = last.expiration + 60 * MINUTE + 1;
    expect(refusal(() => it.sign(payout(it, good, { replaces: 'ab'.repeat(32) })))).toBe('approval_used');
    last = it.sign(payout(it, good, { replaces: last.txid }));
  }
  it.clock.now = last.expiration + 60 * MINUTE + 1;
  expect(refusal(() => it.sign(payout(it, good, { replaces: last.txid })))).toBe('approval_used');
});

test('above the sum two different people approve: one with two keys is one', () => {
  const other = testApprover('ada');
  const it = place(ada, other, ben);
  const amount = 101n * USDT;
  const [one, same, two] = [ada, other, ben].map((who) => approve(who, { amount })) as [
    SignedApproval,
    SignedApproval,
    SignedApproval,
  ];
  expect(refusal(() => it.sign(payout(it, [one], { amount })))).toBe('approval_missing');
  expect(refusal(() => it.sign(payout(it, [one, one, same], { amount })))).toBe('approval_missing');
  expect(refusal(() => it.sign(payout(it, [one, two], { amount })))).toBe('signed');
});

test('a person takes a new browser along with a key that counts, and nobody else', () => {
  const it = place(ada);
  const [next, foreign] = [testApprover('ada'), testApprover('ben')];
  const vouch = (who: TestApprover, approver = who.approver) => ({
    approver,
    public_key: who.public_key,
    endorsed: {
      public_key: ada.public_key,
      signature: ada.signText(canonicalEndorsement({ approver, public_key: who.public_key })),
    },
  });
  expect(refusal(() => offerApprover(it.vault, vouch(foreign)))).toBe('approval_forged');
  expect(offerApprover(it.vault, vouch(next))).toHaveProperty('trusted_time');
  expect(refusal(() => it.sign(payout(it, [approve(next)])))).toBe('signed');
  it.command(
    'distrust',
    [...it.vault.state.trusted.values()].find(({ public_key }) => public_key === next.public_key)
      ?.fingerprint ?? '',
  );
  expect(
    refusal(() => it.sign(payout(it, [approve(next, { withdrawal: 'w9' })], { withdrawal: 'w9' }))),
  ).toBe('approval_forged');
});

test('limits, the list of receivers, the token, the key and the fee hold whoever approves', () => {
  const it = place(ada, ben);
  const both = (given: Parameters<typeof approve>[1]) => [approve(ada, given), approve(ben, given)];
  expect(refusal(() => it.sign(payout(it, both({ amount: 1_001n * USDT }), { amount: 1_001n * USDT })))).toBe(
    'limit_single',
  );
  const other = { contract: HOUSE };
  expect(refusal(() => it.sign(payout(it, both(other), other)))).toBe('not_a_transfer');
  expect(refusal(() => it.sign(payout(it, both({}), { from: HOUSE })))).toBe('not_a_transfer');
  expect(refusal(() => it.sign(payout(it, both({}), { feeLimit: 100_000_001n })))).toBe('not_a_transfer');
  for (const expiration of [START - 1, START + 25 * 60 * MINUTE])
    expect(refusal(() => it.sign(payout(it, both({}), { expiration })))).toBe('not_a_transfer');
  it.command('allow', HOUSE);
  expect(refusal(() => it.sign(payout(it, both({}))))).toBe('receiver_not_allowed');
  it.command('disallow', HOUSE);
  const removed = { ...payout(it, both({})), from: { key: 'nobody' } } as SigningRequest;
  expect(refusal(() => it.sign(removed))).toBe('key_unknown');
});

test('deposits go to the one address that was set, and TRX to own deposit addresses within its limits', () => {
  const it = place(ada);
  const deposit = { key: it.key.id, index: 3 };
  const address = addressAt(it.key, 3);
  const raw = (receiver: string) =>
    buildRaw({
      from: address,
      receiver,
      amount: 7n,
      contract: TOKEN,
      feeLimit: 30_000_000n,
      expiration: it.clock.now + MINUTE,
    });
  const collect = (receiver: string): SigningRequest => ({
    purpose: 'collect',
    run: 'r1',
    from: deposit,
    raw_data_hex: raw(receiver),
  });
  expect(refusal(() => it.sign(collect(RECEIVER)))).toBe('receiver_not_allowed');
  expect(refusal(() => it.sign(collect(HOUSE)))).toBe('signed');
  const fund = (amount: bigint, receiver = address, run = 'r1'): SigningRequest => ({
    purpose: 'fund',
    run,
    from: { key: it.key.id },
    to: deposit,
    raw_data_hex: buildRaw({ from: it.key.address, receiver, amount, expiration: it.clock.now + MINUTE }),
  });
  expect(refusal(() => it.sign(fund(1n, HOUSE)))).toBe('receiver_not_allowed');
  expect(refusal(() => it.sign(fund(50_000_001n)))).toBe('limit_single');
  for (let count = 0; count < 10; count += 1) {
    it.clock.now += 1;
    expect(refusal(() => it.sign(fund(50_000_000n)))).toBe('signed');
  }
  expect(refusal(() => it.sign(fund(1n)))).toBe('limit_daily');
});

test('whatever is asked in whatever order, no day has more than its limit and no withdrawal two open transactions', () => {
  const step = fc.record({
    amount: fc.bigInt(1n, 1_200n * USDT),
    withdrawal: fc.integer({ min: 0, max: 4 }).map((one) => `w${one}`),
    wait: fc.integer({ min: -2 * 60 * MINUTE, max: 9 * 60 * MINUTE }),
    people: fc.constantFrom([ada], [ada, ben], [testApprover('ada'), ben]),
    isReplacing: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const it = openSigner();
      try {
        const world = { ...it, key: it.prepare(ada, ben) };
        const signed: { time: number; amount: bigint; withdrawal: string; expiration: number }[] = [];
        let latest = START;
        for (const { amount, withdrawal, wait, people, isReplacing } of steps) {
          it.clock.now += wait;
          latest = Math.max(latest, it.vault.now());
          const last = it.vault.state.payouts.get(withdrawal)?.at(-1)?.txid;
          const request = payout(
            world,
            people.map((who) => approve(who, { amount, withdrawal })),
            {
              amount,
              withdrawal,
              expiration: latest + MINUTE,
              ...(isReplacing && last !== undefined ? { replaces: last } : {}),
            },
          );
          if (refusal(() => it.sign(request)) === 'signed')
            signed.push({ time: it.vault.now(), amount, withdrawal, expiration: latest + MINUTE });
        }
        for (const [at, one] of signed.entries()) {
          const day = signed.slice(0, at + 1).filter(({ time }) => one.time - time < 24 * 60 * MINUTE);
          expect(day.reduce((sum, { amount }) => sum + amount, 0n)).toBeLessThanOrEqual(5_000n * USDT);
          expect(one.amount).toBeLessThanOrEqual(1_000n * USDT);
          const before = signed.slice(0, at).findLast(({ withdrawal }) => withdrawal === one.withdrawal);
          if (before !== undefined) expect(one.time).toBeGreaterThan(before.expiration + 60 * MINUTE);
        }
      } finally {
        it.remove();
      }
    }),
    { numRuns: 10 },
  );
}, 60_000);
