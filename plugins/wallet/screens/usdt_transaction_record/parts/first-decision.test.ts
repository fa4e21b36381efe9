import { expect, test } from 'bun:test';
import { firstDecision } from './first-decision.ts';

// What is proposed is what whoever is in a hurry sends.
test('of what came from, or to, an account of the operator it is proposed that it is nobody’s payment', () => {
  expect(firstDecision({ state: 'unmatched', reason: 'own_account' })).toBe('not_ours');
  expect(firstDecision({ state: 'unmatched', reason: 'restored' })).toBe('account');
  expect(firstDecision({ state: 'unmatched', reason: 'no_order' })).toBe('order');
  expect(firstDecision({ state: 'wrong_token', reason: '' })).toBe('not_ours');
});
