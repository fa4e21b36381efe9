import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@waypost/contract';
import { startWallet } from '../testing/start-wallet.ts';
import { approverKeys, approverOffer } from './approvers/calls.ts';
import { createSigner, SIGNER_PROCESS } from './ask-signer.ts';
import { command } from './command/command.ts';
import type { SigningRequest } from './signer.ts';
import { testApprover } from './testing/approver.ts';
import { buildRaw } from './testing/build-raw.ts';
import { RECEIVER, TOKEN } from './testing/open-signer.ts';

setDefaultTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'waypost-refusals-'));
const WALLET_MASTER_KEY = randomBytes(32).toString('hex');
let wallet: Awaited<ReturnType<typeof startWallet>>;

/** The command line, beside the signer that runs. */
const operator = async (...words: string[]) => {
  const { processes } = wallet.t.context;
  const done = await command({
    words,
    environment: { WALLET_MASTER_KEY },
    directory: join(folder, SIGNER_PROCESS),
    ask: (method, given) => processes.ask(SIGNER_PROCESS, method, given),
  });
  if (done.hasFailed) throw new Error(done.lines.join());
  return done;
};

beforeAll(async () => {
  wallet = await startWallet({ now: new Date(), variables: { WALLET_MASTER_KEY, DATA_DIR: folder } });
});
afterAll(async () => {
  await wallet.t.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

test('what the signer refuses is in the log, and told once to whoever may see accounts', async () => {
  const { t, told } = wallet;
  const signer = createSigner(t.context);
  const key = await signer.makeKey();
  for (const [name, value] of [
    ...[
      ['network', 'nile'],
      ['contract', TOKEN],
    ],
    ...[
      ['single', '100'],
      ['daily', '100'],
      ['two-above', '100'],
    ],
  ])
    await operator('set', String(name), String(value));

  const ada = testApprover('ada');
  const approval = ada.sign({
    withdrawal: 'w1',
    receiver: RECEIVER,
    amount: '5000000',
    network: 'nile',
    contract: TOKEN,
    approved_at: t.context.clock.date().toISOString(),
  });
  const request = (amount = 5_000_000n): SigningRequest => ({
    purpose: 'payout',
    withdrawal: 'w1',
    approvals: [approval],
    from: { key: key.id },
    raw_data_hex: buildRaw({
      from: key.address,
      receiver: RECEIVER,
      amount,
      contract: TOKEN,
      feeLimit: 30_000_000n,
      expiration: Date.now() + 60_000,
    }),
  });
  const refused = async (asked: SigningRequest) => codeOf(signer.sign(asked));

  // Nobody has confirmed the key.
  expect(await refused(request())).toBe('wallet.approval_forged');
  expect(await refused(request())).toBe('wallet.approval_forged');
  const offered = await signer.offerApprover({ approver: 'ada', public_key: ada.public_key });
  await operator('trust', offered.fingerprint);
  expect(await refused(request(6_000_000n))).toBe('wallet.approval_other');
  expect(await refused(request())).toBe('done');
  expect(
    await refused({ ...request(), raw_data_hex: request().raw_data_hex.replace(/^0a020102/, '0a020103') }),
  ).toBe('wallet.approval_used');

  const notices = told.filter(({ words }) => words === 'wallet.notice.signer_refused');
  expect(notices.map(({ params, to }) => [params.refusal, to])).toEqual([
    ['approval_forged', { permission: 'wallet.tron:read' }],
    ['approval_other', { permission: 'wallet.tron:read' }],
    ['approval_used', { permission: 'wallet.tron:read' }],
  ]);
  const { content } = await t.context.audited({ target: 'w1', page: 1, page_size: 20 });
  expect(content.filter(({ type }) => type === 'wallet.tron.refuse')).toHaveLength(4);
});

test('a person has the public half of a browser’s key at the account, and nobody takes it for another', async () => {
  const { t } = wallet;
  const role = 'administrator';
  const [ben, eve] = [await t.person('ben.keys', { role }), await t.person('eve.keys', { role })];
  const { public_key } = testApprover(ben.id);
  const kept = await t.call(approverOffer, { public_key }, { as: ben });
  expect(kept).toMatchObject({ state: 'waiting', public_key });
  await operator('trust', kept.fingerprint);
  expect((await t.call(approverKeys, {}, { as: ben })).keys).toMatchObject([{ state: 'trusted' }]);
  await expect(t.call(approverOffer, { public_key }, { as: eve })).rejects.toMatchObject({
    code: 'wallet.approval_forged',
  });
});
