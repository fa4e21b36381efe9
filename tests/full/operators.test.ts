import { beforeAll, describe, expect, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import {
  addCode,
  type JsonSchema,
  openWorld,
  type RouteFacts,
  routesOf,
  type World,
  withStore,
} from '../security/world.ts';

let world: World;
let routes: RouteFacts[];
beforeAll(async () => {
  world = await openWorld();
  routes = await routesOf(world.product);
}, 180_000);

/** What a document store would take for a command, and what no field of text or number is. */
const HOSTILE: readonly unknown[] = [
  { $ne: null },
  { $gt: '' },
  { $where: '1' },
  { $regex: '.*' },
  { $expr: { $eq: [1, 1] } },
  [{ $ne: null }],
  [[]],
  { __proto__: null, constructor: { prototype: {} } },
  {},
  true,
  'x'.repeat(70_000),
  '\u0000',
  'a\u0000b',
  1e308,
  -1,
  0.5,
  '',
];
/** What is left of them where more would only meet a rate limit: an operator, a sign that ends texts elsewhere, and too much. */
const FEW = [{ $ne: null }, '\u0000', 'x'.repeat(70_000)];
/** Accounts that ask in turn: an account may make each call so many times a minute only, and that is not tested here. */
const CALLERS = 8;
/** Calls with a low rate limit: all values would only meet that. */
const RARE: ReadonlySet<string> = new Set([
  ...['update_password/update', 'message/send', 'mail/test'],
  ...['shield_configuration/try', 'wx_shield_detection/check', 'shield_host/check', 'shield_push/resend'],
  'we_chat_blocking_detection_configuration/test',
  ...['pay_config/update', 'balance_recharge/add', 'buy_vip_combo/buy', 'usdt_transaction_record/resolve'],
  ...['add', 'cancel', 'change_address', 'keep_address'].map((call) => `acting_withdrawal_list/${call}`),
  ...['approve', 'reject', 'take_on', 'let_go', 'pay', 'send_again'].map((call) => `withdrawal_list/${call}`),
  ...['tron_transaction_summary/plan', 'tron_transaction_summary/collect'],
  ...['make', 'import', 'watch', 'remove', 'refresh'].map((call) => `tron/${call}`),
  'approver_key/offer',
]);
/** Public calls that refuse what they do not know, in one way for all. */
const REFUSING: ReadonlySet<string> = new Set(['qr_code_list/share_access']);
/** Calls that have nothing to do in this world, and say so. */
const IDLE: ReadonlySet<string> = new Set(['nodomain/move']);
/** Numbers, texts and switches are right for some fields; then the call may work, but never as a fault of the server. */
const isPlain = (value: unknown) => typeof value !== 'object';

type Kind = 'text' | 'number' | 'other';
/** Paths of every text and number in a body, arrays by their first element. */
function leaves(
  schema: JsonSchema,
  path: (string | number)[] = [],
): { path: (string | number)[]; kind: Kind }[] {
  if (schema.anyOf) return leaves(schema.anyOf[0] as JsonSchema, path);
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) => leaves(inner, [...path, name]));
  if (schema.items) return [{ path, kind: 'other' }, ...leaves(schema.items, [...path, 0])];
  if (path.length === 0) return [];
  const kind =
    schema.type === 'string'
      ? 'text'
      : schema.type === 'integer' || schema.type === 'number'
        ? 'number'
        : 'other';
  return [{ path, kind }];
}

/** A body that holds `value` at `path` and nothing else but what stands around it. */
function bodyWith(path: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return typeof first === 'number' ? [bodyWith(rest, value)] : { [first]: bodyWith(rest, value) };
}

const collections = ['qr_code', 'system_role', 'system_setting', 'visit_links'];
/** Everything that a call could have changed, as text. */
const state = () =>
  withStore(world.product, async (database) => {
    const rows = await Promise.all(
      collections.map((name) => database.collection(name).find({}).sort({ _id: 1 }).toArray()),
    );
    const accounts = await database.collection('system_account').find({}).sort({ _id: 1 }).toArray();
    return JSON.stringify([
      rows,
      accounts.map(({ account, password_hash, role }) => [account, password_hash, role]),
    ]);
  });

describe('Operators 1.2.4: a field that takes an operator answers for rows nobody asked for', () => {
  test('no text or number of any call takes one, nothing is a fault of the server, nothing changes', async () => {
    await addCode(world.root, { name: 'Stands by' });
    // Accounts of their own: what other tests may ask in this minute stays theirs.
    const callers = await Promise.all(
      Array.from({ length: CALLERS }, async (_, number) => {
        const account = { account: `operators${number}.security`, role: 'super' } as const;
        return signIn(world.product.origin, await createAccount(world.product, account));
      }),
    );
    const before = await state();
    const wrong: unknown[] = [];
    let asked = 0;
    let fields = 0;
    for (const { path, body } of routes) {
      if (path === 'administrator/logout') continue;
      // Each body holds one field only, so that no write is complete, whatever the value.
      const requests = leaves(body).flatMap((field) => {
        fields += 1;
        return (RARE.has(path) ? FEW : HOSTILE).map((value) => ({ field, value }));
      });
      for (let index = 0; index < requests.length; index += 16) {
        await Promise.all(
          requests.slice(index, index + 16).map(async ({ field, value }, offset) => {
            asked += 1;
            const number = asked;
            const ask = async (caller: Api) => {
              const address = `10.${(index + offset) % 250}.${number % 250}.1`;
              const headers = { 'x-forwarded-for': address };
              return (await caller.call(path, bodyWith(field.path, value), headers)).status;
            };
            let status = 429;
            for (let turn = 0; turn < CALLERS && status === 429; turn += 1)
              status = await ask(callers[(number + turn) % CALLERS] as Api);
            const isFine = isPlain(value)
              ? status === 200 ||
                status === 202 ||
                status === 422 ||
                status === 413 ||
                status === 404 ||
                (status === 403 && REFUSING.has(path)) ||
                (status === 409 && IDLE.has(path))
              : status === 422;
            if (!isFine) wrong.push([path, field.path.join('.'), JSON.stringify(value).slice(0, 40), status]);
          }),
        );
      }
    }
    expect(wrong).toEqual([]);
    expect(fields).toBeGreaterThan(200);
    expect(await state()).toBe(before);
  }, 1_200_000);
});
