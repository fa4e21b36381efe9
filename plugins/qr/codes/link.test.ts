import { expect, test } from 'bun:test';
import { VISIT_TARGET_MAX_NUMBER, visitLink, YesNo } from '@waypost/contract';
import { addressesOf, linkOf, placeOf, type StoredCode } from './link.ts';

const code: StoredCode = {
  _id: '0123456789abcdef01234567',
  owner: 'fedcba9876543210fedcba98',
  version: 1,
  create_time: new Date(0),
  update_time: new Date(0),
  remove_time: null,
  remove_by: null,
  name: 'Menu',
  file_name: '',
  design: null,
  is_shared: false,
  is_link: false,
  page: '',
  batch: null,
  batch_number: 0,
  is_unclaimed: false,
  is_paused: false,
  is_log_held: false,
  claim_secret: '',
  upload: '',
  upload_line: 0,
  share_view_time: null,
  share_set_time: null,
  share_password_hash: '',
  share_key: '',
  has_password: false,
  visit_password_hash: '',
  guard_set_time: null,
  short_code: 'aB3xY9z',
  small_code: 'ab3xy9z',
  ignore_case: false,
  view_number: 0,
  domain: '',
  short_domain: '',
  entry_domain: '',
  landing_domain: '',
  way_domains: [],
  printed_domains: [],
  generation_type: 3,
  provider: '',
  provider_name: '',
  address: '',
  address_status: 'own',
  address_error: null,
  visibility: 1,
  group: null,
  tags: [],
  targets: [
    { url: 'https://a.example/', remark: 'left' },
    { url: 'https://b.example/', weight: 3, threshold: 10 },
  ],
  rotation_model: 1,
  told_round: '',
  jump_type: 1,
  forward_query: false,
  access_mode: 1,
  visit_restriction: 1,
  open_log: 1,
  visit_rules: [],
  published_rules: [],
  expires_at: null,
  expires_after: null,
  expired_target: null,
  used_up_at: null,
  state: 'on',
  is_frozen: false,
  frozen_at: null,
  frozen_reason: '',
  frozen_by: '',
  frozen_with: '',
  lifted_hosts: undefined,
  remark: '',
};

test('what is published passes the contract of the visit path', () => {
  expect(visitLink.parse(linkOf(code)).targets).toEqual([
    { url: 'https://a.example/', weight: 1, threshold: VISIT_TARGET_MAX_NUMBER },
    { url: 'https://b.example/', weight: 3, threshold: 10 },
  ]);
});

test('a code in the bin answers as removed even while it is off', () => {
  expect(linkOf(code).state).toBe('on');
  expect(linkOf({ ...code, state: 'off' }).state).toBe('off');
  expect(linkOf({ ...code, state: 'off', remove_time: new Date(5) }).state).toBe('removed');
});

test('an expiry date reaches the visit path as a moment', () => {
  const moment = '2030-01-01T00:00:00.000Z';
  expect(visitLink.parse(linkOf({ ...code, expires_at: new Date(moment) })).expires_at).toBe(moment);
  expect(linkOf(code).expires_at).toBeUndefined();
});

test('the picture carries the scan token, the address that people copy does not', () => {
  const addresses = addressesOf(placeOf(code), {
    publicUrl: 'https://s.example',
    scanToken: (link) => `t-${link.id === code._id}-${link.host}-${link.code}`,
  });
  expect(addresses).toEqual({
    short_url: 'https://s.example/aB3xY9z',
    qr_url: 'https://s.example/aB3xY9z?s=t-true--aB3xY9z',
  });
});

test('a code on several hosts is published with its way, and where it was printed before', () => {
  const hosts = { short_domain: 's.example', entry_domain: 'e.example', landing_domain: 'l.example' };
  const printed_domains = ['', 'e.example', 'old.example'];
  const link = linkOf({ ...code, ...hosts, domain: 's.example', printed_domains });
  expect(visitLink.parse(link)).toMatchObject({
    host: 's.example',
    chain: ['e.example', 'l.example'],
    // What is on the way answers anyhow.
    printed: ['', 'old.example'],
  });
  expect(linkOf({ ...code, ...hosts, short_domain: '', domain: 'e.example' })).toMatchObject({
    host: 'e.example',
    chain: ['l.example'],
  });
  expect(linkOf(code)).not.toContainAnyKeys(['chain', 'printed']);
});

test('a paused code answers as one that is off, whatever its own switch says; binned and frozen ones as before', () => {
  expect(linkOf({ ...code, is_paused: true }).state).toBe('off');
  expect(linkOf({ ...code, is_paused: true, is_frozen: true }).state).toBe('frozen');
  expect(linkOf({ ...code, is_paused: true, remove_time: new Date(0) }).state).toBe('removed');
});

test('an open log of an owner who has as many kept visits as the plan allows keeps no more', () => {
  const open = { ...code, open_log: YesNo.yes };
  expect(linkOf(open).open_log).toBe(YesNo.yes);
  expect(linkOf({ ...open, is_log_held: true }).open_log).toBe(YesNo.no);
});
