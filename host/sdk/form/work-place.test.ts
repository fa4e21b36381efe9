import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type FormIdentity, workPlace } from './work-place.ts';

const at = { account: 'a1', pathname: '/customer/set_qr_code', search: '?id=c1&tab=targets' };
const form: FormIdentity = { resource: { name: 'qr.code' }, mode: 'edit', source: { id: 'c1' } };
const fields = ['name', 'targets', 'visit_rules', 'rotation_model', 'expires_at'];

test('work comes back into its form, whatever had been loaded when it was typed and when it comes back', () => {
  const only = fc.shuffledSubarray(fields, { minLength: fields.length });
  fc.assert(
    fc.property(only, only, fc.subarray(fields), (first, second, twice) => {
      expect(workPlace(at, { ...form, only: [...first, ...twice] })).toBe(
        workPlace(at, { ...form, only: second }),
      );
    }),
  );
  expect(workPlace(at, { ...form, about: 'targets', only: fields })).toBe(
    workPlace(at, {
      ...form,
      about: 'targets',
      only: fields.slice(1),
      initial: { name: 'x' },
      title: 'Ziel',
    }),
  );
  expect(workPlace(at, { ...form, initial: { a: 1, b: 2 } })).toBe(
    workPlace(at, { ...form, initial: { b: 2, a: 1 } }),
  );
});

test('no work comes back into another form, of another thing or to another person', () => {
  const others = [
    workPlace(at, { ...form, about: 'targets' }),
    workPlace(at, { ...form, about: 'design' }),
    workPlace({ ...at, account: 'a2' }, { ...form, about: 'targets' }),
    workPlace({ ...at, search: '?id=c2' }, { ...form, about: 'targets' }),
    workPlace({ ...at, pathname: '/customer/home' }, { ...form, about: 'targets' }),
    workPlace(at, { ...form, source: { id: 'c2' }, about: 'targets' }),
    workPlace(at, { ...form, mode: 'create', about: 'targets' }),
    workPlace(at, { ...form, mode: 'create', call: { area: 'a', call: 'freeze' }, about: 'targets' }),
    workPlace(at, { ...form, only: ['name'] }),
    workPlace(at, { ...form, only: ['targets'] }),
    workPlace(at, { ...form, initial: { shelf: 1 } }),
    workPlace(at, { ...form, title: 'Freeze 2 codes' }),
  ];
  expect(new Set(others).size).toBe(others.length);
});
