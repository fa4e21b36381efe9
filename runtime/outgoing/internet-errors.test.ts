import { expect, test } from 'bun:test';
import type { DnsErrorCode, InternetErrorCode } from '@waypost/sdk';
import { dnsErrors, internetErrors } from './internet-errors.ts';

test('every code that the SDK names is thrown by something, and no other', () => {
  const named: Record<InternetErrorCode | DnsErrorCode, true> = {
    internet_address_invalid: true,
    internet_address_refused: true,
    internet_no_address: true,
    internet_connection_refused: true,
    internet_unreachable: true,
    internet_connection_broken: true,
    internet_timed_out: true,
    internet_too_large: true,
    internet_tls_failed: true,
    internet_redirected: true,
    internet_busy: true,
    dns_name_invalid: true,
    dns_name_unknown: true,
    dns_no_data: true,
    dns_server_failed: true,
    dns_refused: true,
    dns_timed_out: true,
  };
  const thrown = [...Object.values(internetErrors), ...Object.values(dnsErrors)].map(({ code }) => code);
  expect(thrown.sort()).toEqual(Object.keys(named).sort());
});
