import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { seal } from '../api.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  settle,
  shareBrowser,
} from '../e2e/browser.ts';
import { shows } from '../e2e/shows.ts';
import { addCode, type CodeRow, type MadeCode, openWorld, type PageOf, until, type World } from './world.ts';

setDefaultTimeout(180_000);

/** Text that becomes a script wherever it is taken for markup, an address or a template. */
const PAYLOADS = [
  '<img src=x onerror=hit(1)>',
  '"><svg/onload=hit(2)>',
  "'-hit(3)-'",
  '</title></textarea><script>hit(4)</script>',
  '{{constructor.constructor("hit(5)")()}}',
  '<a href="javascript:hit(6)">x</a>',
  'javascript:hit(7)',
  '<iframe srcdoc="<script>parent.hit(8)</script>">',
] as const;
const TARGET =
  "https://hostile.example/\"><script>hit(9)</script>?a='-hit(9)-'&b=</a><img src=x onerror=hit(9)>";
const AGENTS = PAYLOADS.slice(0, 4).flatMap((payload) => [
  payload,
  `Mozilla/5.0 (Linux; Android 13; ${payload} Build/1) AppleWebKit/537.36 ${payload}/9.0 Mobile Safari/537.36`,
]);

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Anna's: the lists of codes show what is one's own. */
let ownerPage: Page;
let codes: MadeCode[];
/** What ran, what the policy stopped, and what asked for attention. */
const found = {
  hits: [] as string[],
  violations: [] as string[],
  dialogs: [] as string[],
  faults: [] as string[],
};

beforeAll(async () => {
  world = await openWorld();
  codes = await plant();
  browser = await shareBrowser();
  [page, ownerPage] = await Promise.all([
    signedIn(world.product.administrator),
    signedIn({ account: 'anna.security', password: world.secrets.passwords[3] as string }),
  ]);
  context = page.context();
}, 180_000);
afterAll(() => closeContexts(browser));

/** A browser of its own in which somebody has signed in, with every alarm set. */
async function signedIn(credentials: { account: string; password: string }): Promise<Page> {
  const fresh = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  await fresh.exposeFunction('hit', (number: unknown) => void found.hits.push(String(number)));
  await fresh.exposeFunction('reportViolation', (text: string) => void found.violations.push(text));
  await fresh.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`,
      );
    });
  });
  await fresh.route('https://hostile.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>landed</h1>' }),
  );
  const opened = await watched(fresh);
  await enterAs(opened, world.product.origin, credentials);
  return opened;
}

async function watched(place: BrowserContext = context): Promise<Page> {
  const opened = await place.newPage();
  opened.on('dialog', (dialog) => {
    found.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  opened.on('pageerror', (error) => found.faults.push(error.message));
  return opened;
}

/** Puts the payloads wherever people and visitors can write. */
async function plant(): Promise<MadeCode[]> {
  const { anna, root, product } = world;
  const made: MadeCode[] = [];
  for (const payload of PAYLOADS)
    made.push(
      await addCode(anna, {
        name: payload,
        remark: payload,
        file_name: payload.slice(0, 64),
        targets: [
          { url: TARGET, remark: payload, threshold: 1_000_000 },
          { url: 'https://hostile.example/second', remark: payload },
        ],
        open_log: 2,
        jump_type: 6,
      }),
    );
  for (const [index, agent] of AGENTS.entries())
    await fetch(`${product.origin}/${made[0]?.short_code}`, {
      redirect: 'manual',
      headers: {
        'user-agent': agent,
        referer: `https://hostile.example/${PAYLOADS[index % PAYLOADS.length]}`,
        'x-forwarded-for': `198.51.100.${index + 100}`,
        'accept-language': PAYLOADS[0],
      },
    });
  for (const [index, payload] of PAYLOADS.slice(0, 3).entries()) {
    const password = await seal(root, 'Hostile123', 'administrator', 'add', 'password');
    await root.call('administrator/add', { account: `hostile.${index}`, name: payload, password });
  }
  await until(
    async () => (await root.call<CodeRow>('qr_code_list/details', { id: made[0]?.id })).content,
    ({ view_number }) => view_number >= AGENTS.length,
  );
  return made;
}

function expectNothingRan(): void {
  expect(found).toEqual({ hits: [], violations: [], dialogs: [], faults: [] });
}

const showsPayload = (of: Page) => shows(of.locator('body'), { contains: PAYLOADS[0] });

