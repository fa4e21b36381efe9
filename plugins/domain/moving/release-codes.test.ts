import { afterEach, expect, test } from 'bun:test';
import type { CodeHosts } from '@waypost/sdk';
import type { TestPlugin } from '@waypost/sdk/testing';
import { NO_CODES } from '../testing/no-codes.ts';
import { startDomains } from '../testing/start-domains.ts';

const MINUTE_MS = 60_000;
let t: TestPlugin;
afterEach(() => t?.dispose());

interface TestCodes extends CodeHosts {
  on: Record<string, number>;
  away: boolean;
  /** Codes of this host cannot leave it. */
  stuck: string;
}

/** Codes on hosts, as many of one owner as `on` says; while `away` nobody answers for them. */
function codesOn(on: Record<string, number>): TestCodes {
  const codes: TestCodes = {
    ...NO_CODES,
    on,
    away: false,
    stuck: '',
    release: async ({ host, holder, limit = 100 }) => {
      if (codes.away) throw new Error('the codes are away');
      let released = 0;
      let left = 0;
      for (const key of Object.keys(on)) {
        if (!key.startsWith(`${host} `) || key === `${host} ${holder}`) continue;
        const some = host === codes.stuck ? 0 : Math.min(limit - released, on[key] ?? 0);
        on[key] = (on[key] ?? 0) - some;
        released += some;
        left += on[key];
      }
      return { released, left };
    },
  };
  return codes;
}

async function start() {
  const codes = codesOn({});
  const started = await startDomains({ codes, settings: { platform_names: 2 } });
  t = started.t;
  const [ada, ben] = [await t.person('ada.lovelace'), await t.person('ben.okri')];
  const root = await t.person('root.person', { role: 'administrator' });
  const lent = async (name: string) => {
    await t.call('domain_list/add_platform', { name, type: 1 }, { as: root });
    return (await t.call<{ id: string }>('domain_list/apply', { type: 1 }, { as: ada })).id;
  };
  return { codes, ada, ben, root, lent };
}

test('codes leave a name that nobody has, whoever’s they are: some have been given to others', async () => {
  const { codes, ada, ben, lent } = await start();
  const id = await lent('go.example.com');
  Object.assign(codes.on, { [`go.example.com ${ada.id}`]: 250, [`go.example.com ${ben.id}`]: 3 });
  await t.call('domain_list/give_back', { id }, { as: ada });
  expect(codes.on).toEqual({ [`go.example.com ${ada.id}`]: 0, [`go.example.com ${ben.id}`]: 0 });
});

test('codes that cannot leave one name keep none on another', async () => {
  const { codes, ada, lent } = await start();
  const stuck = await lent('go.example.com');
  const other = await lent('run.example.com');
  codes.stuck = 'go.example.com';
  codes.on[`go.example.com ${ada.id}`] = 1;
  await t.call('domain_list/give_back', { id: stuck }, { as: ada });
  codes.on[`run.example.com ${ada.id}`] = 7;
  await t.call('domain_list/give_back', { id: other }, { as: ada });
  expect(codes.on).toEqual({ [`go.example.com ${ada.id}`]: 1, [`run.example.com ${ada.id}`]: 0 });
});

test('while the codes are away they wait, and leave once somebody answers for them', async () => {
  const { codes, ada, root, lent } = await start();
  const id = await lent('go.example.com');
  codes.on[`go.example.com ${ada.id}`] = 5;
  codes.away = true;
  await t.call('domain_list/assign', { id, holder: null }, { as: root });
  expect(codes.on[`go.example.com ${ada.id}`]).toBe(5);
  codes.away = false;
  await t.clock.advance(2 * MINUTE_MS);
  expect(codes.on[`go.example.com ${ada.id}`]).toBe(0);
});

test('whoever has the name again before that keeps the codes on it', async () => {
  const { codes, ada, root, lent } = await start();
  const id = await lent('go.example.com');
  codes.on[`go.example.com ${ada.id}`] = 5;
  codes.away = true;
  await t.call('domain_list/assign', { id, holder: null }, { as: root });
  await t.call('domain_list/assign', { id, holder: ada.id }, { as: root });
  codes.away = false;
  await t.clock.advance(2 * MINUTE_MS);
  expect(codes.on[`go.example.com ${ada.id}`]).toBe(5);
  // Taken away later, they leave.
  await t.call('domain_list/assign', { id, holder: null }, { as: root });
  expect(codes.on[`go.example.com ${ada.id}`]).toBe(0);
});
