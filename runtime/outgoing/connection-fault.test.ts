import { expect, test } from 'bun:test';
import { connectionFault, isBeforeSending } from './connection-fault.ts';
import { internetErrors } from './internet-errors.ts';
import { AnswerTooLarge } from './request-once.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

// Faults that a test cannot bring about on every machine; what servers do is tried with servers, in internet.test.ts.
test.each([
  ['ENETUNREACH', 'internet_unreachable', true],
  ['EHOSTUNREACH', 'internet_unreachable', true],
  ['EADDRNOTAVAIL', 'internet_unreachable', true],
  ['ECONNREFUSED', 'internet_connection_refused', true],
  ['ETIMEDOUT', 'internet_timed_out', false],
  ['ECONNRESET', 'internet_connection_broken', false],
  ['EPIPE', 'internet_connection_broken', false],
  ['CERT_NOT_YET_VALID', 'internet_tls_failed', false],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'internet_tls_failed', false],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'internet_tls_failed', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'internet_tls_failed', false],
])('%s is %s', (code, expected, isBefore) => {
  const error = withCode(code);
  expect(connectionFault(error, { host: 'shop.example', isOver: false })).toMatchObject({
    code: expected,
    cause: error,
  });
  expect(isBeforeSending(error)).toBe(isBefore);
});

test('what was thrown on purpose stays, and the end of the time comes before what it looked like', () => {
  const known = internetErrors.noAddress.create({ host: 'shop.example' });
  expect(connectionFault(known, { host: 'other.example', isOver: true })).toBe(known);
  const place = { host: 'shop.example', isOver: true };
  expect(connectionFault(withCode('ECONNRESET'), place).code).toBe('internet_timed_out');
  expect(connectionFault(new AnswerTooLarge(''), { ...place, isOver: false }).code).toBe(
    'internet_too_large',
  );
});
