import { expect, setDefaultTimeout, test } from 'bun:test';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { startCodes } from '../testing/start-codes.ts';

setDefaultTimeout(60_000);

test('codes from before are met by those that differ by capitals alone, and are not changed for it', async () => {
  const t = await startCodes();
  const owner = await t.person('anna');
  const add = (body: object) =>
    t.call<{ id: string }>(
      'qr_code_list/add',
      { name: 'Sign', targets: [{ url: 'https://example.com/' }], ...body },
      { as: owner },
    );
  const { id } = await add({ short_code: 'Door' });
  await t.context.model(codeResource).updateOne({ _id: id }, { $unset: { small_code: 1 } });
  const before = await t.rows(codeResource).find(id);
  expect(await t.migrate({ from: 3 })).toEqual([4]);
  expect(await t.rows(codeResource).find(id)).toMatchObject({
    small_code: 'door',
    version: before?.version ?? 0,
  });
  const alike = { short_code: 'door', ignore_case: true };
  expect(await add(alike).catch(({ code }: { code: string }) => code)).toBe('qr.code_taken');
  // A run that was cut off goes on: what is done is not done again.
  expect(await t.migrate({ from: 3 })).toEqual([4]);
  await t.dispose();
});
