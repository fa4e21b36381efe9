import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { testPlugin } from '@waypost/sdk/testing';
import { rulesOfSet } from '../rules/publish.ts';
import { plugin } from '../server.ts';

setDefaultTimeout(60_000);

const columns = {
  version: 1,
  create_time: new Date(),
  update_time: new Date(),
  remove_time: null,
  remove_by: null,
  kind: 'wechat',
  matches: 'these',
  does: 'refuse',
  state: 'on',
};
const [ada = '', olga = '', root = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(24));

test('each visit is decided by the same rule after larger positions came first', async () => {
  const t = await testPlugin(plugin, { folder: join(import.meta.dir, '..') });
  // In the order in which they were looked at until now: by position, then by age. Rules for all are one set.
  const own = [10, 100, 100].map((position) => ({ position, owner: ada, applies_to: 'own' }));
  const all = [7, 7, 300].map((position, at) => ({
    position,
    owner: at % 2 ? olga : root,
    applies_to: 'all',
  }));
  const documents = [...own, ...all].map((rule, at) => ({
    ...columns,
    ...rule,
    _id: (at + 1).toString(16).padStart(24, '0'),
    name: `Rule ${at}`,
    number: at + 1,
  }));
  expect(await t.migrate({ from: 0, documents: { wechat_shield_rule: documents } })).toEqual([1, 2]);
  const names = async (owner: string | null) => (await rulesOfSet(t.context, owner)).map(({ name }) => name);
  expect(await names(ada)).toEqual(['Rule 0', 'Rule 1', 'Rule 2']);
  expect(await names(null)).toEqual(['Rule 3', 'Rule 4', 'Rule 5']);
  await t.dispose();
});