describe('XSS 1.3: a name or a user agent would act with the rights of whoever reads the list', () => {
  test('the alarm works: injected markup is stopped by the served policy, and is reported', async () => {
    const probe = await watched();
    await probe.goto(`${world.product.origin}/`);
    await probe.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="hit(0)">');
    });
    await until(
      async () => found.violations.length,
      (count) => count > 0,
    );
    expect(found.violations[0]).toContain('script-src');
    expect(found.hits).toEqual([]);
    await probe.close();
    found.violations.length = 0;
  });

  test('list of codes, its search and the page of each', async () => {
    await openScreen(ownerPage, world.product.origin, 'qr_code_list?page_size=100');
    await showsPayload(ownerPage);
    for (const { id } of codes.slice(0, 4)) {
      await openScreen(ownerPage, world.product.origin, `set_qr_code?id=${id}`);
      const names = PAYLOADS.map(RegExp.escape).join('|');
      await shows(ownerPage.locator('h1'), { text: new RegExp(`^(?:${names})$`) });
      await openScreen(ownerPage, world.product.origin, `set_qr_code?id=${id}&tab=history`);
    }
    await openScreen(
      ownerPage,
      world.product.origin,
      `qr_code_list?search=${encodeURIComponent(PAYLOADS[0])}`,
    );
    expectNothingRan();
  });

  test('no link on a screen leads anywhere but to the web', async () => {
    await openScreen(ownerPage, world.product.origin, `set_qr_code?id=${codes[0]?.id}`);
    const protocols = await ownerPage
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
    expect(protocols.filter((protocol) => !['http:', 'https:', 'blob:'].includes(protocol))).toEqual([]);
  });

  test('the editor of a code', async () => {
    await openScreen(ownerPage, world.product.origin, `set_qr_code?id=${codes[0]?.id}&tab=targets`);
    const values = await ownerPage
      .locator('input, textarea')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    expect(values).toContain(PAYLOADS[0]);
    expectNothingRan();
  });

  test('visitors with hostile agents and referrers, and the drawer of one', async () => {
    await openScreen(page, world.product.origin, `visitor?link=${codes[0]?.id}`);
    await showsPayload(page);
    const { content } = (
      await world.root.call<PageOf<{ id: string; user_agent: string }>>('visitor/inquire', {
        link: codes[0]?.id,
      })
    ).content;
    expect(content.length).toBe(AGENTS.length);
    expect(new Set(content.map(({ user_agent }) => user_agent))).toEqual(new Set(AGENTS));
    for (const { id } of content.slice(0, 3)) {
      await openScreen(page, world.product.origin, `visitor?link=${codes[0]?.id}&drawer=view:${id}`);
      await settle(page);
    }
    expectNothingRan();
  });

  test('today’s statistics with a hostile name at the top, and the administrators', async () => {
    await openScreen(page, world.product.origin, 'today_statistics');
    await page.getByText(PAYLOADS[0]).first().waitFor();
    await openScreen(page, world.product.origin, 'administrators');
    await showsPayload(page);
    expectNothingRan();
  });

  test('addresses of the back-office that carry markup', async () => {
    for (const route of [
      `#/customer/${encodeURIComponent(PAYLOADS[0])}`,
      `#/customer/qr_code_list?drawer=${encodeURIComponent(`view:${PAYLOADS[0]}`)}`,
      `#/customer/qr_code_list?search=${encodeURIComponent(PAYLOADS[3])}&page=javascript:hit(1)`,
      `#/login?redirect=javascript:hit(1)&next=//hostile.example`,
      `#/javascript:hit(1)`,
      `?locale=${encodeURIComponent(PAYLOADS[0])}`,
    ]) {
      await page.goto(`${world.product.origin}/${route}`);
      await page.waitForTimeout(300);
      expect(new URL(page.url()).origin).toBe(world.product.origin);
    }
    expectNothingRan();
  });
});

describe('XSS 1.3 on pages that visitors see', () => {
  test.each([1, 2, 3, 4, 5])(
    'jump type %i carries a hostile target to its site and runs nothing of it',
    async (jump_type) => {
      const { short_code } = await addCode(world.anna, { targets: [{ url: TARGET }], jump_type });
      const visitor = await watched();
      const popup = visitor.waitForEvent('popup', { timeout: 3_000 }).catch(() => undefined);
      await visitor.goto(`${world.product.origin}/${short_code}`).catch(() => undefined);
      if (jump_type === 4) {
        // Browsers may keep the new tab back; the link on the page is then what a person presses.
        const opened = await popup;
        if (opened === undefined)
          await shows(visitor.locator('#target'), { attribute: ['href', /hostile\.example/] });
        await opened?.close();
      } else {
        await visitor.waitForURL(/^https:\/\/hostile\.example\/.*%3Cscript%3E/, { timeout: 60_000 });
      }
      await visitor.close();
      expectNothingRan();
    },
  );

  test('refusal pages repeat nothing of the request', async () => {
    const visitor = await watched();
    for (const path of [
      `/${encodeURIComponent(PAYLOADS[0])}`,
      `/nothing?x=${encodeURIComponent(PAYLOADS[3])}#${encodeURIComponent(PAYLOADS[0])}`,
      `/${codes[0]?.short_code}x?s=${encodeURIComponent(PAYLOADS[1])}`,
    ]) {
      await visitor.setExtraHTTPHeaders({
        referer: `https://hostile.example/${encodeURIComponent(PAYLOADS[0])}`,
      });
      await visitor.goto(world.product.origin + path);
      expect(await visitor.content()).not.toContain('hit(');
    }
    await visitor.close();
    expectNothingRan();
  });

  test('a picture is data for a program, never a page of this origin', async () => {
    const { content } = await world.anna.call<{ data: string; media_type: string }>('qr_code_list/picture', {
      id: codes[0]?.id,
      format: 'svg',
    });
    expect(content.data).not.toMatch(/<script|onload|javascript:|<foreignObject/i);
    const raw = await fetch(`${world.product.origin}/api/qr_code_list/picture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.anna.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: codes[0]?.id, format: 'svg' }),
    });
    expect(raw.headers.get('content-type')).toStartWith('application/json');
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
