import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { HOST_FREEZES, type HostFreezes, OWNER_CODES, type OwnerCodes } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { type OnHosts, startOnHosts } from '../testing/start-on-hosts.ts';

setDefaultTimeout(60_000);
let on: OnHosts;
beforeAll(async () => {
  on = await startOnHosts();
});
afterAll(() => on?.t.dispose());
beforeEach(async () => {
  await on.t.context.model(codeResource).deleteMany({});
  for (const host of ['s1.example', 's2.example', 's3.example', 'e.example']) await freezes().lift(host);
});

const freezes = () => on.t.service<HostFreezes>(HOST_FREEZES);
const freeze = (host: string) => freezes().freeze({ host, reason: `${host} is blocked`, by: null });
const lift = (...ids: string[]) => on.call(on.operator, 'qr_code_list/lift', { ids });
const stateOf = async (id: string) => {
  const row = await on.t.rows(codeResource).find(id);
  return row?.is_frozen === true ? row.frozen_reason : 'answers';
};

test('a freeze for a host holds what goes through it, once, and lets go of just that', async () => {
  const [first, through, elsewhere] = [
    await on.add({ short_domain: 's1.example' }),
    await on.add({ short_domain: 's2.example', entry_domain: 'e.example' }),
    await on.add({ short_domain: 's2.example' }),
  ];
  expect([await freeze('s1.example'), await freeze('s1.example'), await freeze('e.example')]).toEqual([
    1, 0, 1,
  ]);
  expect([await stateOf(first), await stateOf(through), await stateOf(elsewhere)]).toEqual([
    ...['s1.example is blocked', 'e.example is blocked', 'answers'],
  ]);
  await on.move([first], { short_domain: 's3.example' });
  expect([await freezes().settle('s1.example'), await freezes().count('s1.example')]).toEqual([1, 0]);
  expect(await freezes().lift('e.example')).toBe(1);
  expect([await stateOf(first), await stateOf(through)]).toEqual(['answers', 'answers']);
});

// A job freezes again every few seconds what stands on a blocked host: the operator's word would last no longer.
test('what an operator lifts answers until the host was released and is frozen anew', async () => {
  const [lifted, other] = [
    await on.add({ short_domain: 's1.example' }),
    await on.add({ short_domain: 's1.example' }),
  ];
  await freeze('s1.example');
  await lift(lifted);
  expect(await freeze('s1.example')).toBe(0);
  expect([await stateOf(lifted), await stateOf(other)]).toEqual(['answers', 's1.example is blocked']);
  expect(await freezes().count('s1.example')).toBe(1);
  await freezes().lift('s1.example');
  expect(await freeze('s1.example')).toBe(2);
  expect(await stateOf(lifted)).toBe('s1.example is blocked');
});

test('what an operator lifts is still frozen for another host on its way, and by an operator', async () => {
  const id = await on.add({ short_domain: 's1.example', entry_domain: 'e.example' });
  await freeze('s1.example');
  await lift(id);
  expect(await freeze('e.example')).toBe(1);
  await lift(id);
  expect([await freeze('s1.example'), await freeze('e.example')]).toEqual([0, 0]);
  await on.call(on.operator, 'qr_code_list/freeze', { ids: [id], reason: 'Phishing' });
  await freezes().lift('s1.example');
  expect(await stateOf(id)).toBe('Phishing');
  await lift(id);
  // Of the one host all is over; of the other the operator's word still holds.
  expect([await freeze('e.example'), await freeze('s1.example')]).toEqual([0, 1]);
});

test('what an operator lifts is frozen again for no host on its way whose freeze holds, whatever it was frozen with', async () => {
  const [two, closed, own] = [
    await on.add({ short_domain: 's1.example', entry_domain: 'e.example' }),
    await on.add({ short_domain: 's1.example' }),
    await on.add({ short_domain: 's3.example' }),
  ];
  await on.t
    .service<OwnerCodes>(OWNER_CODES)
    .freeze({ owner: on.anna.id, reason: 'Closed', by: on.operator.id });
  await lift(two, own);
  await on.call(on.operator, 'qr_code_list/freeze', { ids: [own], reason: 'Phishing' });
  expect(await freeze('s1.example')).toBe(1);
  expect([await freeze('e.example'), await freeze('s3.example')]).toEqual([0, 0]);
  await lift(two, closed, own);
  for (const host of ['s1.example', 'e.example', 's3.example']) expect(await freeze(host)).toBe(0);
  // A freeze that begins after it knows nothing of what was lifted before.
  for (const host of ['s1.example', 'e.example', 's3.example']) await freezes().lift(host);
  expect([await freeze('e.example'), await freeze('s3.example'), await freeze('s1.example')]).toEqual([
    1, 1, 1,
  ]);
});

test('what an operator lifted stays so while its owner’s account is closed and opened', async () => {
  const id = await on.add({ short_domain: 's1.example' });
  await freeze('s1.example');
  await lift(id);
  const codes = on.t.service<OwnerCodes>(OWNER_CODES);
  await codes.freeze({ owner: on.anna.id, reason: 'Closed', by: on.operator.id });
  await freeze('s1.example');
  expect(await stateOf(id)).toBe('Closed');
  await codes.lift(on.anna.id);
  await freeze('s1.example');
  expect(await stateOf(id)).toBe('answers');
});

test('that an operator has lifted it is kept, and shown to nobody', async () => {
  const id = await on.add({ short_domain: 's1.example' });
  await freeze('s1.example');
  await lift(id);
  expect(await on.t.rows(codeResource).find(id)).toMatchObject({ lifted_hosts: ['s1.example'] });
  for (const as of [on.anna, on.operator])
    expect(await on.details(id, as)).not.toHaveProperty('lifted_hosts');
});
