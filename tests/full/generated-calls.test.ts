import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { addCode, type JsonSchema, type RouteFacts, routesOf } from '../security/world.ts';

// Bodies that are made from the description of each call alone, asked as a customer and as a super administrator: whatever a
// program sends that the description allows, it is told what is wrong, and nothing is a fault of the server.

setDefaultTimeout(1_800_000);

/** Bodies of each call, for each who asks. */
const BODIES = Number(process.env.WAYPOST_TEST_BODIES ?? 12);
const seed = Number(process.env.WAYPOST_TEST_SEED ?? Date.now() % 1_000_000);
/** They end what the round needs: the session, the plugins, the installation's only address. */
const LEFT_OUT =
  /^(administrator\/(logout|remove|disable)|update_password\/|own_account\/close|plugins\/(disable|remove|enable|install|upgrade|roll_back)|role\/(remove|update))/;

let product: Product;
let routes: RouteFacts[];
let people: [name: string, accounts: Api[]][];
/** Ids that lists have named so far. */
const ids = new Set(['000000000000000000000001']);

beforeAll(async () => {
  product = await startProduct({ env: { SSH_SERVERS: 'on' } });
  const root = await signIn(product.origin, product.administrator);
  // Several of each: an account may make a call so many times a minute only.
  const some = (role: 'customer' | 'super') =>
    Promise.all(
      [0, 1, 2, 3].map(async (at) =>
        signIn(product.origin, await createAccount(product, { account: `generated.${role}${at}`, role })),
      ),
    );
  people = [
    ['customer', await some('customer')],
    ['super', await some('super')],
  ];
  for (const api of [root, ...people.flatMap(([, accounts]) => accounts)])
    ids.add((await addCode(api, { name: 'Generated' })).id);
  routes = (await routesOf(product)).filter(({ path }) => !LEFT_OUT.test(path));
});

afterAll(() => product?.stop());

/** Texts of which those are taken that a pattern and a length allow; none of them leads anywhere. */
const TEXTS = [
  ...[
    'Menu card',
    'x',
    'https://target.example/?a=1',
    'shop.example',
    'go.example',
    '203.0.113.7',
    '2001:db8::1',
  ],
  ...[
    '2026-11-29',
    '2026-11-29T10:00:00.000Z',
    '03:30',
    '#112233',
    '1000000',
    '0',
    '-5',
    '9.90',
    '50',
    'en-US',
  ],
  ...[
    'sw-KE',
    'US',
    'UTC',
    '中文 – ½ 🎉',
    '<b>&"',
    '../..',
    '*.example',
    'qr',
    'name',
    'a@b.example',
    '+254712345678',
  ],
  ...[
    'QWxhZGRpbg==',
    'A'.repeat(43),
    '0'.repeat(32),
    '0'.repeat(64),
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'key-1234567890',
  ],
];

const textOf = ({ pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> => {
  const allowed = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (allowed?.test(text) ?? true);
  const known = TEXTS.filter(fits);
  const named = () => [...ids].filter(fits);
  const any = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: 'grapheme' });
  return fc.oneof(
    ...(named().length > 0 ? [fc.nat().map((at) => named()[at % named().length] as string)] : []),
    ...(known.length > 0 ? [fc.constantFrom(...known)] : []),
    ...(allowed === undefined || known.length + named().length === 0 ? [any] : []),
  );
};

/** Values that a schema allows, as far as it says. */
function anyOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(anyOf));
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = -10 } = schema;
    return fc.oneof(fc.integer({ min: minimum, max: minimum + 20 }), fc.constantFrom(minimum, 2 ** 31, 1e15));
  }
  if (schema.items) return fc.array(anyOf(schema.items), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, inner]) => [name, anyOf(inner)] as const);
    const required = fields.filter(([name]) => schema.required?.includes(name));
    // The fewer fields, the further it comes.
    return fc.oneof(
      fc.record(Object.fromEntries(required)),
      fc.record(Object.fromEntries(fields), { requiredKeys: required.map(([name]) => name) }),
    );
  }
  return fc.constantFrom({}, { a: 1 });
}

test(`no body that is made from a call’s description is a fault of the server, seed ${seed}`, async () => {
  process.stderr.write(`WAYPOST_TEST_SEED=${seed}\n`);
  const wrong: unknown[] = [];
  const statuses: Record<number, number> = {};
  let asked = 0;
  for (const [at, { path, body }] of routes.entries())
    for (const [name, accounts] of people) {
      const bodies = fc.sample(anyOf(body), { numRuns: BODIES, seed: seed + at });
      await Promise.all(
        bodies.map(async (made, number) => {
          const headers = { 'x-forwarded-for': `10.${at % 250}.${number}.1` };
          const answer = await (accounts[number % accounts.length] as Api).call(path, made, headers);
          asked += 1;
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          if (answer.status >= 500) wrong.push([name, path, JSON.stringify(made).slice(0, 500), answer.body]);
          for (const [, id = ''] of JSON.stringify(answer.body).matchAll(/"id":"([0-9a-f]{24})"/g))
            if (ids.size < 200) ids.add(id);
        }),
      );
    }
  process.stderr.write(`${asked} asked: ${JSON.stringify(statuses)}\n`);
  expect(wrong).toEqual([]);
  // Enough of them come through that more than the check of bodies is asked.
  expect(statuses[200] ?? 0).toBeGreaterThan(asked / 20);
});
