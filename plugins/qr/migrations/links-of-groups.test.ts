import { expect, setDefaultTimeout, test } from 'bun:test';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { startCodes } from '../testing/start-codes.ts';
import { linksOfGroups } from './0001-links-of-groups.ts';

setDefaultTimeout(60_000);

test('links that were published before they named a group name it, and no other link is written', async () => {
  const t = await startCodes();
  try {
    const anna = await t.person('anna');
    const add = async (path: string, body: object) =>
      (await t.call<{ id: string }>(path, body, { as: anna })).id;
    const group = await add('group/add', { name: 'Branch 3' });
    const code = { name: 'C', targets: [{ url: 'https://example.com/' }] };
    const [inside, outside] = [await add('qr_code_list/add', code), await add('qr_code_list/add', code)];
    const model = t.context.model(codeResource);
    // As before: the code is in the group and its link says nothing of it.
    await model.updateOne({ _id: inside }, { $set: { group } });
    const { ObjectId } = model.db.base.mongo;
    const links = model.db.collection<{ v: { buffer: Uint8Array }; r: unknown }>('visit_links');
    const link = async (id: string) => {
      const found = await links.findOne({ _id: new ObjectId(id) });
      if (found === null) throw new Error('the link is not there');
      return {
        names: Buffer.from(found.v.buffer).toString('hex').includes(group),
        revision: String(found.r),
      };
    };
    const before = await link(outside);
    expect(await link(inside)).toMatchObject({ names: false });
    await linksOfGroups.up(t.context);
    expect(await link(inside)).toMatchObject({ names: true });
    expect(await link(outside)).toEqual(before);
  } finally {
    await t.dispose();
  }
});
