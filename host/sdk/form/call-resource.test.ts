import { expect, test } from 'bun:test';
import { field } from '@waypost/contract';
import { z } from 'zod';
import { callResource } from './call-resource.ts';

const call = { area: 'image_configs' };
const fields = { to: field(z.string()) };
const named = (name: string) => callResource({ name, call, fields, rules: undefined });

test('a form has the name of a thing, or one of several forms of it: its words are found by all of it', () => {
  for (const name of ['system.server_list', 'qr.code', 'system.image_configs.move', 'my-shop.order.pay_2'])
    expect(named(name)).toMatchObject({ name, area: 'image_configs', title: 'to', calls: [] });
});

test('a name that no words could be found by says at once what it must be, and whose it is', () => {
  for (const name of [
    'system',
    'System.server',
    'system.a.b.c',
    'system..move',
    'system.server.',
    '',
    'a b.c',
  ])
    expect(() => named(name)).toThrow(`CallForm name "${name}": expected <plugin>.<noun> or`);
});
