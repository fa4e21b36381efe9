import { expect, setDefaultTimeout, test } from 'bun:test';
import { rulesOf } from '../forwards/publish-forwards.ts';
import { startDomains } from '../testing/start-domains.ts';

setDefaultTimeout(60_000);

const columns = {
  version: 1,
  create_time: new Date(),
  update_time: new Date(),
  remove_time: null,
  remove_by: null,
  target: 'https://shop.example/',
  status: 302,
  keep_path: true,
  keep_query: true,
  state: 'on',
};
const [one, other, ada, ben] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(24));
/** Of one holder and domain, in the order in which they were asked until now: by position, then by age. */
const ASKED = [
  { domain: one, owner: ada, positions: [5, 100, 100, 100, 200] },
  { domain: one, owner: ben, positions: [100, 100] },
  { domain: other, owner: ada, positions: [1, 9_999, 9_999] },
];

test('each path is led on by the same rule after larger positions came first', async () => {
  const { t } = await startDomains();
  let made = 0;
  const documents = ASKED.flatMap(({ domain, owner, positions }) =>
    positions.map((position) => {
      made += 1;
      const path = `/${made}/*`;
      return {
        ...columns,
        _id: made.toString(16).padStart(24, '0'),
        domain,
        owner,
        position,
        path,
        path_key: path,
      };
    }),
  );
  const ran = await t.migrate({ from: 2, documents: { domain_forward: documents } });
  expect(ran).toEqual([3]);
  for (const { domain = '', owner = '' } of ASKED) {
    const rules = await rulesOf(t.context, { domain, owner }, null);
    const before = documents.filter((rule) => rule.domain === domain && rule.owner === owner);
    expect(rules.map(({ path }) => path)).toEqual(before.map(({ path }) => path));
    expect(new Set(rules.map(({ position }) => position)).size).toBe(rules.length);
  }
  await t.dispose();
});
