import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { startCodes } from '../testing/start-codes.ts';
import { linkOf, type StoredCode } from './link.ts';

interface Row {
  id: string;
  version: number;
  has_password: boolean;
}

setDefaultTimeout(60_000);
const targets = [{ url: 'https://example.com/' }];
let t: TestPlugin;
let customer: Person;
beforeAll(async () => {
  t = await startCodes();
  customer = await t.person('customer');
});
afterAll(() => t?.dispose());

const call = <T = Row>(name: string, body: object) =>
  t.call<T>(`qr_code_list/${name}`, body, { as: customer, locale: 'en-US' });
const sealed = (name: string, text: string) =>
  t.seal(text, { area: 'qr_code_list', call: name, field: 'visit_password' });
const details = (id: string) => call<Row & Record<string, unknown>>('details', { id });
async function refusal(work: Promise<unknown>): Promise<CallRefused> {
  const answer = await work.catch((error: unknown) => error);
  if (answer instanceof CallRefused) return answer;
  throw new Error('it was not refused', { cause: answer });
}

test('a password is kept as a hash, shown to nobody, and stays until it is switched off', async () => {
  const visit_password = await sealed('add', 'sesame2026');
  const { id } = await call('add', { name: 'Menu', targets, visit_password });
  const made = await details(id);
  expect(made.has_password).toBe(true);
  const [stored] = await t.rows(codeResource).all();
  expect(String(stored?.visit_password_hash)).toStartWith('$argon2id$');
  expect(linkOf(stored as StoredCode).password_hash).toBe(String(stored?.visit_password_hash));
  expect(JSON.stringify([made, await t.audit()])).not.toMatch(/argon2|sesame2026/);

  await call('update', { id, version: 1, name: 'Other menu' });
  expect((await details(id)).has_password).toBe(true);
  await call('update', { id, version: 2, has_password: false });
  const [open] = await t.rows(codeResource).all();
  expect(open).toMatchObject({ has_password: false, visit_password_hash: '', guard_set_time: null });
  expect(linkOf(open as StoredCode).password_hash).toBeUndefined();
  // What was forgotten does not come back.
  const bare = await refusal(call('update', { id, version: 3, has_password: true }));
  expect(bare).toMatchObject({
    status: 422,
    errors: [
      {
        path: 'visit_password',
        message: 'Type the password that visitors are to be asked for, or switch it off.',
      },
    ],
  });
});

test('one that is too short, has signs that some keyboards lack, or sealed for another call, is refused', async () => {
  const short = await refusal(
    call('add', { name: 'Menu', targets, visit_password: await sealed('add', 'abc1') }),
  );
  expect(short).toMatchObject({ status: 422, errors: [{ path: 'visit_password' }] });
  const signs = await refusal(
    call('add', { name: 'Menu', targets, visit_password: await sealed('add', 'sésame 2026') }),
  );
  expect(signs).toMatchObject({ status: 422, errors: [{ path: 'visit_password' }] });
  const other = await refusal(
    call('add', { name: 'Menu', targets, visit_password: await sealed('update', 'sesame2026') }),
  );
  expect(other).toMatchObject({ status: 422, code: 'sealed_invalid' });
  expect(await refusal(call('add', { name: 'Menu', targets, has_password: true }))).toMatchObject({
    status: 422,
    errors: [{ path: 'visit_password' }],
  });
});

test('its history says that there is another one, and nothing of it', async () => {
  const { id } = await call('add', { name: 'Menu', targets });
  await call('update', { id, version: 1, visit_password: await sealed('update', 'First2026') });
  await t.clock.advance(1000);
  await call('update', { id, version: 2, visit_password: await sealed('update', 'Second2026') });
  const { content } = await call<{ content: { fields: unknown[] }[] }>('changes', { id });
  expect(content.slice(0, 2).map(({ fields }) => fields)).toEqual([
    [{ field: 'visit_password', before: 'earlier', after: 'changed' }],
    [{ field: 'has_password', before: false, after: true }],
  ]);
});

test('many codes get one password, and lose it, together; the log tells nothing of it', async () => {
  const ids = [];
  for (const name of ['One', 'Two']) ids.push((await call('add', { name, targets })).id);
  const rule = { kind: 'qr.language', parameters: { languages: ['sw'] }, action: { refuse: true } };
  const set = await call<{ updated: number }>('batch_update', {
    ids,
    visit_password: await sealed('batch_update', 'Together2026'),
    visit_rules: [rule],
  });
  expect(set.updated).toBe(2);
  const stored = await t.rows(codeResource).all({ _id: { $in: ids } } as never);
  for (const code of stored) {
    expect(linkOf(code as StoredCode).password_hash).toStartWith('$argon2id$');
    expect(linkOf(code as StoredCode).rules).toHaveLength(1);
  }
  expect(JSON.stringify(await t.audit())).not.toMatch(/argon2|Together2026/);
  await call('batch_update', { ids, has_password: false, visit_rules: [] });
  for (const code of await t.rows(codeResource).all({ _id: { $in: ids } } as never)) {
    expect(linkOf(code as StoredCode).password_hash).toBeUndefined();
    expect(linkOf(code as StoredCode).rules).toBeUndefined();
  }
});
