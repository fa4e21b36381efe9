import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { VisitTarget } from '@waypost/contract';
import {
  type MailLetter,
  type PluginContext,
  SITE_MESSAGES,
  type SiteMessage,
  SYSTEM_MAIL,
  type SystemMail,
} from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { startCodes } from '../../testing/start-codes.ts';
import { lookAtRotations } from './watch-rotations.ts';

setDefaultTimeout(60_000);
const [first, second, third] = ['https://a.example/', 'https://b.example/', 'https://c.example/'] as const;
const inbox: SiteMessage[] = [];
const letters: MailLetter[] = [];
const mail: SystemMail = {
  isOn: async () => true,
  locale: async () => 'en-US',
  send: async (letter) => letters.push(letter) > 0,
};
let isFull = false;
const messages = {
  async tell(message: SiteMessage) {
    if (isFull) throw new Error('no inbox takes anything now');
    return inbox.push(message);
  },
};

let t: TestPlugin;
let owner: Person;
beforeAll(async () => {
  t = await startCodes({
    accounts: { emails: async (ids) => Object.fromEntries(ids.map((id) => [id, 'ada@owner.example'])) },
    services: {
      [SITE_MESSAGES]: { version: '1.1.0', service: messages },
      [SYSTEM_MAIL]: { version: '1.0.0', service: mail },
    },
  });
  owner = await t.person('owner');
});
afterAll(() => t?.dispose());
beforeEach(async () => {
  isFull = false;
  inbox.length = 0;
  letters.length = 0;
  await t.context.model(codeResource).deleteMany({});
});

type Body = { targets: { url: string; threshold?: number }[]; rotation_model?: number };
const call = <T>(name: string, body: object) => t.call<T>(`qr_code_list/${name}`, body, { as: owner });
const add = (body: Body) => call<{ id: string }>('add', { name: 'Menu', ...body });
/** The job, as if targets had been given so many visits. */
const look = (visits: Readonly<Record<string, number>>) => {
  const targetCounts = async (links: { id: string; targets: VisitTarget[] }[]) =>
    Object.fromEntries(
      links.map(({ id, targets }) => [
        id,
        targets.map((target) => ('url' in target ? (visits[target.url] ?? 0) : 0)),
      ]),
    );
  const visitsOf = { value: Object.create(t.context.visits, { targetCounts: { value: targetCounts } }) };
  const context = Object.create(t.context, { visits: visitsOf }) as PluginContext;
  return lookAtRotations(context, { aborted: false });
};
const three = [{ url: first, threshold: 2 }, { url: second, threshold: 3 }, { url: third }];

test('the owner hears by message and e-mail that the last target was reached, once a round', async () => {
  const { id } = await add({ targets: three });
  await look({ [first]: 2, [second]: 2 });
  expect(inbox).toEqual([]);
  for (const _time of [1, 2]) await look({ [first]: 2, [second]: 3, [third]: 1 });
  expect(inbox).toEqual([
    expect.objectContaining({
      to: { accounts: [owner.id] },
      words: 'qr.notice.last_target',
      params: { name: 'Menu', count: '3' },
      screen: `set_qr_code?id=${id}&tab=targets`,
    }),
  ]);
  expect(letters).toEqual([
    expect.objectContaining({ to: 'ada@owner.example', subject: '“Menu” is at its last target' }),
  ]);
  // Another name, or another last target, is no round of its own; a threshold that was raised is one.
  await call('update', {
    id,
    version: 1,
    name: 'Menu of May',
    targets: [...three.slice(0, 2), { url: 'https://d.example/' }],
  });
  await look({ [first]: 2, [second]: 3 });
  expect(inbox).toHaveLength(1);
  await call('update', { id, version: 2, targets: [{ url: first, threshold: 5 }, ...three.slice(1)] });
  await look({ [first]: 4, [second]: 3 });
  expect(inbox).toHaveLength(1);
  await look({ [first]: 5, [second]: 3 });
  expect(inbox.map(({ params }) => params.name)).toEqual(['Menu', 'Menu of May']);
  expect(new Set(inbox.map(({ occasion }) => occasion)).size).toBe(2);
});

test('what has no last target to come to, or never comes to it, is nobody told of', async () => {
  await add({ targets: [{ url: first, threshold: 1 }] });
  await add({ targets: [{ url: first, threshold: 1 }, { url: second }, { url: third }] });
  await add({ targets: three, rotation_model: 3 });
  const { id } = await add({ targets: three });
  await call('remove', { id });
  await look({ [first]: 99, [second]: 99, [third]: 99 });
  expect(inbox).toEqual([]);
});

test('an inbox that takes nothing is asked again, and a process that ended says the same occasion once more', async () => {
  const { id } = await add({ targets: three });
  const reached = { [first]: 2, [second]: 3 };
  isFull = true;
  await look(reached);
  expect(letters).toEqual([]);
  isFull = false;
  await look(reached);
  await t.context.model(codeResource).updateOne({ _id: id }, { $set: { told_round: '' } });
  await look(reached);
  expect(inbox).toHaveLength(2);
  expect(new Set([...inbox, ...letters].map(({ occasion }) => occasion)).size).toBe(1);
});
