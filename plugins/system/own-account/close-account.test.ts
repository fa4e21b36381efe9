import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { YesNo } from '@waypost/contract';
import { definePlugin, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { administrator } from '../screens/administrators/resource.ts';
import { userResource } from '../screens/user_list/resource.ts';
import { closeAccount } from './close-account.ts';
import { mountOwnAccount } from './routes.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let last = 0;

beforeAll(async () => {
  t = await testPlugin(
    definePlugin({
      id: 'system',
      setup(context) {
        context.model(administrator);
        context.model(userResource);
        mountOwnAccount(context);
      },
    }),
    {
      folder: join(import.meta.dir, '../..'),
      manifest: {
        id: 'system',
        version: '0.1.0',
        engine: '^0.1.0',
        title: 'system.title',
        areas: ['own_account'],
        capabilities: ['identity', 'ledger:read', 'ledger:write'],
        server: 'server.ts',
      },
    },
  );
}, 60_000);
afterAll(() => t?.dispose());

const give = (account: string) =>
  t.context.ledger.transfer({
    key: `gift/${++last}`,
    type: 'system.gift',
    postings: [
      { account: 'system.gifts', amount: '-7' },
      { account, amount: '7' },
    ],
  });
async function requestOf(account: string): Promise<SignedRequest> {
  const { id } = await t.person(account);
  const role = await t.context.identity.roleId('customer');
  const caller = { id, role, account, via: 'session' };
  return {
    caller,
    address: '203.0.113.7',
    userAgent: 'test',
    translate: (key: string) => key,
  } as SignedRequest;
}
const stateOf = async (id: string) => {
  const row = await t.context.model(userResource).findOne({ _id: id }, { disabled: 1 }).lean();
  const [balance] = await t.context.ledger.balances([id]);
  return { isClosed: row?.disabled === YesNo.yes, available: balance?.available };
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
/** Money comes in right after the balance was looked at. */
function creditedMeanwhile(): PluginContext {
  const balances: PluginContext['ledger']['balances'] = async (accounts, currency) => {
    const seen = await t.context.ledger.balances(accounts, currency);
    if (currency === 'USDT') for (const account of accounts) await give(account);
    return seen;
  };
  const ledger = { ...t.context.ledger, balances };
  return Object.create(t.context, { ledger: { value: ledger } }) as PluginContext;
}

test('money that comes in while an account is closed keeps it open', async () => {
  const anna = await requestOf('anna.closing');
  const closing = codeOf(closeAccount(creditedMeanwhile(), 'keep', anna));
  expect(await closing).toBe('account_not_settled');
  expect(await stateOf(anna.caller.id)).toEqual({ isClosed: false, available: '7' });
});

test('a closed account takes no money', async () => {
  const ben = await requestOf('ben.closing');
  await closeAccount(t.context, 'keep', ben);
  expect(await codeOf(give(ben.caller.id))).toBe('ledger_account_closed');
  expect(await stateOf(ben.caller.id)).toEqual({ isClosed: true, available: '0' });
});

test('closed and credited at once, whatever comes first: never is money left in a closed account', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await requestOf(`both.closing${round}`);
    const { id } = person.caller;
    // Every other has had money before: there is a balance already.
    if (round % 2 === 0) {
      await give(id);
      await t.context.ledger.transfer({
        key: `back/${round}`,
        type: 'system.gift',
        postings: [
          { account: id, amount: '-7' },
          { account: 'system.gifts', amount: '7' },
        ],
      });
    }
    const outcomes = await Promise.all([codeOf(closeAccount(t.context, 'keep', person)), codeOf(give(id))]);
    const state = await stateOf(id);
    expect([outcomes, state]).toEqual(
      state.isClosed
        ? [['done', 'ledger_account_closed'], { isClosed: true, available: '0' }]
        : [['account_not_settled', 'done'], { isClosed: false, available: '7' }],
    );
  }
});
