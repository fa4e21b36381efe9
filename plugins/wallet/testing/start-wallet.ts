import { join } from 'node:path';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type CollectionDeclaration,
  INDEPENDENCE,
  type Independence,
  MEMBERSHIPS,
  type Memberships,
  OWNER_CODES,
  OWNER_FORWARDS,
  type OwnerCodes,
  type OwnerForwards,
  SITE_MESSAGES,
  type SiteMessage,
  type SiteMessages,
} from '@waypost/sdk';
import { type TestPlugin, type TestPluginOptions, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../server.ts';

/** What the plugin `system` keeps of people, in the store of the test: it takes part in transactions as there. */
interface Person {
  _id: string;
  until: Date | null;
  superior: string | null;
  share_ratio: number;
  phone?: string;
}
const PEOPLE: CollectionDeclaration<Person> = {
  name: 'test_person',
  fields: { _id: String, until: Date, superior: String, share_ratio: Number, phone: String },
};

/** Everybody's, in a form that no other id has. */
const phoneOf = (id: string) => `+86 ${id.slice(-6)}`;

type People = ReturnType<typeof peopleOf>;
const peopleOf = (t: TestPlugin) => t.context.collection(PEOPLE);

/** Memberships, superiors and ratios as the test has set them. */
const membershipsOf = (people: () => People): Memberships => ({
  async until(account, session) {
    const found = await people()
      .findById(account)
      .session(session ?? null)
      .lean();
    return found?.until?.toISOString() ?? null;
  },
  async setUntil({ account, until }, session) {
    await people().updateOne(
      { _id: account },
      { $set: { until: new Date(until) } },
      { session, upsert: true },
    );
  },
  async ending({ from, to, after, limit }) {
    const found = await people()
      .find({ until: { $gte: new Date(from), $lte: new Date(to) } })
      .sort({ until: 1, _id: 1 })
      .lean();
    const behind = found
      .map(({ _id, until }) => ({ account: _id, until: until?.toISOString() ?? '' }))
      .filter(
        ({ account, until }) =>
          after === undefined || until > after.until || (until === after.until && account > after.account),
      );
    return behind.slice(0, limit);
  },
  async payer(account, session) {
    const found = await people()
      .findById(account)
      .session(session ?? null)
      .lean();
    const superior = found?.superior ?? null;
    const until = found?.until?.toISOString() ?? null;
    if (superior === null) return { until, superior, share_ratio: 0 };
    const above = await people()
      .findById(superior)
      .session(session ?? null)
      .lean();
    return { until, superior, share_ratio: above?.share_ratio ?? 0 };
  },
  isDirect: async (account, superior) => (await people().findById(account).lean())?.superior === superior,
  async customersOf({ superior, search = '', only, order, skip, limit }) {
    const filter = { superior, ...(only === undefined ? {} : { _id: only }) };
    const found = (await people().find(filter).sort({ _id: 1 }).lean()).filter(({ _id }) =>
      _id.startsWith(search),
    );
    const sorted = order === 'asc' ? found : found.reverse();
    return {
      content: sorted.slice(skip, skip + limit).map(({ _id, until }) => ({
        id: _id,
        account: `account of ${_id}`,
        name: '',
        until: until?.toISOString() ?? null,
        joined: '2026-01-01T00:00:00.000Z',
        is_disabled: false,
      })),
      count: found.length,
    };
  },
  inviter: async (account) => ({
    code: 'abcd2345',
    is_open: true,
    share_ratio: (await people().findById(account).lean())?.share_ratio ?? 0,
  }),
});

/** Everybody is there and active; found by the beginning of the phone. */
const accountsOf = (people: () => People): AccountStates => ({
  isActive: async () => true,
  names: async (ids) => Object.fromEntries(ids.map((id) => [id, `account of ${id}`])),
  isCustomer: async () => true,
  domainQuota: async () => null,
  emails: async () => ({}),
  contacts: async (ids) =>
    Object.fromEntries(ids.map((id) => [id, { account: `account of ${id}`, phone: phoneOf(id) }])),
  // By the beginning of the phone alone.
  find: async (text, most) =>
    (
      await people()
        .find({ phone: { $regex: `^${text.replace(/\D/g, '')}` } })
        .limit(most)
        .lean()
    ).map(({ _id }) => _id),
});

/** The plugin within the test, beside people whose memberships, superiors and ratios the test sets. */
export async function startWallet(
  options: Pick<
    TestPluginOptions,
    'settings' | 'now' | 'timeZone' | 'internet' | 'variables' | 'restored'
  > = {},
) {
  let t: TestPlugin | undefined;
  const people = () => {
    if (t === undefined) throw new Error('asked before the plugin was started');
    return peopleOf(t);
  };
  const memberships = membershipsOf(people);
  const accounts = accountsOf(people);
  const paused = new Set<string>();
  const codes: Pick<OwnerCodes, 'pause' | 'resume'> = {
    pause: async (owner) => paused.add(owner).size,
    resume: async (owner) => Number(paused.delete(owner)),
  };
  /** Accounts whose forwards are paused. */
  const pausedForwards = new Set<string>();
  const forwards: OwnerForwards = {
    pause: async (owner) => void pausedForwards.add(owner),
    resume: async (owner) => void pausedForwards.delete(owner),
  };
  /** `<account> by <other>` to the moment until which the account does not count beside the other. */
  const heldBack = new Map<string, string>();
  const independence: Independence = {
    heldBackUntil: async (account, others) =>
      others.map((other) => heldBack.get(`${account} by ${other}`)).find((until) => until !== undefined) ??
      null,
  };
  const told: SiteMessage[] = [];
  const messages: SiteMessages = {
    // One occasion is told once, as the inboxes do.
    tell: async (message) =>
      told.some(({ occasion }) => occasion === message.occasion) ? 0 : told.push(message),
  };
  const started = await testPlugin(plugin, {
    folder: join(import.meta.dir, '..'),
    ...options,
    services: {
      [ACCOUNT_STATES]: { version: '1.5.0', service: accounts },
      [INDEPENDENCE]: { version: '1.0.0', service: independence },
      [MEMBERSHIPS]: { version: '2.0.0', service: memberships },
      [OWNER_CODES]: { version: '1.2.0', service: codes },
      [OWNER_FORWARDS]: { version: '1.0.0', service: forwards },
      [SITE_MESSAGES]: { version: '1.1.0', service: messages },
    },
  });
  t = started;
  return {
    t: started,
    memberships,
    /** Accounts whose codes are paused, and what people were told. */
    paused,
    pausedForwards,
    heldBack,
    told,
    messages,
    /** Sets what is known of somebody beside money. */
    know: async (account: string, facts: Partial<Omit<Person, '_id'>>) => {
      await people().updateOne({ _id: account }, { $set: facts }, { upsert: true });
    },
    /** Gives somebody money. */
    give: async (account: string, amount: string) => {
      await started.context.ledger.transfer({
        key: `gift/${crypto.randomUUID()}`,
        type: 'wallet.gift',
        postings: [
          { account, amount },
          { account: 'wallet.deposits', amount: `-${amount}` },
        ],
      });
    },
  };
}
