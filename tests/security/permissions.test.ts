import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { randomInt } from 'node:crypto';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';
import {
  type Administrator,
  addAdministrator,
  chooseOwnPassword,
  details,
  PASSWORD,
  type PageOf,
} from './people.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

let product: Product;
let root: Api;

beforeAll(async () => {
  product = await shareProduct();
  root = await signIn(product.origin, product.administrator);
}, 180_000);

describe('Operators 1.2.4', () => {
  const operators = [{ $ne: null }, { $where: 'sleep(1000)' }, { $gt: '' }, [{ $ne: null }], null, 7, true];

  test('credentials that are not strings are refused', async () => {
    const guest = apiOf(product.origin);
    const password = await seal(guest, PASSWORD, 'administrator', 'login', 'password');
    for (const operator of operators) {
      for (const body of [
        { account: operator, password },
        { account: 'admin', password: operator },
        { account: 'admin', password: { ...password, ct: operator } },
        { account: 'admin', password: { ...password, challenge: operator } },
      ])
        expect((await guest.call('administrator/login', body)).status).toBe(422);
    }
  });

  test('no field of the administrators takes an operator', async () => {
    const { id } = (await addAdministrator(root, 'operator2')).content;
    const fields = [
      'id',
      'version',
      'account',
      'name',
      'phone',
      'role',
      'search',
      'page',
      'disabled',
      'sort_field',
    ];
    for (const operator of operators.slice(0, 4)) {
      for (const field of fields) {
        for (const [call, body] of Object.entries({
          inquire: {},
          details: { id },
          update: { id, version: 1 },
          disable: { id },
        }))
          expect((await root.call(`administrator/${call}`, { ...body, [field]: operator })).status).toBe(422);
      }
    }
    expect((await details(root, id)).version).toBe(1);
  });
});

describe('Mass assignment 15.3.3', () => {
  test('what the server keeps cannot be written, at creation or later', async () => {
    const { id } = (await addAdministrator(root, 'operator3')).content;
    const before = await details(root, id);
    for (const extra of [
      { disabled: 2 },
      { password_hash: 'x' },
      { must_change_password: false },
      { login_ip: '1.1.1.1' },
      { is_super: true },
      { owner: id },
      { create_time: '2020-01-01T00:00:00Z' },
    ]) {
      expect((await addAdministrator(root, `extra${randomInt(1e9)}`, extra)).status).toBe(422);
      expect(
        (await root.call('administrator/update', { id, version: before.version, ...extra })).status,
      ).toBe(422);
    }
    expect(
      (await root.call('administrator/update', { id, version: before.version, account: 'renamed' })).status,
    ).toBe(422);
    expect(await details(root, id)).toEqual(before);
  });

  test('nobody but a super administrator hands out roles, nor sees or touches one who is', async () => {
    const superId = (await root.call<PageOf<Administrator>>('administrator/inquire', { account: 'admin' }))
      .content.content[0];
    await addAdministrator(root, 'operator4');
    const role = (await root.call<{ id: string; key: string }[]>('administrator/role_choices')).content;
    const ordinary = role.find(({ key }) => key === 'administrator')?.id;
    await addAdministrator(root, 'operator5', { role: ordinary });
    const climber = await chooseOwnPassword(product.origin, 'operator5', PASSWORD, 'Climber123');
    for (const { id } of role)
      expect((await addAdministrator(climber, `climb${randomInt(1e9)}`, { role: id })).status).toBe(403);
    const made = (await addAdministrator(climber, 'operator6')).content;
    expect((await details(root, made.id)).role).toBe(ordinary as string);
    const update = await climber.call('administrator/update', {
      id: made.id,
      version: 1,
      role: superId?.role,
    });
    expect(update.status).toBe(403);
    for (const call of ['details', 'disable', 'reset_password', 'remove'])
      expect((await climber.call(`administrator/${call}`, { id: superId?.id })).status).toBe(404);
    const seen = (await climber.call<PageOf<Administrator>>('administrator/inquire')).content.content;
    expect(seen.map(({ account }) => account)).toContain('operator6');
    expect(seen.map(({ account }) => account)).not.toContain('admin');
  });

  test('one cannot disable or remove oneself, nor leave the platform without a super administrator', async () => {
    const me = (await root.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
    for (const call of ['disable', 'remove'])
      expect((await root.call(`administrator/${call}`, { id: me })).body).toMatchObject({
        code: 'own_account',
      });
    const roles = (await root.call<{ id: string; key: string }[]>('administrator/role_choices')).content;
    const ordinary = roles.find(({ key }) => key === 'administrator')?.id;
    const { version } = await details(root, me);
    const demotion = await root.call('administrator/update', { id: me, version, role: ordinary });
    expect(demotion.body).toMatchObject({ code: 'last_super_administrator' });
    expect((await details(root, me)).version).toBe(version);
  });
});
