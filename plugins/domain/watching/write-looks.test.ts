import { afterEach, expect, test } from 'bun:test';
import type { TestPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../screens/domain_list/resource.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import { startDomains } from '../testing/start-domains.ts';
import { historyOf } from './history.ts';
import { settle } from './next-watch.ts';
import { writeLooks } from './write-looks.ts';

let t: TestPlugin;
afterEach(() => t?.dispose());

test('of two looks at a name at the same moment one counts, in what is believed and in the history', async () => {
  ({ t } = await startDomains());
  const ada = await t.person('ada.lovelace');
  const names = ['one.example.com', 'two.example.com'];
  for (const name of names) {
    const held = { name, shown: name, state: 'proved' as const, registrable: 'example.com' };
    await t.rows(domainResource).add(held, { owner: ada.id });
    await t.events.emit('domain.proved', { host: name, owner: ada.id });
  }
  const rows = await t.rows(watchResource).all();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names);
  const found = { dns: { finding: 'good', fault: '', by: '', ms: 3 } } as const;
  const looks = rows.map((row) => ({
    row,
    settled: settle(
      row as never,
      { found, resolver: '' },
      { now: t.clock.date(), chance: 0, intervalMs: 300_000, areSeveral: false, isSafe: false },
    ),
  }));
  await writeLooks(t.context, looks as never);
  // By hand and by the job, both having read the row before.
  await Promise.all([
    writeLooks(t.context, looks as never),
    writeLooks(t.context, looks.slice(0, 1) as never),
  ]);
  for (const { _id } of rows) {
    const [today] = await historyOf(t.context, String(_id), 1);
    expect(today).toMatchObject({ looks: 1 });
    expect((await t.rows(watchResource).find(String(_id)))?.looks).toBe(1);
  }
});
