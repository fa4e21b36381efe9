import type { Api } from '../../../tests/api.ts';
import { tabs, type Views, type Walker, type WalkPlace } from '../../../tests/e2e/walk/plugin-walk.ts';
import { endOf } from '../../../tests/operations.ts';
import { type MadeCode, TARGETS, until, withStore } from '../../../tests/security/world.ts';

/** Codes, one of each kind that screens have buttons for, with visits, a pool and print batches. */
export async function makeThings({ product, walkers }: WalkPlace): Promise<(walker: Walker) => Views> {
  const { api: root } = walkers.super;
  const code = await addCode(walkers.customer.api, 'Walked door');
  const frozen = await addCode(root, 'Walked wall');
  const gate = await addCode(walkers.agent.api, 'Walked gate');
  const pool = await addPool(walkers.customer.api);
  const gatePool = await addPool(walkers.agent.api);
  const batch = await addBatch(walkers.customer.api);
  const gateBatch = await addBatch(walkers.agent.api);
  await root.call('qr_code_list/freeze', { ids: [frozen.id], reason: 'Walked over' });
  const binned = await addCode(root, 'Walked away');
  await root.call('qr_code_list/update_remove', { id: binned.id, remove: 2 });
  const address = `${product.origin}/${code.short_code}`;
  await root.call('abuse_report/add', { address, reason: 'phishing', text: 'Walked into it' });
  for (const { short_code } of [code, gate]) await visitFromAfar(`${product.origin}/${short_code}`);
  const provider = { name: 'Walked provider', endpoint: 'https://api.example/?u={url}' };
  await root.call('url_key_platform/add', provider);
  const link = await addCode(root, 'Walked link');
  // Links come by the file, as long work whose name is in the language of who began it.
  await withStore(product, (database) =>
    database.collection<{ _id: string }>('qr_code').updateOne({ _id: link.id }, { $set: { is_link: true } }),
  );
  for (const walker of Object.values(walkers)) await giveCode(root, walker);
  await until(
    async () => (await walkers.customer.api.call<{ count: number }>('visitor/user_inquire')).content.count,
    (count) => count > 0,
  );
  const reports = await root.call<{ content: { id: string }[] }>('abuse_report/inquire');
  const views = {
    set_qr_code: pagesOfCode(code),
    internal_code_grouping: tabs(pool, 'codes', 'settings'),
    print_batch: tabs(batch, 'settings'),
    abuse_desk: tabs(reports.content.content[0]?.id ?? '', 'history'),
  };
  const ofAgent = {
    set_qr_code: pagesOfCode(gate),
    internal_code_grouping: tabs(gatePool, 'codes', 'settings'),
    print_batch: tabs(gateBatch, 'settings'),
  };
  return ({ name }) => (name === 'agent' ? { ...views, ...ofAgent } : views);
}

/** Short codes, and what a message says once, in the language that its reader has read in last. */
export async function shortCodes(root: Api): Promise<string[]> {
  const { content } = await root.call<{ content: MadeCode[] }>('qr_code_list/inquire', { page_size: 100 });
  return [
    ...content.content.map(({ short_code: code }) => code),
    ...['Codes are yours now', 'Codes have gone to another account'],
  ];
}

const pagesOfCode = ({ id }: MadeCode) => tabs(id, 'visits', 'targets', 'design', 'access', 'history');

async function addCode(api: Api, name: string): Promise<MadeCode> {
  // Each visit is kept, so that there is something to press beside it.
  const body = { name, targets: TARGETS, short_code: name.replace(' ', ''), open_log: 2 };
  return (await api.call<MadeCode>('qr_code_list/add', body)).content;
}

/** A code for somebody who may not be able to make one. */
async function giveCode(root: Api, { owner }: Walker): Promise<void> {
  const code = { name: 'Walked step', targets: TARGETS, short_code: `walked${owner.account.slice(0, 4)}` };
  const { id } = (await root.call<MadeCode>('qr_code_list/add', code)).content;
  await root.call('qr_code_list/change_owner', { ids: [id], owner: owner.id });
}

/** Two visitors, of two countries. */
async function visitFromAfar(address: string): Promise<void> {
  for (const visitor of ['41.90.64.10', '36.152.44.1'])
    await fetch(address, { redirect: 'manual', headers: { 'x-forwarded-for': visitor } });
}

/** A print batch that is ready. */
async function addBatch(api: Api): Promise<string> {
  const body = { name: 'Walked stickers', size: 3 };
  const { id, batch } = (await api.call<{ id: string; batch: string }>('print_batch/make', body)).content;
  await endOf(api, id);
  return batch;
}

/** A pool with two items, one of which can be moved down. */
async function addPool(api: Api): Promise<string> {
  const made = await api.call<{ id: string }>('internal_code_grouping/add', { name: 'Walked pool' });
  const pool = made.content.id;
  for (const name of ['Walked first', 'Walked second'])
    await api.call('pool_item/add', { pool, name, target: { url: 'https://example.com/' } });
  return pool;
}
