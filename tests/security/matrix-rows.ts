import type { mongo } from 'mongoose';
import type { Api } from '../api.ts';

/**
 * What a call that takes an id is about. `owned`: an object is somebody's, and only they get at it, or whoever holds
 * `readAll`; `make` makes one of theirs. `shared`: objects are nobody's, so that the right to the call is all there is to
 * say; the reason says why.
 */
export type ObjectKind =
  | { kind: 'owned'; readAll: string | undefined; collection: string; make: Make }
  | { kind: 'shared'; reason: string };

export interface Owner {
  id: string;
  account: string;
  api: Api;
}

type Rows = ReturnType<mongo.Db['collection']>;
export type Make = (place: { owner: Owner; collection: Rows }) => Promise<string>;

/** What is due is ended by a job, in the middle of the test. */
const TOMORROW = new Date(Date.now() + 86_400_000);

/** A row as its own calls would store it, for things that nobody can make at will. */
export const stored =
  (fields: (id: string) => Record<string, unknown>): Make =>
  async ({ owner, collection }) => {
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
    const now = new Date();
    const columns = { version: 1, create_time: now, update_time: now, remove_time: null, remove_by: null };
    await collection.insertOne({ _id: id, owner: owner.id, ...columns, ...fields(id) } as never);
    return id;
  };

/** A stored file; its bytes are nowhere. */
export const ownFile = (id: string) => ({
  ...{ name: 'matrix.pdf', kind: 'pdf', size: 10, width: 0, height: 0, place: '000000000000000000000001' },
  ...{
    address: id.padEnd(32, '0'),
    state: 'kept',
    has_thumbnail: false,
    is_kept: true,
    used_time: new Date(),
  },
  ...{ object: `aa/${id}-0.pdf`, moves: 0, left_place: '', left_object: '', sha256: id },
});

/** A claim of a domain that nobody else has. */
export const ownDomain = (id: string) => ({
  ...{
    name: `matrix${id}.example.com`,
    shown: `matrix${id}.example.com`,
    registrable: 'example.com',
    type: 1,
  },
  ...{ state: 'waiting', is_platform: false, is_there: true, is_working: true, method: 'none', token: id },
  ...{ fault: '', reach: 'unknown', reach_fault: '', tries: 0, notice: 'none', notice_time: null },
  ...{ checked_time: null, next_check_time: null, proved_time: null, found_time: null, lost_time: null },
  ...{ ended_time: null, missed_time: null },
});

/** A watched domain that nobody has looked at. */
export const ownWatch = (id: string) => ({
  ...{
    name: `matrix${id}.example.com`,
    shown: `matrix${id}.example.com`,
    registrable: 'example.com',
    type: 1,
  },
  ...{
    is_platform: false,
    state: 'unknown',
    rank: 3,
    cause: '',
    cause_time: null,
    facets: {},
    addresses: [],
  },
  ...{ dns: 'unknown', http: 'unknown', https: 'unknown', certificate: 'unknown', registration: 'unknown' },
  ...{ certificate_until: null, certificate_issuer: '', registration_until: null, registration_status: [] },
  ...{ checked_time: null, next_check_time: null, looks: 0, resolver: '', votes: {}, reminded: {} },
  ...{ certificate_time: null, registration_time: null, told_working: null, alerts: [], has_alerts: false },
});

/** A withdrawal that is over: nobody moves money that was never held. */
export const ownWithdrawal = (id: string) => ({
  ...{ number: `20260101-${id}`, key: id, amount: '1000000', fee: '0', payout: '1000000', status: 2 },
  ...{ phase: 'paid', address: 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw', address_since: new Date() },
  ...{ network: 'mainnet', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', reason: '', hold: id },
  ...{ transaction: '', block: 0, log_index: -1, has_transaction: false, needed: 1, fault: '' },
  ...{ approvals: [], is_told: true, entered_time: null, next_look_time: null },
  ...{ decided_time: null, paid_time: null },
});
/** An order that was paid from the balance. */
export const ownOrder = (id: string) => ({
  ...{ number: `20260101-${id}`, key: id, kind: 'purchase', plan: id, plan_name: 'Matrix', days: 30 },
  ...{ codes: null, domains: null, visits: null, api_keys: null, kept_visits: null, member_seq: 0 },
  ...{ list_price: '1000000', credit: '0', price: '1000000', pay_type: 2, status: 2, settlement: 'settled' },
  ...{ expires_time: TOMORROW, paid_time: new Date(), from_time: null, until_time: null, journal: '' },
  ...{ agent: null, share: '0', share_points: 0 },
});

/** A payment over the chain that waits for its money, with the address that it was given. */
export const ownRecharge: Make = async (place) => {
  const id = await ownWaitingOrder(place);
  const deposits = place.collection.db.collection<{ _id: string; index: number }>('wallet_deposit_address');
  const chain = { network: 'nile', contract: 'T'.repeat(34), address: id, account: 'matrix' };
  await deposits.insertOne({
    ...{
      _id: `nile/${id}`,
      ...chain,
      index: await deposits.countDocuments(),
      order: id,
      owner: place.owner.id,
    },
    ...{ amount: '1', tolerance: '0', expire_time: TOMORROW, total: '0', in_time: '0', pending: '0' },
    ...{ has_wrong_token: false, has_failed: false, is_paid: false, settlement: 'waiting', told: '' },
    ...{ cursor: 0, next_look_time: null },
  } as never);
  return id;
};
const ownWaitingOrder = stored((id) => ({
  ...{ number: id, kind: 'top_up', plan: null, plan_name: '', list_price: '1', price: '1', credit: '0' },
  ...{ pay_type: 1, status: 1, settlement: 'waiting', expires_time: TOMORROW, key: id },
}));

/** A chat that is bound; an account has one. */
export const ownBinding: Make = async (place) => {
  await place.collection.deleteMany({ owner: place.owner.id });
  return stored(() => ({
    ...{ first_name: 'Amina', username: 'amina_k', language_code: 'en', chat_id: place.owner.id },
    ...{ bind_time: new Date(), state: 'bound', end_reason: '', end_time: null, locale: 'en-US', muted: [] },
    ...{ bound_chat: place.owner.id, bot_id: '1' },
  }))(place);
};

/** A visit rule that is off: nobody's visits go by it. */
export const ownRule = (id: string) => ({
  ...{ name: 'Matrix', kind: 'agent', matches: 'these', countries: [], places: [], isps: [], devices: [] },
  ...{ patterns: ['matrix'], networks: [], visits: 30, seconds: 60, from: 0, to: 1439 },
  ...{ weekdays: ['1', '2', '3', '4', '5', '6', '7'], does: 'refuse', page: 'suitable', target: '' },
  ...{ applies_to: 'own', codes: [], position: 100, state: 'off', may_refuse_all: false },
  number: Number.parseInt(id.slice(0, 8), 16),
});

/** A check of an address that nobody was asked about. */
export const ownCheck = (id: string) => ({
  ...{
    address: `matrix${id}.example.com`,
    host: `matrix${id}.example.com`,
    status: 4,
    providers: '',
    votes: [],
  },
  ...{ quorum: 1, time: new Date(), reason: 'person', ms: 0 },
});

/** A domain as it stands in WeChat, which nobody has checked. */
export const ownShieldHost = (id: string) => ({
  ...{ shown: `matrix${id}.example.com`, name: `matrix${id}.example.com`, status: 4, since: null },
  ...{ last_status: 4, checked_time: null, next_check_time: null, last_check: null, type: 1 },
  ...{ is_platform: false, pending: 4, streak: 0, round: '' },
});
