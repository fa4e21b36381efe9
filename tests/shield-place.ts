import { createAccount } from './accounts.ts';
import { type Api, signIn } from './api.ts';
import { hastenJobs } from './hasten-jobs.ts';
import { type Product, startProduct } from './product.ts';
import { NOBODY, writeDomain } from './reserve-rows.ts';
import { withStore } from './security/world.ts';
import { until } from './until.ts';
import { providerFields, startWechatProviders, type WechatProviders } from './wechat-provider.ts';

export const TARGET = 'https://target.example/';
/** Domain of a customer, and the platform's spare for it. */
export const [SHOP, SPARE] = ['shop.example.com', 'spare.example.com'] as const;
/** What every honest provider says is fine. */
export const KNOWN_GOOD = 'https://known-good.example/';
/** A job waits for its turn, and a provider for its time limit. */
const CHECKED_WITHIN_MS = 120_000;
const CONFIGURATION = 'we_chat_blocking_detection_configuration';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15';

/** The product with providers on loopback in the place of the internet's, a customer with a domain and a code, and a spare. */
export interface ShieldPlace {
  product: Product;
  providers: WechatProviders;
  root: Api;
  customer: Awaited<ReturnType<typeof createAccount>>;
  person: Api;
  /** Ids of the domains. */
  shop: string;
  spare: string;
  code: { id: string; short_code: string };
  /** Makes a provider of this name, which does what `providers.behave` says. @returns its id */
  provider(name: string, more?: object): Promise<string>;
  /** Sets of how addresses are checked what is named. */
  setDetection(change: object): Promise<void>;
  setPolicy(change: object): Promise<void>;
  /** Makes a domain due: the schedule checks it within seconds, and nobody waits for that. */
  hurry(domain: string): Promise<void>;
  /** Has the domain checked now by the schedule, as if its time had come, and waits until it was. */
  checkShop(): Promise<{ status: number; last_status: number }>;
  /** Has what follows from blocks done now. */
  follow(): Promise<void>;
  /** A visit to the code on a host. */
  visit(host: string): Promise<{ status: number; to: string | null }>;
  stop(): Promise<void>;
}

export async function startShieldPlace(env: Readonly<Record<string, string>> = {}): Promise<ShieldPlace> {
  const providers = await startWechatProviders();
  const product = await startProduct({
    env: { OUTGOING_TEST_ADDRESSES: '127.0.0.1/32', PUBLIC_URL: 'http://qr.example.net', ...env },
  });
  const root = await signIn(product.origin, product.administrator);
  const customer = await createAccount(product, { account: 'shani.shield', role: 'customer' });
  const person = await signIn(product.origin, customer);
  const { user_info } = (await person.call<{ user_info: { id: string } }>('administrator/profile')).content;
  const [shop, spare] = await withStore(product, async (database) => [
    await writeDomain(database, { name: SHOP, owner: user_info.id, is_platform: true }),
    await writeDomain(database, { name: SPARE, owner: NOBODY, is_platform: true }),
  ]);
  await root.call('hold_domain/add', { id: spare });
  const body = { name: 'Table 7', targets: [{ url: TARGET }], jump_type: 6, entry_domain: SHOP };
  const code = (await person.call<{ id: string; short_code: string }>('qr_code_list/add', body)).content;
  const hasten = (...names: string[]) => withStore(product, (database) => hastenJobs(database, names));
  const hurry = (_id: string) =>
    withStore(product, async (database) => {
      await database
        .collection<{ _id: string }>('wechat_shield_host')
        .updateOne({ _id }, { $set: { next_check_time: new Date(0) } });
      await hastenJobs(database, ['wechat-shield.check_hosts']);
    });
  const host = async () =>
    (
      await root.call<{
        content: { id: string; status: number; last_status: number; checked_time: string | null }[];
      }>('shield_host/inquire', { search: SHOP })
    ).content.content[0];
  return {
    product,
    providers,
    root,
    customer,
    person,
    shop: shop ?? '',
    spare: spare ?? '',
    code,
    async provider(name, more = {}) {
      const fields = { ...providerFields(providers.origin, name), timeout_seconds: 2, ...more };
      return (await root.call<{ id: string }>(`${CONFIGURATION}/add`, fields)).content.id;
    },
    async setDetection(change) {
      const { content } = await root.call<Record<string, unknown>>(`${CONFIGURATION}/config`);
      const { providers_on: _on, providers_lying: _lying, ...set } = content;
      await root.call(`${CONFIGURATION}/update_config`, { ...set, ...change });
    },
    async setPolicy(change) {
      const { has_webhook_secret: _has, ...set } = (
        await root.call<Record<string, unknown>>('shield_push/config')
      ).content;
      await root.call('shield_push/update_config', { ...set, webhook_secret: '', ...change });
    },
    hurry,
    async checkShop() {
      await until('the domain is known', async () => {
        await hasten('wechat-shield.check_hosts');
        return host();
      });
      const before = (await host())?.checked_time;
      await hurry(shop ?? '');
      const isChecked = async () => {
        await hasten('wechat-shield.check_hosts');
        const now = await host();
        return now !== undefined && now.checked_time !== before ? now : undefined;
      };
      return until('the domain is checked', isChecked, { withinMs: CHECKED_WITHIN_MS, everyMs: 200 });
    },
    follow: () => hasten('wechat-shield.follow_blocks', 'domain.keep_reserve'),
    async visit(at) {
      const answer = await fetch(`${product.origin}/${code.short_code}`, {
        redirect: 'manual',
        headers: { host: at, 'user-agent': PHONE },
      });
      return { status: answer.status, to: answer.headers.get('location') };
    },
    async stop() {
      await product.stop();
      await providers.stop();
    },
  };
}
