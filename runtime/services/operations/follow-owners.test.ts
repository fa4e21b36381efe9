import { expect, test } from 'bun:test';
import { followOwners } from './follow-owners.ts';

test('however many listen, the store is followed once, and not after the last has left', async () => {
  const followed: ((id: string | undefined) => void)[] = [];
  let asked = 0;
  let left = 0;
  const onChange = followOwners({
    follow(tell) {
      followed.push(tell);
      return () => {
        left += 1;
      };
    },
    ownerOf: async (id) => {
      asked += 1;
      return id === undefined ? undefined : `owner of ${id}`;
    },
  });
  const heard: string[] = [];
  const leave = ['a', 'b', 'c'].map((name) => onChange((owner) => heard.push(`${name}: ${owner}`)));
  followed[0]?.('7');
  await Bun.sleep(0);
  expect([followed.length, asked]).toEqual([1, 1]);
  expect(heard).toEqual(['a: owner of 7', 'b: owner of 7', 'c: owner of 7']);
  for (const one of leave) await one();
  expect(left).toBe(1);
  onChange(() => undefined);
  expect(followed.length).toBe(2);
});
