import type { VisitForwards, VisitLink, VisitPool, VisitShield } from '@waypost/contract';
import { type Cases, type Part, shapeOf } from '../case.ts';

const ID = 'a'.repeat(24);
const OTHER = 'b'.repeat(24);
const scope = { owner: ID, link: ID };
const range = { first: 20_260_101, last: 20_260_102 };
const link = {
  id: ID,
  owner: ID,
  plugin: 'every-method',
  host: '',
  chain: ['entry.example'],
  printed: ['old.example'],
  code: 'everymethod',
  name: 'Every method',
  state: 'on',
  expires_at: '2099-01-01T00:00:00Z',
  expires_after: 5,
  group: OTHER,
  forward_query: true,
  ignore_case: true,
  expired_target: 'https://example.com/over',
  password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${'c'.repeat(22)}$${'d'.repeat(43)}`,
  targets: [
    { url: 'https://example.com/', apps: { ios: 'app://a', android: 'app://b' }, weight: 1, threshold: 0 },
  ],
  rotation_model: 1,
  jump_type: 6,
  access_mode: 1,
  visit_restriction: 1,
  open_log: 1,
  rules: [],
} satisfies VisitLink;
const pool = {
  id: 'c'.repeat(24),
  owner: ID,
  plugin: 'every-method',
  rotation_model: 1,
  items: [
    {
      item: 'first',
      url: 'https://example.com/first',
      is_on: true,
      capacity: 3,
      until: '2099-01-01T00:00:00Z',
      hours: [{ days: [1], from: 0, to: 60 }],
    },
  ],
  fallback: 'https://example.com/full',
} satisfies VisitPool;
const forwards = {
  id: 'e'.repeat(24),
  owner: ID,
  plugin: 'every-method',
  host: 'old.every-method.example',
  rules: [
    {
      rule: 'all',
      path: '/*',
      target: 'https://example.com/',
      status: 308,
      keep_path: true,
      keep_query: true,
    },
  ],
} satisfies VisitForwards;
const shield = {
  id: 'f'.repeat(24),
  owner: ID,
  plugin: 'every-method',
  rules: [
    {
      number: 7,
      kind: 'every-method.any',
      links: [ID],
      groups: [OTHER],
      condition: { fact: 'wechat' },
      action: { refuse: 'refused' },
    },
  ],
} satisfies VisitShield;
/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const gone = {
  id: OTHER,
  owner: ID,
  plugin: 'every-method',
  host: '',
  code: 'everygone',
  printed: ['gone.every-method.example'],
};

/** Links, and what is known of visits; nobody has visited anything. */
export const visitCases = {
  'visits.publish': {
    at: 'transaction',
    given: ({ session }) => [[link], session],
    expected: null,
  },
  'visits.publishPools': {
    at: 'transaction',
    given: ({ session }) => [[pool], session],
    expected: null,
  },
  'visits.poolCounts': {
    given: () => [[{ id: pool.id, items: ['first'] }]],
    expected: { [pool.id]: { first: 0 } },
  },
  'visits.targetCounts': {
    given: () => [[{ id: link.id, targets: link.targets }]],
    expected: { [link.id]: [0] },
  },
  'visits.publishForwards': {
    at: 'transaction',
    given: ({ session }) => [[forwards], session],
    expected: null,
  },
  'visits.forwardCounts': {
    given: () => [[{ id: forwards.id, rules: ['all'] }]],
    expected: { [forwards.id]: { all: 0 } },
  },
  'visits.publishShields': {
    at: 'transaction',
    given: ({ session }) => [[shield], session],
    expected: null,
  },
  'visits.shieldRefusals': { given: () => [[7], range], expected: [] },
  'visits.refusedVisits': {
    given: () => [
      {
        rules: [7],
        owner: ID,
        link: OTHER,
        ip: '203.0.113.9',
        system: 'Android',
        place: { parts: ['肯尼亚'], countries: ['KE'] },
        time_from: '2026-01-01T00:00:00Z',
        time_to: '2026-02-01T00:00:00Z',
        sort_order: 'asc',
        page: 1,
        page_size: 20,
      },
    ],
    expected: { content: [], count: 0, is_at_least: false },
  },
  'visits.tryShield': {
    given: () => [{ rules: shield.rules, scope, visits: 10, days: 7 }],
    expected: {
      visits: 0,
      has_more: false,
      without_language: 0,
      first_time: null,
      last_time: null,
      decided: {},
      samples: {},
    },
  },
  'visits.retire': { at: 'transaction', given: ({ session }) => [[gone], session], expected: null },
  'visits.withdraw': { at: 'transaction', given: ({ session }) => [[OTHER], session], expected: null },
  'visits.keepPicture': {
    given: () => [PICTURE],
    expected: {
      picture: 'Sxy58TuOwzXmImT8qJOPsEYnIq3DixRdfHzpymIa8n0',
      width: 1,
      height: 1,
      bytes: 70,
    },
  },
  'visits.picture': { given: () => ['A'.repeat(43)], expected: null },
  'visits.isReserved': { given: () => ['api', ''], expected: true },
  'visits.scanToken': { absent: 'visits.scanToken is not there' },
  'visits.trial': {
    given: () => [{ id: ID, host: '', code: 'Looked1' }],
    look: (path) => String(path).replace(/[^/]+$/, 'mark'),
    expected: '/try/Looked1/mark',
  },
  'visits.tryVisit': {
    given: () => [
      { id: 'f'.repeat(24), host: '', code: 'Nowhere1' },
      {
        ip: '192.0.2.1',
        place: { country: 'CN', location: '广东省 深圳市', isp: '移动' },
        user_agent: 'Every',
        accept_language: 'sw',
        referrer: 'https://example.com/',
        query: 'a=b',
        time: '2026-01-01T00:00:00Z',
        is_scanned: true,
        knows_password: true,
      },
    ],
    look: (tried) => {
      const { steps, ...answer } = tried as { steps: { check: string }[] };
      return { ...answer, steps: steps.map(({ check }) => check) };
    },
    expected: {
      status: 404,
      location: null,
      address: null,
      is_by_chance: false,
      steps: ['block_list', 'place', 'refusal'],
    },
  },
  'visits.previewPage': {
    given: () => [{ kind: 'refusal', refusal: 'paused' }, 'sw'],
    look: (html) => /<html lang="([^"]+)"/.exec(String(html))?.[1],
    expected: 'sw-KE',
  },
  'visits.totals': {
    given: () => [[ID]],
    look: (totals) => totals instanceof Map,
    expected: true,
  },
  'visits.today': {
    given: () => [scope],
    look: (today) => Object.keys(today as object).sort(),
    expected: [
      'bot_view_number',
      'day',
      'hours',
      'ip_view_number',
      'lag',
      'new_visitor_number',
      'top_links',
      'view_number',
      'yesterday',
      'yesterday_hours',
      'yesterday_so_far',
    ],
  },
  'visits.visitors': {
    given: () => [
      {
        scope,
        named: { places: ['上海'], networks: ['移动'] },
        search: 'x',
        app: ['WeChat'],
        ips: ['192.0.2.1'],
        isTold: true,
        isWhole: true,
        days: range,
        last_time_from: '2026-01-01T00:00:00Z',
        last_time_to: '2026-01-02T00:00:00Z',
        sort_field: 'count',
        sort_order: 'asc',
        page: 1,
        page_size: 5,
      },
    ],
    expected: { content: [], count: 0, is_at_least: false },
  },
  'visits.visitorStream': { absent: 'visits.visitorStream is not there' },
  'visits.keptVisits': {
    given: () => [
      {
        link: ID,
        time_from: '2026-01-01T00:00:00Z',
        time_to: '2026-01-02T00:00:00Z',
        ip: '192.0.2.1',
        kind: ['phone'],
        app: ['wechat'],
        device: 'Xiaomi',
        system: 'Android',
        location: ['Nairobi'],
        target: 7,
        sort_order: 'asc',
        page: 1,
        page_size: 5,
      },
    ],
    expected: { content: [], count: 0, is_at_least: false },
  },
  'visits.keptVisitStream': { absent: 'visits.keptVisitStream is not there' },
  'visits.keptCounts': {
    given: () => [{ ...scope, kind: 'phone', only: { dimension: 'region', value: 'CN' } }, range, 'link'],
    expected: { values: {}, since: null },
  },
  'visits.targetKeys': { given: () => [link.targets], expected: [1_747_841_236] },
  'visits.visitClearings': { given: () => [ID], expected: [] },
  'visits.clearVisits': { given: () => [ID, ['journal.1']], expected: null },
  'visits.restoreVisits': { given: () => [ID, OTHER], expected: 0 },
  'visits.eraseVisits': { given: () => [[ID, OTHER], '192.0.2.1'], expected: 0 },
  'visits.keepVisits': { given: () => [{ days: 90, addresses: 'whole' }], expected: null },
  'visits.tidyVisits': { absent: 'visits.tidyVisits is not there' },
  'visits.visitorCounts': {
    given: () => [{ ...scope, kind: 'phone', only: { dimension: 'region', value: 'CN' } }, range, 'app'],
    expected: {},
  },
  'visits.days': { given: () => [scope, range, 'region'], expected: [] },
  'visits.hourAccounts': { given: () => [range], expected: [] },
  'visits.firstDay': { given: () => [scope], expected: null },
  'visits.firstHours': {
    given: () => [scope, range.first],
    expected: { ip_view_number: null, new_visitor_number: null },
  },
  'visits.uniqueAddresses': { given: () => [{ ...scope, kind: 'phone' }, range], expected: 0 },
  'visits.links': { given: () => [scope, range], expected: [] },
  'visits.address': {
    given: () => ['::ffff:192.0.2.1'],
    expected: {
      ip: '192.0.2.1',
      country: '',
      location: '',
      isp: '',
      view_number: 0,
      link_number: 0,
      first_time: null,
      last_time: null,
      days: [],
    },
  },
  'visits.ownerDays': { given: () => [range], expected: [] },
  'visits.hostDays': { given: () => [range, { 'go.example': [ID] }], expected: [] },
  'visits.onAggregated': {
    given: ({ notes }) => [() => void notes.set('aggregated', true)],
    look: shapeOf,
    expected: 'function',
  },
} satisfies Cases<Part<'visits'>>;
