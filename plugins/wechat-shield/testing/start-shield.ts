import { join } from 'node:path';
import {
  ACCOUNT_STATES,
  type AccountStates,
  CODE_HOSTS,
  type CodeHosts,
  HELD_DOMAINS,
  type HeldDomain,
  type HeldDomains,
  HOST_FREEZES,
  type HostFreezes,
  SITE_MESSAGES,
  type SiteMessage,
  type SiteMessages,
} from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../server.ts';

const MINUTE_MS = 60_000;
/** What everybody is sent, and what each host is said to be. */
type Said = Record<string, 'ok' | 'blocked' | 'other'>;

/** The plugin within the test, among providers, domains, codes and inboxes that the test decides about. */
export interface ShieldPlace {
  t: TestPlugin;
  operator: Person;
  customer: Person;
  /** What a provider says of a host, by the provider's name; 'ok' where nothing is written. */
  says: Record<string, Said | ((request: Request) => Response | Promise<Response>)>;
  /** Requests that were sent, to providers and to the webhook. */
  sent: { to: string; url: string; headers: Headers; body: string }[];
  domains: HeldDomain[];
  /** Codes by the host that they stand on, and those that are frozen for it. */
  codes: Map<string, { host: string; frozenFor: string; owner?: string }>;
  told: SiteMessage[];
  /** What happens once a freeze of a host was asked for and is not made, and once its codes were lifted. */
  meanwhile: { freeze?: (host: string) => void | Promise<void>; lift?: (host: string) => Promise<void> };
  /** Makes a provider. @returns its id */
  provider(name: string, more?: object): Promise<string>;
  /** A domain that somebody has. @returns its id */
  domain(host: string, owner?: Person): string;
  setDetection(change: object): Promise<void>;
  setPolicy(change: object): Promise<void>;
  /** So many minutes later, with what is due then. */
  pass(minutes: number): Promise<void>;
}

/** Who has the codes of the test, by host. */
function hostsOf(codes: ShieldPlace['codes']): Pick<CodeHosts, 'list' | 'owners'> {
  return {
    list: async ({ host, owner, skip = 0, limit = 20 }) =>
      [...codes]
        .filter(([, code]) => code.host === host && code.owner === owner)
        .slice(skip, skip + limit)
        .map(([id]) => ({
          id,
          name: id,
          short_url: `https://${host}/${id}`,
          is_first: true,
          is_binned: false,
        })),
    owners: async ({ hosts }) => {
      const found = [...codes.values()].filter(({ host }) => hosts.includes(host));
      return [...new Set(found.map(({ owner = '' }) => owner))].map((owner) => ({
        host: hosts[0] ?? '',
        owner,
        codes: 1,
        first: 1,
      }));
    },
  };
}

export async function startShield(away: { domains?: boolean; codes?: boolean } = {}): Promise<ShieldPlace> {
  const says: ShieldPlace['says'] = {};
  const sent: ShieldPlace['sent'] = [];
  const domains: HeldDomain[] = [];
  const codes: ShieldPlace['codes'] = new Map();
  const told: SiteMessage[] = [];
  const meanwhile: ShieldPlace['meanwhile'] = {};
  const accounts: Partial<AccountStates> = {
    names: async (ids) => Object.fromEntries(ids.map((id) => [id, `name of ${id}`])),
  };
  const messages: SiteMessages = {
    tell: async (message) =>
      told.some(({ occasion }) => occasion === message.occasion) ? 0 : told.push(message),
  };
  const held: HeldDomains = {
    walk: async () => ({ domains: [...domains], next: null }),
    replacements: async () => ({}),
  };
  const change = (isMeant: (code: { host: string; frozenFor: string }) => boolean, frozenFor: string) => {
    const meant = [...codes.values()].filter(isMeant);
    for (const code of meant) code.frozenFor = frozenFor;
    return meant.length;
  };
  const freezes: HostFreezes = {
    freeze: async ({ host }) => {
      await meanwhile.freeze?.(host);
      return change((code) => code.host === host && code.frozenFor === '', host);
    },
    settle: async (host) => change((code) => code.frozenFor === host && code.host !== host, ''),
    lift: async (host) => {
      const lifted = change((code) => code.frozenFor === host, '');
      await meanwhile.lift?.(host);
      return lifted;
    },
    count: async (host) => [...codes.values()].filter(({ frozenFor }) => frozenFor === host).length,
  };
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '..'),
    internet: { fetch: (request) => answer({ says, sent }, request) },
    services: {
      [ACCOUNT_STATES]: { version: '1.6.0', service: accounts },
      [SITE_MESSAGES]: { version: '1.1.0', service: messages },
      ...(away.domains ? {} : { [HELD_DOMAINS]: { version: '1.0.0', service: held } }),
      ...(away.codes
        ? {}
        : {
            [HOST_FREEZES]: { version: '1.0.0', service: freezes },
            [CODE_HOSTS]: { version: '1.1.0', service: hostsOf(codes) },
          }),
    },
  });
  const operator = await t.person('olga.operator', { role: 'super' });
  const customer = await t.person('cora.customer');
  const call = <T>(path: string, body: object = {}) => t.call<T>(path, body, { as: operator });
  return {
    t,
    operator,
    customer,
    says,
    sent,
    domains,
    codes,
    told,
    meanwhile,
    async provider(name, more = {}) {
      const body = {
        name,
        endpoint: `https://${name}.example/ask?url={url}`,
        answer_path: 'status',
        normal_values: 'ok',
        blocked_values: 'blocked',
        ...more,
      };
      return (await call<{ id: string }>('we_chat_blocking_detection_configuration/add', body)).id;
    },
    domain(host, owner) {
      const id = (domains.length + 1).toString(16).padStart(24, 'd');
      domains.push({
        id,
        host,
        shown: host,
        type: 1,
        owner: owner?.id ?? null,
        is_platform: owner === undefined,
      });
      return id;
    },
    async setDetection(wish) {
      const area = 'we_chat_blocking_detection_configuration';
      const {
        providers_on: _on,
        providers_lying: _lying,
        ...set
      } = await call<Record<string, unknown>>(`${area}/config`);
      await call(`${area}/update_config`, { ...set, ...wish });
    },
    async setPolicy(wish) {
      const { has_webhook_secret: _has, ...set } = await call<Record<string, unknown>>('shield_push/config');
      await call('shield_push/update_config', { ...set, webhook_secret: '', ...wish });
    },
    async pass(minutes) {
      // Set, and not run through: what becomes due meanwhile runs once, as after a server that was off.
      t.clock.set(new Date(t.clock.now() + minutes * MINUTE_MS + 1_000));
      await t.jobs.run('check_hosts');
      await t.jobs.run('follow_blocks');
      await t.jobs.runWaiting();
    },
  };
}

async function answer(
  { says, sent }: Pick<ShieldPlace, 'says' | 'sent'>,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url);
  const to = url.hostname.split('.')[0] ?? '';
  sent.push({ to, url: request.url, headers: request.headers, body: await request.clone().text() });
  const said = says[to] ?? {};
  if (typeof said === 'function') return said(request);
  const host = URL.parse(url.searchParams.get('url') ?? '')?.hostname ?? '';
  return Response.json({ status: said[host] ?? 'ok' });
}
