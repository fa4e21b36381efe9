import { expect, test } from 'bun:test';
import { batchUpdateCall } from '../calls.ts';
import { BATCH_FIELDS, batchBody, isAsked } from './batch-fields.ts';

const ID = '0190b0b0-0000-7000-8000-000000000001';

test('a change of many codes sends the chosen fields and no other', () => {
  const values = { changes: ['open_log', 'expires_at'], open_log: 2, expires_at: null, jump_type: 3 };
  const asked = BATCH_FIELDS.filter((name) => isAsked(name, values));
  expect(asked).toEqual(['open_log', 'expires_at']);
  expect(batchBody([ID], { changes: values.changes, open_log: 2, expires_at: null })).toEqual({
    ids: [ID],
    is_partial: true,
    open_log: 2,
    expires_at: null,
  });
});

test('a password is asked for only where the switch is chosen and on, and taken away by the switch alone', () => {
  expect(isAsked('visit_password', { changes: ['has_password'], has_password: true })).toBe(true);
  expect(isAsked('visit_password', { changes: ['has_password'], has_password: false })).toBe(false);
  expect(isAsked('visit_password', { changes: ['open_log'], has_password: true })).toBe(false);
  expect(batchBody([ID], { changes: ['has_password'], has_password: false })).toEqual({
    ids: [ID],
    is_partial: true,
    has_password: false,
  });
  expect(batchBody([ID], { changes: ['has_password'], has_password: true, visit_password: 'x' })).toEqual({
    ids: [ID],
    is_partial: true,
    visit_password: 'x',
  });
});

test('each field of the form is one that the call takes', () => {
  expect(BATCH_FIELDS.filter((name) => !(name in batchUpdateCall.body.shape))).toEqual([]);
});
