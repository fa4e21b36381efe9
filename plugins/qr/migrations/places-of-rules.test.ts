import { expect, setDefaultTimeout, test } from 'bun:test';
import { groupResource } from '../screens/group/resource.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { startCodes } from '../testing/start-codes.ts';

setDefaultTimeout(60_000);

test('a code’s rules by country and region meet the visits that they met, before visitors too', async () => {
  const t = await startCodes();
  const owner = await t.person('anna');
  const action = { refuse: true } as const;
  const visit_rules = [
    { kind: 'qr.country', parameters: { countries: ['CN'] }, action },
    { kind: 'qr.region', parameters: { regions: ['台湾省', '深圳'] }, action },
    { kind: 'qr.weekdays', parameters: { days: [1] }, action },
  ];
  const targets = [{ url: 'https://example.com/' }];
  const { id } = await t.call<{ id: string }>(
    'qr_code_list/add',
    { name: 'Menu', targets, visit_rules },
    { as: owner },
  );
  const group = await t.call<{ id: string }>('group/add', { name: 'Branch', visit_rules }, { as: owner });
  // Nothing that was written by hand keeps an installation from starting.
  const broken = { kind: 'qr.country', parameters: { countries: 'CN' }, action };
  const lost = await t
    .rows(groupResource)
    .add({ name: 'Broken', visit_rules: [broken] }, { owner: owner.id });
  expect(await t.migrate({ from: 1 })).toEqual([2, 3, 4]);
  expect((await t.rows(groupResource).find(group.id))?.visit_rules[0]?.parameters).toEqual({
    countries: ['CN', 'HK', 'MO', 'TW'],
  });
  expect((await t.rows(groupResource).find(String(lost._id)))?.visit_rules).toEqual([broken]);
  const code = await t.rows(codeResource).find(id);
  expect(code?.visit_rules.map(({ parameters }) => parameters)).toEqual([
    { countries: ['CN', 'HK', 'MO', 'TW'] },
    { regions: ['中国台湾', '深圳'] },
    { days: [1] },
  ]);
  expect(code?.published_rules.map(({ condition }) => condition)).toEqual([
    { fact: 'country', in: ['CN', 'HK', 'MO', 'TW'] },
    { fact: 'location', contains: ['中国台湾', '深圳'] },
    { fact: 'weekday', in: [1] },
  ]);
  // Visits go by them: somebody from Hong Kong is refused as before.
  const tried = await t.call<{ outcome: string }>(
    'code_simulator/try',
    { id, place: 'region', country: 'HK' },
    { as: owner },
  );
  expect(tried.outcome).toBe('refused');
  expect(await t.migrate({ from: 1 })).toEqual([2, 3, 4]);
  expect(await t.rows(codeResource).find(id)).toMatchObject({ version: code?.version });
  await t.dispose();
});
