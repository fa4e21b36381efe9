import { expect, test } from 'bun:test';
import type { SignedRequest } from '@waypost/sdk';
import { personFinder } from './find-people.ts';
import { operatorRoles } from './service.ts';

const PERSON = { id: '1', account: 'anna1', name: 'Anna', create_time: '2026-01-01T00:00:00Z' };

/** A finder over a list of people, and the questions that reached the list. */
function finderOver(...people: (typeof PERSON)[]) {
  const asked: unknown[] = [];
  const list = async (_resource: unknown, query: unknown) => {
    asked.push(query);
    return { content: people, count: people.length };
  };
  return { asked, finder: personFinder({ list } as never) };
}
const callerWith = (permissions: string[], isSuper = false) =>
  ({ caller: { isSuper, permissions: new Set(permissions) } }) as unknown as SignedRequest;

test('whoever may not see the list of people finds nobody, and the list is not even asked', async () => {
  const { finder, asked } = finderOver(PERSON);
  const found = await finder.find({ text: 'anna', limit: 5 }, callerWith(['qr.code:read']));
  expect(found).toEqual({ count: 0, found: [] });
  expect(asked).toEqual([]);
});

test('a person is called by the name, or by the account where there is none, and leads to the list of such', async () => {
  const { finder, asked } = finderOver(PERSON, { ...PERSON, id: '2', account: 'b n&1', name: '' });
  const { found } = await finder.find({ text: 'n', limit: 5 }, callerWith(['system.administrator:read']));
  expect(found.map(({ title, detail, screen }) => [title, detail, screen])).toEqual([
    ['Anna', 'anna1', 'administrators?id=1'],
    ['b n&1', 'b n&1', 'administrators?id=2'],
  ]);
  expect(asked).toMatchObject([{ search: 'n', page_size: 5 }]);
  const customers = await finder.find({ text: 'n', limit: 5 }, callerWith(['system.user:read']));
  expect(customers.found.map(({ screen }) => screen)).toEqual(['user_list?id=1', 'user_list?id=2']);
  // Whoever sees both lists finds in both; no more is shown than was asked for.
  const both = await finder.find({ text: '', limit: 1 }, callerWith([], true));
  expect([both.count, both.found.length]).toEqual([4, 1]);
});

test('only a super administrator sees and gives that role; roles of customers are on no list of operators', async () => {
  const roles = ['super', 'administrator', 'auditor', 'agent', 'customer'].map((key) => ({
    id: key,
    key,
    kind: key === 'agent' || key === 'customer' ? key : 'operator',
  }));
  const identity = { roles: async () => roles } as never;
  const keys = async (isSuper: boolean) =>
    (await operatorRoles({ identity }, { caller: { isSuper } })).map(({ key }) => key);
  expect(await keys(true)).toEqual(['super', 'administrator', 'auditor']);
  expect(await keys(false)).toEqual(['administrator', 'auditor']);
});
