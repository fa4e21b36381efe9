import { type PluginMatrix, stored } from '../../../tests/security/plugin-matrix.ts';

/** A visit rule that is off: nobody's visits go by it. */
const ownRule = (id: string) => ({
  name: 'Matrix',
  kind: 'agent',
  matches: 'these',
  countries: [],
  places: [],
  isps: [],
  systems: [],
  devices: [],
  apps: [],
  languages: [],
  patterns: ['matrix'],
  networks: [],
  visits: 30,
  seconds: 60,
  from: 0,
  to: 1439,
  weekdays: ['1', '2', '3', '4', '5', '6', '7'],
  does: 'refuse',
  page: 'suitable',
  target: '',
  applies_to: 'own',
  codes: [],
  groups: [],
  position: 100,
  state: 'off',
  may_refuse_all: false,
  number: Number.parseInt(id.slice(0, 8), 16),
});

/** A check of an address that nobody was asked about. */
const ownCheck = (id: string) => ({
  address: `matrix${id}.example.com`,
  host: `matrix${id}.example.com`,
  status: 4,
  providers: '',
  votes: [],
  quorum: 1,
  time: new Date(),
  reason: 'person',
  ms: 0,
});

/** A domain as it stands in WeChat, which nobody has checked. */
const ownShieldHost = (id: string) => ({
  shown: `matrix${id}.example.com`,
  name: `matrix${id}.example.com`,
  status: 4,
  since: null,
  last_status: 4,
  checked_time: null,
  next_check_time: null,
  last_check: null,
  type: 1,
  is_platform: false,
  pending: 4,
  streak: 0,
  round: '',
});

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    we_chat_blocking_detection_configuration: {
      kind: 'shared',
      reason: 'providers of detections are the installation’s',
    },
    shield_push: { kind: 'shared', reason: 'blocks of domains are for those who run the platform' },
    wx_shield_detection: {
      kind: 'owned',
      readAll: 'wechat-shield.check:read_all',
      collection: 'wechat_shield_check',
      make: stored(ownCheck),
    },
    shield_host: {
      kind: 'owned',
      readAll: 'wechat-shield.host:read_all',
      collection: 'wechat_shield_host',
      make: stored(ownShieldHost),
    },
    shield_configuration: {
      kind: 'owned',
      readAll: 'wechat-shield.rule:read_all',
      collection: 'wechat_shield_rule',
      make: stored((id) => ownRule(id)),
    },
  },
  bodies: {
    'we_chat_blocking_detection_configuration/test': { address: 'fine.example' },
    'shield_push/set_codes': { codes: 'keep' },
  },
  notYet: {
    // No provider is on.
    'shield_host/check': 409,
    'shield_host/check_codes': 409,
  },
};
