import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { hastenJobs } from '../hasten-jobs.ts';
import { canMakeAccounts, makePasswordAccount } from '../password-account.ts';
import type { Product } from '../product.ts';
import { withStore } from '../security/world.ts';
import { type RunningSshServer, startSshServer } from '../ssh-server.ts';
import { until } from '../until.ts';
import { openServers, type ServersDesk, shareServersProduct } from './servers-place.ts';

setDefaultTimeout(180_000);

let product: Product;
let root: Api;
let machine: RunningSshServer;
let desk: ServersDesk;

beforeAll(async () => {
  machine = await startSshServer();
  product = await shareServersProduct();
  root = await signIn(product.origin, product.administrator);
  desk = openServers(root, machine);
}, 180_000);
afterAll(() => machine?.dispose(), 60_000);

/** The next look at the servers, which comes by itself every ten seconds. */
const lookNow = () => withStore(product, (database) => hastenJobs(database, ['system.ping_servers']));
const inbox = async (api: Api) =>
  (await api.call<{ content: { title: string; screen?: string }[] }>('message/inquire', { page_size: 100 }))
    .content.content;

test('a server whose key has changed is told once to those who may confirm it, whoever noticed it first', async () => {
  const plain = await createAccount(product, { account: 'plain.op', role: 'administrator' });
  const other = await signIn(product.origin, plain);
  const id = await desk.confirmed('told');
  await machine.changeKey();
  try {
    // A login notices it before the next look does.
    const checked = await root.call<{ fault: string }>('server_list/check', { id });
    expect(checked.content.fault).toBe('key_changed');
    const about = async (api: Api) => (await inbox(api)).filter(({ title }) => title.startsWith('told '));
    const [message] = await until('it is in the inbox', async () => {
      const found = await about(root);
      return found.length > 0 && found;
    });
    expect(message).toMatchObject({
      title: 'told shows another key',
      screen: `server_list?drawer=view:${id}`,
    });
    const { checked_time: first } = await desk.detailsOf(id);
    await lookNow();
    const isLookedAt = async () => (await desk.detailsOf(id)).checked_time !== first;
    await until('it was looked at again', isLookedAt, { everyMs: 250 });
    expect(await desk.detailsOf(id)).toMatchObject({ state: 'key_changed' });
    expect([await about(root), await about(other)]).toEqual([[message], []] as never);
    const { content } = await root.call<{ content: { type: string }[] }>('log/inquire', { target: id });
    const types = content.content.map(({ type }) => type);
    expect(types.filter((type) => type === 'system.server.key_changed')).toHaveLength(1);
  } finally {
    await machine.restoreKey();
  }
  await lookNow();
  const isUp = async () => (await desk.detailsOf(id)).state === 'up';
  await until('it shows the confirmed one again', isUp, { everyMs: 250 });
});

test.skipIf(!canMakeAccounts())(
  'a server that takes a password is logged in on with it, and scripts run as its account (only root makes accounts, as in CI)',
  async () => {
    const { account, password, remove } = makePasswordAccount();
    try {
      const id = await desk.confirmed('by password', { account, method: 'password', secret: password });
      const checked = await root.call<{ fault: string }>('server_list/check', { id });
      expect(checked.content.fault).toBe('');
      const script = await desk.addScript('who', { program: 'id', arguments: ['-un'] });
      const { id: run, results } = await desk.runToEnd({ ...script, servers: [id], values: {} });
      expect((await desk.outputOf(run, results[0]?.id ?? '')).output).toBe(`${account}\n`);
      expect(JSON.stringify(await desk.detailsOf(id))).not.toContain(password);
    } finally {
      remove();
    }
  },
);
