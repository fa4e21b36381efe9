import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type MailLetter,
  SITE_MESSAGES,
  type SiteMessage,
  SYSTEM_MAIL,
} from '@waypost/sdk';
import { type Person, type TestPlugin, type TestPluginOptions, testPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { watchResource } from '../../plugins/domain/screens/domain_monitor/resource.ts';
import { plugin } from '../../plugins/domain/server.ts';
import { EVERYBODY } from '../../plugins/domain/testing/accounts.ts';
import { type Behaviour, startPeers, ZONE } from './watch-peers.ts';

export const HERE = '127.0.0.1';
export const MINUTE = 60_000;
export const DAY = 24 * 3_600_000;
/** The key that an installation of a test signs with. */
const OWN_KEY = new Uint8Array(
  hkdfSync('sha256', new Uint8Array(32).fill(7), new Uint8Array(0), 'waypost/v1/reach', 32),
);

export const startWatchPeers = () => startPeers(OWN_KEY);
type Peers = Awaited<ReturnType<typeof startWatchPeers>>;

const ACCOUNTS: AccountStates = {
  ...EVERYBODY,
  emails: async (ids) => Object.fromEntries(ids.map((id) => [id, `${id}@mail.example`])),
};
/** One occasion is told once, as inboxes and letters do. */
const once = <T extends { occasion: string; to: unknown }>(list: T[], one: T): boolean => {
  const isSame = ({ occasion, to }: T) =>
    occasion === one.occasion && JSON.stringify(to) === JSON.stringify(one.to);
  if (list.some(isSame)) return false;
  list.push(one);
  return true;
};

/** The plugin among such peers, all of which are as they should be, and who is told what. */
export async function startWatchPlace(
  peers: Peers,
  { settings, services }: Pick<TestPluginOptions, 'settings' | 'services'> = {},
) {
  const told: SiteMessage[] = [];
  const letters: MailLetter[] = [];
  const delivered: { host: string; kind: string }[] = [];
  const telegram = {
    plugin: {
      id: 'telegram',
      migrations: [],
      setup: (context: TestPlugin['context']) =>
        void context.points.contribute('domain.alert_channel', '^1', 'telegram.alerts', {
          title: 'Telegram',
          deliver: async (alert: { host: string; kind: string }) => void delivered.push(alert),
        }),
    },
    manifest: {
      id: 'telegram',
      version: '1.0.0',
      engine: '*',
      title: 'Telegram',
      server: 'server.ts',
      areas: ['telegram'],
      points: ['domain.alert_channel'],
    },
  };
  Object.assign(peers.state, { http: 'own', https: 'own', shown: 'right', rdapAsked: [] });
  peers.state.rdap = () => ({ status: 404, text: '{}' });
  await peers.publish(`shop A ${HERE}`);
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../../plugins/domain'),
    // Certificates are of today.
    now: new Date(),
    settings: { watch_https: 'always', ...settings },
    internet: peers.internet,
    others: [telegram],
    services: {
      ...services,
      [ACCOUNT_STATES]: { version: '1.4.0', service: ACCOUNTS },
      [SYSTEM_MAIL]: {
        version: '1.0.0',
        service: {
          isOn: async () => true,
          locale: async () => 'en-US',
          send: async (letter: MailLetter) => once(letters, letter),
        },
      },
      [SITE_MESSAGES]: {
        version: '1.1.0',
        service: { tell: async (message: SiteMessage) => (once(told, message) ? 1 : 0) },
      },
    },
  });
  const ada = await t.person('ada.lovelace');
  const ben = await t.person('ben.okri');
  async function later(milliseconds: number): Promise<void> {
    t.clock.set(new Date(t.clock.now() + milliseconds));
    await t.jobs.run('watch_domains');
  }
  return {
    t,
    ada,
    ben,
    told,
    letters,
    delivered,
    later,
    /** A name that somebody has proved. */
    async held(
      name = `shop.${ZONE}`,
      as: Person = ada,
      more: { is_platform?: boolean } = {},
    ): Promise<string> {
      const { _id } = await t
        .rows(domainResource)
        .add({ name, shown: name, state: 'proved', registrable: ZONE, ...more }, { owner: as.id });
      await t.events.emit('domain.proved', { host: name, owner: as.id });
      return String(_id);
    },
    /** How the web servers of the name behave from now on. */
    serve: (http: Behaviour, https = http) => void Object.assign(peers.state, { http, https }),
    /** So many looks, as far apart as those at a name that nobody doubts. */
    async looked(times = 3): Promise<void> {
      for (let look = 0; look < times; look += 1) await later(6 * MINUTE);
    },
    async watch(id: string) {
      const found = await t.rows(watchResource).find(id);
      if (found === undefined) throw new Error('it is not watched');
      return found;
    },
    wordsTold: () => told.map(({ words }) => words),
    /** What others were told of it. */
    emitted: () =>
      t.events
        .emitted()
        .filter(({ name }) => name === 'domain.failing' || name === 'domain.working')
        .map(({ name, payload }) => [name, (payload as { facet: string }).facet]),
  };
}
