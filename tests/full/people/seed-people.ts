import type { mongo } from 'mongoose';

/** Accounts that there are already; half of the people stand below all of these agents. */
export interface Places {
  agents: readonly string[];
}

/** The first of them is from here, the last of two years later. */
export const MADE_AT = Date.parse('2024-01-01T00:00:00Z');
const DAYS = 730;
const DAY_MS = 86_400_000;
const BATCH = 2_000;
const FAMILIES = ['王', '李', '张', '刘', '陈', '杨', '黄', '赵', 'Xu', 'Wanjiru', 'Mueller', 'Person'];
const GIVEN = ['伟', '芳', '娜', '敏', '静', 'Amina', 'Juma', 'Anna', 'Karl'];
/** One session in a hundred accounts is in use. */
const ONLINE_EVERY = 100;

/** Of person number so and so. */
export const personId = (number: number) => `a${number.toString(16)}`.padStart(24, '0');

const mixedOf = (number: number): number => Math.imul(number + 1, 2_654_435_761) >>> 0;
/** As it stands on the page of person number so and so. */
export const phoneOfPerson = (number: number): string =>
  `+86 13${mixedOf(number) % 10} 0000 ${String(number).padStart(4, '0')}`;

interface Roles {
  customer: string;
  agent: string;
  administrator: string;
}

/** Writes so many accounts straight into the store, with sessions of some; the indexes are made again in one go. */
export async function seedPeople(database: mongo.Db, many: number, { agents }: Places): Promise<void> {
  const accounts = database.collection<{ _id: string }>('system_account');
  const roles = await database.collection<{ _id: string; key: string }>('system_role').find().toArray();
  const roleOf = (key: string) => roles.find((role) => role.key === key)?._id ?? '';
  const given = {
    customer: roleOf('customer'),
    agent: roleOf('agent'),
    administrator: roleOf('administrator'),
  };
  const found = await accounts.find({ account: { $in: agents } } as never).toArray();
  const leaders = found.map(({ _id }) => _id);
  const made = (await accounts.indexes()).filter(({ name }) => name !== '_id_');
  await accounts.dropIndexes();
  for (let from = 0; from < many; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, many - from) }, (_, row) =>
      personAt(from + row, many, given, leaders),
    );
    await accounts.insertMany(rows as never, { ordered: false });
  }
  for (const { key, unique, sparse } of made)
    await accounts.createIndex(key, { ...(unique ? { unique } : {}), ...(sparse ? { sparse } : {}) });
  await seedSessions(database, many);
}

async function seedSessions(database: mongo.Db, many: number): Promise<void> {
  const now = Date.now();
  // Used a little later than now: they are still in use when the last question is asked.
  const sessions = Array.from({ length: Math.floor(many / ONLINE_EVERY) }, (_, at) => ({
    _id: `s${at}`.padStart(64, '0'),
    account: personId(at * ONLINE_EVERY),
    ip: '198.51.100.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0',
    create_time: new Date(now),
    last_time: new Date(now + 600_000),
    expires_at: new Date(now + 3_600_000),
  }));
  if (sessions.length > 0)
    await database.collection<{ _id: string }>('system_session').insertMany(sessions, { ordered: false });
}

/** Operators are one in a thousand, agents one in twenty; the time of registration rises with the number. */
function personAt(number: number, many: number, roles: Roles, leaders: readonly string[]) {
  const mixed = mixedOf(number);
  const time = new Date(MADE_AT + Math.floor((number / many) * DAYS * DAY_MS));
  const isOperator = number % 1_000 === 999;
  const role = isOperator ? roles.administrator : number % 20 === 7 ? roles.agent : roles.customer;
  const account = `${isOperator ? 'operator' : 'person'}.${number}`;
  const name = `${FAMILIES[mixed % FAMILIES.length]}${GIVEN[(mixed >>> 8) % GIVEN.length]}`;
  const phone = phoneOfPerson(number);
  const place = isOperator ? { superior: null, ancestors: [] } : placeOf(number, leaders);
  return {
    _id: personId(number),
    account,
    skeleton: account,
    name,
    name_key: name.toLowerCase(),
    phone,
    phone_key: phone.replaceAll(/\D/g, ''),
    email: `${account}@example.com`,
    role,
    ...place,
    share_ratio: 0,
    domain_quota: null,
    disabled: mixed % 100 === 3 ? 2 : 1,
    password_hash: `$argon2id$v=19$m=65536,t=2,p=1$${'A'.repeat(43)}$${'B'.repeat(43)}`,
    must_change_password: false,
    is_one_time_used: false,
    codes_due: '',
    codes_frozen: false,
    member_expiry: mixed % 4 === 0 ? new Date(MADE_AT + (mixed % (3 * DAYS)) * DAY_MS) : null,
    closed_time: null,
    invitation_code: `i${number}`,
    register_source: 'registration',
    register_ip: `198.51.${number % 200}.${mixed % 256}`,
    register_time: time,
    login_ip: mixed % 3 === 0 ? null : '198.51.100.9',
    login_time: mixed % 3 === 0 ? null : new Date(time.getTime() + (mixed % (400 * DAY_MS))),
    version: 1,
    create_time: time,
    update_time: time,
    remove_time: null,
    remove_by: null,
  };
}

/** Half are right below person 1, others below agents of their own; twenty of forty are below the given agents. */
function placeOf(number: number, leaders: readonly string[]) {
  const above = number % 40 < 20 ? leaders : [];
  const superior = number % 4 < 2 && number > 1 ? personId(1) : personId(number - (number % 20) + 7);
  return { superior, ancestors: [...above, superior] };
}
