import { PNG } from 'pngjs';
import { type Api, seal } from '../api.ts';

interface Made {
  id: string;
  short_code: string;
}

/** Codes that are kept in order and lead to something else than an address. */
export interface OrderData {
  group: string;
  picture: Made;
  locked: Made;
  /** Leads to one address, without anything else. */
  plain: Made;
}

const NOBODY: Made = { id: '0'.repeat(24), short_code: 'none' };
export const NO_ORDER: OrderData = { group: NOBODY.id, picture: NOBODY, locked: NOBODY, plain: NOBODY };
const TARGETS = [{ url: 'https://example.com/door' }];
const VISITORS_TYPE = 'Terrace7imHof';
const BLOCKED = ['203.0.113.0/24', 'https://copies.example/frame', '240e:47d:c20:1627::/64'];

/** Groups and tags, a full bin, blocked visits, a code behind a password and one that shows a picture. */
export async function makeOrderData(asha: Api, admin: Api): Promise<OrderData> {
  const add = async (body: Record<string, unknown>) =>
    (await asha.call<Made>('qr_code_list/add', { targets: TARGETS, ...body })).content;
  const group = async (name: string, more: object = {}) =>
    (await asha.call<{ id: string }>('group/add', { name, ...more })).content.id;
  const tables = await group('Tables of the terrace and of the old town', {
    access_mode: 2,
    remark: 'Cards that waiters carry',
    visit_rules: [
      {
        kind: 'qr.device',
        parameters: { kinds: ['phone'] },
        action: { target: 'https://example.com/app' },
      },
    ],
  });
  await group('Spring campaign');
  await add({ name: 'Table 1, terrace', group: tables, tags: ['spring', 'terrace'] });
  await add({ name: 'Table 2, terrace', group: tables, tags: ['spring'] });
  for (const name of ['Old menu', 'A poster of last autumn that hung at every stop of line 12']) {
    const { id } = await add({ name });
    await asha.call('qr_code_list/update_remove', { id });
  }
  const visit_password = await seal(asha, VISITORS_TYPE, 'qr_code_list', 'add', 'visit_password');
  const locked = await add({ name: 'Wine list of the members', visit_password });
  const plain = await add({ name: 'Door sign' });
  for (const value of BLOCKED) await asha.call('visit_block/add', { value, reason: 'Copies our menu' });
  await admin.call('visit_block/add', { value: 'spam.example' });
  for (const ip of ['198.51.100.7', '198.51.100.0/25'])
    await admin.call('ip_black/add', { ip, reason: 'Tries passwords' });
  const { content } = await asha.call<{ picture: string }>('qr_code_list/target_picture', {
    data: drawnPicture(),
  });
  const picture = await add({ name: 'Group of the street', targets: [{ picture: content.picture }] });
  return { group: tables, picture, locked, plain };
}

/** A picture with something in it: stripes of two colours, in base64. */
function drawnPicture(): string {
  const drawn = new PNG({ width: 480, height: 640 });
  for (let at = 0; at < drawn.data.length; at += 4) {
    const row = Math.floor(at / 4 / drawn.width);
    drawn.data.set(Math.floor(row / 40) % 2 === 0 ? [31, 110, 84, 255] : [244, 239, 226, 255], at);
  }
  return PNG.sync.write(drawn).toString('base64');
}
