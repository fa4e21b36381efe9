import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { OBJECTS } from '../security/matrix-objects.ts';
import type { Owner } from '../security/plugin-matrix.ts';
import { type Row, withStore } from '../security/world.ts';

// Every state that a row can have, through every list that shows it: a list that fails on one row of one customer fails for
// everybody, and one that leaves it out hides it.

setDefaultTimeout(900_000);

interface Schema {
  enum?: unknown[];
  const?: unknown;
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Description {
  paths: Record<
    string,
    { post: { responses: Record<string, { content: { 'application/json': { schema: Schema } } }> } }
  >;
}

let product: Product;
let root: Api;
let owner: Owner;
let described: Description;
/** States that were listed. */
let total = 0;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'error', SSH_SERVERS: 'on' } });
  root = await signIn(product.origin, product.administrator);
  const { user_info } = (
    await root.call<{ user_info: { id: string; account: string } }>('administrator/profile')
  ).content;
  owner = { id: user_info.id, account: user_info.account, api: root };
  described = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as Description;
});
afterAll(() => product?.stop());

/** The fields of a list's rows; undefined: the call is no list. */
function fieldsOf(path: string): Record<string, Schema> | undefined {
  const answer = described.paths[`/api/${path}`]?.post.responses['200']?.content['application/json'].schema;
  return answer?.properties?.content?.properties?.content?.items?.properties;
}

/** Every value that a field is declared to have, null among them; none where it is free. */
function valuesOf({ enum: options, const: only, anyOf = [], type }: Schema): unknown[] {
  if (only !== undefined) return [only];
  if (type === 'null') return [null];
  return options ?? anyOf.flatMap(valuesOf);
}

const LIST_CALLS = ['inquire', 'user_inquire', 'qr_code_remove'] as const;
const lists = Object.entries(OBJECTS).flatMap(([area, kind]) =>
  kind.kind === 'owned' && !area.includes('/') ? [[area, kind] as const] : [],
);

test.each(lists)('%s: a row is listed in each of its states', async (area, kind) => {
  const wrong: unknown[] = [];
  let seen = 0;
  await withStore(product, async (database) => {
    const collection = database.collection<{ _id: string }>(kind.collection);
    const id = await kind.make({ owner, collection: database.collection<Row>(kind.collection) });
    const row = await collection.findOne({ _id: id });
    for (const call of LIST_CALLS) {
      const path = `${area}/${call}`;
      for (const [name, schema] of Object.entries(fieldsOf(path) ?? {})) {
        if (row === null || !(name in row)) continue;
        for (const value of valuesOf(schema)) {
          await collection.updateOne({ _id: id }, { $set: { [name]: value } });
          const before = product.output().length;
          const { status } = await root.call(path, { page: 1, page_size: 100 });
          const said = product.output().slice(before);
          seen += 1;
          if (status !== 200 || said.includes('were not as declared'))
            wrong.push([path, name, value, status, said.slice(0, 600)]);
        }
        await collection.replaceOne({ _id: id }, row);
      }
    }
  });
  total += seen;
  expect(wrong).toEqual([]);
});

test('there was something to list', () => {
  expect(total).toBeGreaterThan(200);
});
