import { join } from 'node:path';
import { ACCOUNT_STATES, ADDRESS_BLOCKS, KEPT_PICTURES, SITE_MESSAGES, type SiteMessage } from '@waypost/sdk';
import { CallRefused, givenPictures, type Person, testPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { watchResource } from '../../plugins/domain/screens/domain_monitor/resource.ts';
import type { HomelessRow } from '../../plugins/domain/screens/nodomain/calls.ts';
import { plugin } from '../../plugins/domain/server.ts';
import { EVERYBODY } from '../../plugins/domain/testing/accounts.ts';
import qrManifest from '../../plugins/qr/plugin.json' with { type: 'json' };
import { plugin as qr } from '../../plugins/qr/server.ts';

export interface Listed {
  content: HomelessRow[];
  count: number;
  is_available: boolean;
  is_counting: boolean;
}

/** Domains and codes, each by the plugin whose they are. `isQrOn` false: without the codes. */
export async function startHomelessPlace({ isQrOn = true } = {}) {
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../../plugins/domain'),
    others: isQrOn ? [{ plugin: qr, manifest: qrManifest }] : [],
    internet: { fetch: () => new Response('another server') },
    services: {
      [ACCOUNT_STATES]: { version: '1.4.0', service: EVERYBODY },
      [ADDRESS_BLOCKS]: { version: '1.0.0', service: { of: async () => [] } },
      [KEPT_PICTURES]: givenPictures(),
      [SITE_MESSAGES]: { version: '1.1.0', service: { tell: async (_message: SiteMessage) => 1 } },
    },
  });
  const [ada, ben] = [await t.person('ada.lovelace'), await t.person('ben.okri')];
  const root = await t.person('root.person', { role: 'administrator' });
  let names = 0;
  /** A name that somebody has, told to whoever wants to know. */
  async function held(name: string, as: Person, type: 1 | 2 | 3 = 3): Promise<string> {
    names += 1;
    const { _id } = await t.rows(domainResource).add(
      {
        name,
        shown: name,
        type,
        state: 'proved',
        is_working: true,
        registrable: `n${names}.example`,
        // Nothing of it is looked at by the jobs of the plugin.
        next_check_time: new Date('2099-01-01T00:00:00Z'),
      },
      { owner: as.id },
    );
    await t.events.emit('domain.proved', { host: name, owner: as.id });
    return String(_id);
  }
  /** What watching believes of a name from now on, as its looks write it. */
  async function believe(id: string, change: object): Promise<void> {
    const at = t.clock.date();
    const alerts = [
      {
        key: `settled dns ${at.toISOString()}`,
        kind: 'settled',
        facet: 'dns',
        at: at.toISOString(),
        until: '',
      },
    ];
    const write = { ...change, alerts, has_alerts: true, next_check_time: new Date('2099-01-01T00:00:00Z') };
    await t.context.model(watchResource).updateOne({ _id: id } as never, { $set: write } as never);
    await t.jobs.run('watch_domains');
  }
  const facts = (fault: string, finding = 'bad') => ({
    finding,
    fault,
    known_fault: fault,
    ms: 3,
    time: t.clock.date().toISOString(),
    since: t.clock.date().toISOString(),
  });
  return {
    t,
    ada,
    ben,
    root,
    held,
    believe,
    facts,
    fail: (id: string, fault = 'points_elsewhere') =>
      believe(id, { dns: 'bad', cause: 'dns', told_working: false, facets: { dns: facts(fault) } }),
    mend: (id: string) =>
      believe(id, { dns: 'good', cause: '', told_working: true, facets: { dns: facts('', 'good') } }),
    code: async (as: Person, body: object): Promise<string> =>
      (
        await t.call<{ id: string }>(
          'qr_code_list/add',
          { name: 'Menu', targets: [{ url: 'https://example.com/' }], ...body },
          { as },
        )
      ).id,
    listed: (as: Person, query: object = {}) =>
      t.call<Listed>(`nodomain/${as.id === root.id ? 'inquire' : 'user_inquire'}`, query, { as }),
    /** As the minute's job does it. */
    settle: () => t.jobs.run('follow_codes'),
    /** All codes are gone through again. */
    async nextDay(): Promise<void> {
      t.clock.set(new Date(t.clock.now() + 25 * 3_600_000));
      await t.jobs.run('follow_codes');
    },
    refused: async (as: Person, name: string, body: object): Promise<CallRefused> => {
      const error = await t.call(name, body, { as }).catch((caught: unknown) => caught);
      if (error instanceof CallRefused) return error;
      throw new Error(`${name} was not refused`, { cause: error });
    },
  };
}
