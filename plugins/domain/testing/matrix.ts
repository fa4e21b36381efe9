import { type ObjectKind, type PluginMatrix, stored } from '../../../tests/security/plugin-matrix.ts';

/** The fields of a claim of a domain that nobody else has. */
const claimed = (id: string) => ({
  name: `matrix${id}.example.com`,
  shown: `matrix${id}.example.com`,
  registrable: 'example.com',
  type: 1,
  state: 'waiting',
  is_platform: false,
  is_there: true,
  is_working: true,
  method: 'none',
  token: id,
  fault: '',
  reach: 'unknown',
  reach_fault: '',
  tries: 0,
  notice: 'none',
  notice_time: null,
  checked_time: null,
  next_check_time: null,
  proved_time: null,
  found_time: null,
  lost_time: null,
  ended_time: null,
  missed_time: null,
});

/** A watched domain that nobody has looked at. */
export const makeWatch = stored((id) => ({
  name: `matrix${id}.example.com`,
  shown: `matrix${id}.example.com`,
  registrable: 'example.com',
  type: 1,
  is_platform: false,
  state: 'unknown',
  rank: 3,
  cause: '',
  cause_time: null,
  facets: {},
  addresses: [],
  dns: 'unknown',
  http: 'unknown',
  https: 'unknown',
  certificate: 'unknown',
  registration: 'unknown',
  certificate_until: null,
  certificate_issuer: '',
  registration_until: null,
  registration_status: [],
  checked_time: null,
  next_check_time: null,
  looks: 0,
  resolver: '',
  votes: {},
  reminded: {},
  certificate_time: null,
  registration_time: null,
  told_working: null,
  alerts: [],
  has_alerts: false,
}));

export const makeDomain = stored(claimed);

/** A forward that is on. */
export const makeForward = stored((id) => ({
  domain: id,
  path: '/old',
  path_key: '/old',
  target: 'https://example.com/',
  status: 302,
  keep_path: true,
  keep_query: true,
  position: 100,
  state: 'on',
}));

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    domain_list: {
      kind: 'owned',
      readAll: 'domain.domain:read_all',
      collection: 'domain_domain',
      make: makeDomain,
    },
    ...Object.fromEntries(
      ['give_back', 'assign', 'retire'].map((call): [string, ObjectKind] => [
        `domain_list/${call}`,
        {
          kind: 'owned',
          readAll: 'domain.domain:read_all',
          collection: 'domain_domain',
          make: stored((id) => ({ ...claimed(id), is_platform: true, state: 'proved' })),
        },
      ]),
    ),
    // Spares and take-overs are the installation's; what is done for a domain asks whose it is.
    hold_domain: {
      kind: 'shared',
      reason: 'the reserve is the installation’s; calls about a domain stand below',
    },
    take_over: {
      kind: 'shared',
      reason: 'take-overs are the installation’s; calls about a domain stand below',
    },
    ...Object.fromEntries(
      ['hold_domain/add', 'take_over/plan', 'take_over/begin'].map((path): [string, ObjectKind] => [
        path,
        {
          kind: 'owned',
          readAll: 'domain.domain:read_all',
          collection: 'domain_domain',
          make: makeDomain,
        },
      ]),
    ),
    'hold_domain/keep': {
      kind: 'owned',
      // Whose codes would move is the owner's to say, whoever sees the domain.
      readAll: undefined,
      collection: 'domain_domain',
      make: makeDomain,
    },
    domain_monitor: {
      kind: 'owned',
      readAll: 'domain.watch:read_all',
      collection: 'domain_watches',
      make: makeWatch,
    },
    no_hijack: {
      kind: 'shared',
      reason: 'whether domains lead where they should is for those who run the platform',
    },
    hijack_check: { kind: 'shared', reason: 'checks of domains are for those who run the platform' },
    forward: {
      kind: 'owned',
      readAll: 'domain.forward:read_all',
      collection: 'domain_forward',
      make: makeForward,
    },
  },
  bodies: {
    'domain_list/assign': { holder: null },
    'hold_domain/keep': { is_spare: true },
    'take_over/begin': { spare: '000000000000000000000001' },
  },
  notYet: {
    // It is not proved, so that it can neither be a spare nor be taken over from.
    'hold_domain/add': 409,
    'hold_domain/keep': 409,
    'take_over/begin': 409,
    // No domain has the name that stands there.
    'domain_list/replace': 422,
  },
};
