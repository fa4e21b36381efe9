import { CODE_HOSTS, type CodeHosts, DOMAIN_NAMES, type DomainNames } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { spareResource } from '../../plugins/domain/screens/hold_domain/resource.ts';
import { takeOverResource } from '../../plugins/domain/screens/hold_domain/take-over.ts';
import { NO_CODES } from '../../plugins/domain/testing/no-codes.ts';
import { ZONE } from './watch-peers.ts';
import { HERE, MINUTE, type startWatchPeers, startWatchPlace } from './watch-place.ts';

const PLATFORM = '0'.repeat(24);
export const SHOP = `shop.${ZONE}`;

interface Code {
  owner: string;
  host: string;
  printed: Set<string>;
}

/** The plugin of the codes as others see it, with what the test says of it. */
export function codesInMemory() {
  const codes: Code[] = [];
  const state = {
    codes,
    /** Nobody answers for the codes. */
    isAway: false,
    /** Called after each step has moved what it moved; what it throws is what a kill leaves. */
    afterStep: async (): Promise<void> => {},
    steps: 0,
    add(host: string, owner: Person, count: number) {
      for (let at = 0; at < count; at += 1) codes.push({ owner: owner.id, host, printed: new Set([host]) });
    },
    on: (host: string) => codes.filter((code) => code.host === host).length,
    printedOn: (host: string) => codes.filter((code) => code.printed.has(host)).length,
  };
  const service: CodeHosts = {
    ...NO_CODES,
    count: async ({ hosts, owner }) => {
      if (state.isAway) throw new Error('the codes are away');
      return hosts.map((host) => {
        const theirs = codes.filter((code) => owner === undefined || code.owner === owner);
        return {
          host,
          codes: theirs.filter((code) => code.host === host).length,
          printed: theirs.filter((code) => code.printed.has(host)).length,
        };
      });
    },
    move: async ({ from, to, owner, limit = 100 }) => {
      const there = () =>
        codes.filter((code) => code.host === from && (owner === undefined || code.owner === owner));
      const moved = there().slice(0, limit);
      for (const code of moved) {
        code.host = to;
        code.printed.add(to);
      }
      state.steps += 1;
      await state.afterStep();
      return { moved: moved.length, left: there().length };
    },
  };
  return { state, service };
}

type Peers = Awaited<ReturnType<typeof startWatchPeers>>;

/** Domains among real name servers and a web server, with a reserve, and codes on them. */
export async function startReservePlace(peers: Peers, settings: Record<string, unknown> = {}) {
  const { service, state: codes } = codesInMemory();
  const place = await startWatchPlace(peers, {
    settings: { watch_https: 'never', ...settings },
    services: { [CODE_HOSTS]: { version: '1.1.0', service } },
  });
  const { t, ada } = place;
  const root = await t.person('root.person', { role: 'administrator' });
  const here = new Set<string>();
  const publish = () => peers.publish([...here].map((label) => `${label} A ${HERE}`).join('\n'));
  /** A name that leads here; of the platform where nobody has it, or where it is lent. */
  async function domain(
    label: string,
    owner: Person | null,
    more: { is_platform?: boolean; type?: 1 | 2 | 3 } = {},
  ) {
    here.add(label);
    const name = `${label}.${ZONE}`;
    const { _id } = await t
      .rows(domainResource)
      .add(
        { name, shown: name, state: 'proved', registrable: ZONE, is_platform: owner === null, ...more },
        { owner: owner?.id ?? PLATFORM },
      );
    await t.events.emit('domain.proved', { host: name, owner: owner?.id ?? PLATFORM });
    return String(_id);
  }
  return {
    ...place,
    codes,
    root,
    publish,
    domain,
    /** Brought down, or up again, in the DNS. */
    async lead(label: string, isHere: boolean) {
      if (isHere) here.add(label);
      else here.delete(label);
      await publish();
    },
    /** So many minutes, with all that the product does in them. */
    async pass(minutes: number) {
      for (let at = 0; at < minutes; at += 1) {
        await place.later(MINUTE + 2_000);
        await t.jobs.runWaiting();
        await t.jobs.run('keep_reserve');
      }
    },
    spare: async (id: string) => t.call('hold_domain/add', { id }, { as: root }),
    spares: () => t.rows(spareResource).all(),
    takeOvers: () => t.rows(takeOverResource).all(),
    ownerOf: async (id: string) => String((await t.rows(domainResource).find(id))?.owner),
    usable: (person: Person) => t.service<DomainNames>(DOMAIN_NAMES).usable({ owner: person.id }),
    told: () => place.told.filter(({ words }) => words.startsWith('domain.reserve.')),
    ada,
  };
}
export { PLATFORM };
