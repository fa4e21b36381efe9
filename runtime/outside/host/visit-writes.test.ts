import { expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import type { Session } from '@waypost/sdk';
import { createVisitWrites } from './visit-writes.ts';

const MINE = '0'.repeat(23).concat('1');
const THEIRS = '0'.repeat(23).concat('2');
const transaction = { id: 'ab'.repeat(16), number: 3 };
const link = (id: string, plugin: string): VisitLink => ({
  id,
  plugin,
  owner: '0'.repeat(24),
  host: '',
  code: 'abc',
  state: 'on',
  targets: [{ url: 'https://example.com/', weight: 1, threshold: 0 }],
  rotation_model: 1,
  jump_type: 6,
  access_mode: 1,
  visit_restriction: 1,
  open_log: 1,
});

function writes() {
  const done: string[] = [];
  const session = {} as Session;
  const made = createVisitWrites({
    plugin: 'shop',
    log: { debug() {}, info() {}, warn() {}, error() {} },
    visits: () =>
      ({
        publish: async (links: VisitLink[]) => void done.push(`publish ${links.map(({ id }) => id)}`),
        withdraw: async (ids: string[]) => void done.push(`withdraw ${ids}`),
      }) as never,
    join(name) {
      done.push(`join ${name.number}`);
      return {
        session,
        committed: async () => void done.push('committed'),
        end: async () => void done.push('end'),
      };
    },
    pluginsOf: async (ids) => new Map(ids.map((id) => [id, id === THEIRS ? 'qr' : 'shop'])),
  });
  return { made, done };
}

test('own links are written in the one transaction, which is left when it is over', async () => {
  const { made, done } = writes();
  await made.write({ method: 'publish', given: [link(MINE, 'shop')], transaction });
  await made.write({ method: 'withdraw', given: [MINE], transaction });
  await made.over({ transaction, isCommitted: true });
  expect(done).toEqual(['join 3', `publish ${MINE}`, `withdraw ${MINE}`, 'committed', 'end']);
});

test('no plugin takes, changes or removes a link of another', async () => {
  const { made, done } = writes();
  const refused = /belongs to plugin qr|names plugin qr/;
  for (const write of [
    { method: 'publish', given: [link(MINE, 'qr')], transaction },
    { method: 'publish', given: [link(THEIRS, 'shop')], transaction },
    { method: 'publish', given: [link(MINE, 'shop'), link(THEIRS, 'shop')], transaction },
    { method: 'withdraw', given: [MINE, THEIRS], transaction },
  ])
    await expect(made.write(write)).rejects.toThrow(refused);
  await expect(
    made.write({ method: 'withdraw', given: [MINE], transaction: { id: 'x', number: 1 } }),
  ).rejects.toThrow();
  expect(done.filter((step) => !step.startsWith('join'))).toEqual([]);
});
