import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { type Collections, openCollections } from '../../../runtime/services/collections.ts';
import { hashToken, newToken } from '../../../runtime/services/credentials/token.ts';
import { createLedger } from '../../../runtime/services/ledger/ledger.ts';
import { openLedger } from '../../../runtime/services/ledger/ledger-collections.ts';

/** A customer with money who is logged in. */
export interface Buyer {
  account: string;
  token: string;
  /** Whoever calls from there; each has an address of their own. */
  address: string;
}

const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)), number: Math.random };
const clock = { now: Date.now, date: () => new Date() };
/** Percent of a price, so that something is rounded off. */
const SHARE_RATIO = 12.34;
const DAY_MS = 86_400_000;
const AT_ONCE = 16;

/**
 * Customers with money and a session each: half of them below one agent, the others ten by ten below agents of their own.
 * They are written into the store, as nobody logs in a thousand people; their money goes through the ledger.
 */
export async function seedBuyers(
  connection: Connection,
  { buyers: many, money }: { buyers: number; money: string },
): Promise<{ buyers: Buyer[]; agents: string[] }> {
  const collections = openCollections(connection);
  const roles = await collections.roles.find().toArray();
  const roleOf = (key: string) => String(roles.find((role) => role.key === key)?._id ?? '');
  const agents = Array.from({ length: 1 + Math.ceil(many / 20) }, newAccountId);
  const buyers = Array.from({ length: many }, (_, at) => ({
    account: newAccountId(),
    token: newToken(random),
    address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
    agent: agents[at % 2 === 0 ? 0 : 1 + Math.floor(at / 20)] ?? '',
  }));
  const [model] = await collections.accounts.find({}).limit(1).toArray();
  if (model === undefined) throw new Error('the product has no administrator yet');
  const person = (_id: string, role: string, superior: string | null, share_ratio: number) => ({
    ...model,
    _id,
    account: `p${_id}`,
    skeleton: _id,
    invitation_code: _id,
    role: roleOf(role),
    superior,
    ancestors: superior === null ? [] : [superior],
    share_ratio,
    must_change_password: false,
    name: `p${_id}`,
    name_key: `p${_id}`,
    email: `p${_id}@example.com`,
  });
  await collections.accounts.insertMany([
    ...agents.map((_id) => person(_id, 'agent', null, SHARE_RATIO)),
    ...buyers.map(({ account, agent }) => person(account, 'customer', agent, 0)),
  ] as never);
  await logIn(collections, buyers);
  await giveMoney(connection, collections, { buyers, money });
  return { buyers: buyers.map(({ account, token, address }) => ({ account, token, address })), agents };
}

async function logIn({ sessions }: Collections, buyers: readonly Buyer[]): Promise<void> {
  const now = new Date();
  await sessions.insertMany(
    buyers.map(({ account, token, address: ip }) => ({
      _id: hashToken(token),
      account,
      ip,
      user_agent: 'bench',
      create_time: now,
      last_time: now,
      expires_at: new Date(now.getTime() + DAY_MS),
    })),
  );
}

async function giveMoney(
  connection: Connection,
  { accounts }: Collections,
  { buyers, money }: { buyers: readonly Buyer[]; money: string },
): Promise<void> {
  const ledger = createLedger(
    { connection, ledger: openLedger(connection), accounts, clock, random },
    'wallet',
  );
  const queue = [...buyers];
  const worker = async () => {
    for (let one = queue.pop(); one !== undefined; one = queue.pop())
      await ledger.transfer({
        key: `bench/${one.account}`,
        type: 'wallet.deposit',
        postings: [
          { account: 'wallet.deposits', amount: `-${money}` },
          { account: one.account, amount: money },
        ],
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const newAccountId = () => randomBytes(12).toString('hex');
