import { join } from 'node:path';
import type { Page } from '@waypost/contract';
import { type Api, signIn } from '../../tests/api.ts';
import { writePastVisits } from '../../tests/e2e/past-visits.ts';
import { until } from '../../tests/until.ts';
import { projectRoot } from '../process.ts';
import type { DemoPlace } from './demo-place.ts';

/** Days that have visits, and how many there are in all. */
const DAYS = 30;
const VISITS = 12_000;
const MINUTE_MS = 60_000;
const PATIENT = { withinMs: 120_000, everyMs: 250 };

type Words = readonly [chinese: string, english: string];

interface DemoCode {
  name: Words;
  group: Words;
  target: string;
}

const TABLES: Words = ['餐桌', 'Tables'];
const POSTERS: Words = ['海报', 'Posters'];
const PACKAGES: Words = ['包装', 'Packages'];
/** What customers of the demonstration have printed; the first ones are visited most. */
const PEOPLE: Readonly<Record<string, readonly DemoCode[]>> = {
  'demo.cafe': [
    { name: ['菜单', 'Menu'], group: TABLES, target: 'https://example.com/menu' },
    { name: ['点评', 'Reviews'], group: TABLES, target: 'https://example.com/reviews' },
    { name: ['会员日', 'Members’ day'], group: POSTERS, target: 'https://example.com/members' },
    { name: ['早餐', 'Breakfast'], group: POSTERS, target: 'https://example.com/breakfast' },
  ],
  'demo.shop': [
    { name: ['使用说明', 'Instructions'], group: PACKAGES, target: 'https://example.com/instructions' },
    { name: ['真伪查询', 'Is it genuine?'], group: PACKAGES, target: 'https://example.com/genuine' },
    { name: ['再次购买', 'Buy again'], group: PACKAGES, target: 'https://example.com/again' },
    { name: ['新品海报', 'New this season'], group: POSTERS, target: 'https://example.com/new' },
  ],
};

/** Waits until a demonstration answers. */
export async function untilReady({ origin }: DemoPlace): Promise<void> {
  await until(
    'the demonstration is there',
    () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    PATIENT,
  );
}

/** Fills a demonstration with people, their codes and the visits of thirty days; once, while it runs. */
export async function fillDemo(place: DemoPlace): Promise<void> {
  const { origin, password } = place;
  const language = /^zh/.test(process.env.LANG ?? '') ? 0 : 1;
  for (const [account, codes] of Object.entries(PEOPLE)) {
    createCustomer(place, account);
    await makeCodes(await signIn(origin, { account, password }), codes, language);
  }
  const operator = await signIn(origin, { account: 'demo.admin', password });
  const { content } = (
    await operator.call<Page<{ id: string; owner: string }>>('qr_code_list/inquire', {
      sort_field: 'create_time',
      sort_order: 'asc',
    })
  ).content;
  const offset = -new Date().getTimezoneOffset() * MINUTE_MS;
  const zone = { name: Intl.DateTimeFormat().resolvedOptions().timeZone, offset };
  writePastVisits({
    dataDir: place.folder,
    zone,
    now: Date.now(),
    days: DAYS,
    visits: VISITS,
    codes: content,
  });
  await until(
    'the visits are counted',
    async () => {
      const found = await operator.call<{ totals: { view_number: number } }>('historical_statistics/inquire');
      return found.content.totals.view_number >= VISITS;
    },
    PATIENT,
  );
  place.keepFilled();
}

function createCustomer({ folder, password }: DemoPlace, account: string): void {
  const words = ['account', 'create', '--account', account, '--role', 'customer', '--password-stdin'];
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, join(projectRoot, 'runtime/command/main.ts'), ...words],
    { env: { ...process.env, DATA_DIR: folder }, stdin: Buffer.from(password) },
  );
  if (exitCode !== 0) throw new Error(`the account ${account} could not be made: ${stderr}`);
}

async function makeCodes(api: Api, codes: readonly DemoCode[], language: 0 | 1): Promise<void> {
  const groups = new Map<string, string>();
  for (const { name, group, target } of codes) {
    const title = group[language];
    if (!groups.has(title))
      groups.set(title, (await api.call<{ id: string }>('group/add', { name: title })).content.id);
    const body = { name: name[language], group: groups.get(title), targets: [{ url: target }] };
    void (await api.call('qr_code_list/add', body)).content;
  }
}
