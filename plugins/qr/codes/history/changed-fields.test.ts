import { expect, test } from 'bun:test';
import { PLAIN_DESIGN } from '../design/values.ts';
import { changedFields } from './changed-fields.ts';

test('only what differs is told, and only of fields that both states have', () => {
  const before = { name: 'a', state: 'on', version: 1, targets: [{ url: 'https://a.example/' }] };
  const after = {
    name: 'a',
    state: 'off',
    version: 2,
    targets: [{ url: 'https://b.example/' }],
    remark: 'x',
  };
  expect(changedFields(before, after)).toEqual([
    { field: 'targets', before: before.targets, after: after.targets },
    { field: 'state', before: 'on', after: 'off' },
  ]);
  expect(changedFields(null, after)).toEqual([]);
});

test('a design is told part by part, its logo as there or not', () => {
  const design = { ...PLAIN_DESIGN, finder: '#7a1f5c', logo: 'aGVsbG8=' };
  expect(changedFields({ design: null }, { design })).toEqual([
    { field: 'design.finder', before: '#000000', after: '#7a1f5c' },
    { field: 'design.logo', before: false, after: true },
  ]);
  expect(changedFields({ design }, { design: { ...design, logo: 'd29ybGQ=' } })).toEqual([
    { field: 'design.logo', before: true, after: true },
  ]);
});

test('no secret is told, whatever the log holds of it', () => {
  const secret = (value: string) => ({ share_password_hash: value, share_key: value, frozen_by: value });
  expect(changedFields(secret('a'), secret('b'))).toEqual([]);
});
