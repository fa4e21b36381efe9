import { expect, test } from 'bun:test';
import type { Caller } from '@waypost/sdk';
import { audienceScope, visitAudience } from './audience.ts';

const ANNA = 'a'.repeat(24);
const BEN = 'b'.repeat(24);
const caller = (id: string, permissions: string[]): Caller => ({
  id,
  account: 'x',
  role: 'r',
  isSuper: false,
  permissions: new Set(permissions),
  via: 'session',
  credential: 's',
});

test('nobody follows the visits of another owner, unless they may see every code', () => {
  const ben = caller(BEN, ['qr.visit:read']);
  for (const parameter of [undefined, 'own', BEN])
    expect(visitAudience({ caller: ben, parameter })).toBe(BEN);
  for (const parameter of [ANNA, 'all', '', 'x'])
    expect(visitAudience({ caller: ben, parameter })).toBeUndefined();
  const operator = caller(BEN, ['qr.code:read_all']);
  expect(visitAudience({ caller: operator, parameter: undefined })).toBe('all');
  expect(visitAudience({ caller: operator, parameter: 'own' })).toBe(BEN);
  expect(visitAudience({ caller: operator, parameter: ANNA })).toBe(ANNA);
  expect(audienceScope('all')).toEqual({});
  expect(audienceScope(BEN)).toEqual({ owner: BEN });
});
