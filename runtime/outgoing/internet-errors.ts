import { defineError } from '@waypost/contract';
import type { DnsErrorCode, InternetErrorCode } from '@waypost/sdk';

const ofInternet = (code: InternetErrorCode) => code;
const ofDns = (code: DnsErrorCode) => code;

/**
 * What stood between us and an address that somebody entered. 422: it is the address that is not right, not the plugin and
 * not the server; whoever entered it can put it right.
 */
export const internetErrors = {
  addressInvalid: defineError({
    code: ofInternet('internet_address_invalid'),
    status: 422,
    params: ['host'],
  }),
  addressRefused: defineError({
    code: ofInternet('internet_address_refused'),
    status: 422,
    params: ['host'],
  }),
  noAddress: defineError({ code: ofInternet('internet_no_address'), status: 422, params: ['host'] }),
  connectionRefused: defineError({
    code: ofInternet('internet_connection_refused'),
    status: 422,
    params: ['host'],
  }),
  unreachable: defineError({ code: ofInternet('internet_unreachable'), status: 422, params: ['host'] }),
  connectionBroken: defineError({
    code: ofInternet('internet_connection_broken'),
    status: 422,
    params: ['host'],
  }),
  timedOut: defineError({ code: ofInternet('internet_timed_out'), status: 422, params: ['host'] }),
  tooLarge: defineError({ code: ofInternet('internet_too_large'), status: 422, params: ['host'] }),
  tlsFailed: defineError({
    code: ofInternet('internet_tls_failed'),
    status: 422,
    params: ['host', 'reason'],
  }),
  redirected: defineError({ code: ofInternet('internet_redirected'), status: 422, params: ['host'] }),
  busy: defineError({ code: ofInternet('internet_busy'), status: 429, params: ['limit'] }),
} as const;

/** What a look-up in the DNS came to. */
export const dnsErrors = {
  nameInvalid: defineError({ code: ofDns('dns_name_invalid'), status: 422, params: ['name'] }),
  nameUnknown: defineError({ code: ofDns('dns_name_unknown'), status: 422, params: ['name'] }),
  noData: defineError({ code: ofDns('dns_no_data'), status: 422, params: ['name', 'type'] }),
  serverFailed: defineError({ code: ofDns('dns_server_failed'), status: 422, params: ['name', 'reason'] }),
  refused: defineError({ code: ofDns('dns_refused'), status: 422, params: ['name'] }),
  timedOut: defineError({ code: ofDns('dns_timed_out'), status: 422, params: ['name'] }),
} as const;
