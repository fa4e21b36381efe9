import { afterAll, beforeAll, expect, test } from 'bun:test';
import { outcome, startTestServices, startTestStore, testRequest } from '../test-services.ts';

let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri('register') });
  await it.services.start();
});
afterAll(async () => {
  await it.stop();
  await store.stop();
});

const register = (input: { account: string; password: string; code?: string }) =>
  it.services.identity.register(input, testRequest());
async function change(values: Parameters<typeof it.services.platform.change>[1]) {
  const { version } = await it.services.platform.readNow();
  await it.services.platform.change(version, values);
}

test('whoever registers is a customer below the account whose code was used, and signed in', async () => {
  const admin = await it.collections.accounts.findOne({ account: 'admin' });
  const { token, user_info } = await register({
    account: ' NewPerson ',
    password: 'Waypost1',
    code: admin?.invitation_code ?? '',
  });
  expect(user_info).toMatchObject({ account: 'newperson', is_super: false, must_change_password: false });
  const made = await it.collections.accounts.findOne({ account: 'newperson' });
  expect(made?.superior).toBe(admin?._id ?? '');
  expect(made?.role).toBe(await it.services.identity.roleId('customer'));
  expect(made?.password_hash).toStartWith('$argon2id$');
  expect(made?.invitation_code).toMatch(/^[a-z0-9]{8}$/);
  expect((await it.services.authenticate(token, { address: '', userAgent: '' }))?.id).toBe(made?._id ?? '');
});

test('a taken account, an unknown code and a weak password make nothing', async () => {
  const before = await it.collections.accounts.countDocuments();
  expect(await outcome(register({ account: 'NEWPERSON', password: 'Waypost1' }))).toBe('duplicate');
  expect(await outcome(register({ account: 'person2', password: 'Waypost1', code: 'nobody00' }))).toBe(
    'invalid_input',
  );
  expect(await outcome(register({ account: 'person2', password: 'person2' }))).toBe('invalid_input');
  expect(await outcome(register({ account: 'person2', password: 'letters' }))).toBe('invalid_input');
  expect(await it.collections.accounts.countDocuments()).toBe(before);
});

test('registration that is off refuses, whatever the page shows', async () => {
  await change({ allow_registration: 1 });
  expect(await outcome(register({ account: 'person3', password: 'Waypost1' }))).toBe('registration_closed');
  await change({ allow_registration: 2 });
});

test('maintenance stops customers and lets administrators work; public calls of a customer go on', async () => {
  const { token } = await register({ account: 'person4', password: 'Waypost1' });
  const admin = await it.services.identity.login({ account: 'admin', password: 'Waypost123' }, testRequest());
  const facts = { address: '', userAgent: '' };
  await change({ maintenance: 2 });
  expect(await outcome(it.services.authenticate(token, facts))).toBe('maintenance');
  expect(await outcome(it.services.authenticate(token, { ...facts, isPublic: true }))).toBe('accepted');
  expect(await outcome(it.services.authenticate(admin.token, facts))).toBe('accepted');
  expect(await outcome(register({ account: 'person5', password: 'Waypost1' }))).toBe('maintenance');
  await change({ maintenance: 1 });
  expect(await outcome(it.services.authenticate(token, facts))).toBe('accepted');
});

test('accounts from before get an invitation code once, and keep it', async () => {
  await it.collections.accounts.updateOne({ account: 'person4' }, { $unset: { invitation_code: 1 } });
  await it.services.start();
  const code = (await it.collections.accounts.findOne({ account: 'person4' }))?.invitation_code;
  await it.services.start();
  expect((await it.collections.accounts.findOne({ account: 'person4' }))?.invitation_code).toBe(code ?? '');
  expect(code).toMatch(/^[a-z0-9]{8}$/);
});
