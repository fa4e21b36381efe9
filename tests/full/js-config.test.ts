import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import { arriveAt, openScreen, until } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { startProduct } from '../product.ts';

// The page that visitors see on their way: written by an operator, seen by a visitor, and taken back by one press.
setDefaultTimeout(120_000);

const TARGET = 'https://landing.example/menu?a=1&b=2';
/** What would be a script if it could leave its place. */
const NAME = `Menu "'</script><script>document.title='out'</script>`;

let place: Place;
let operating: Api;

beforeAll(async () => {
  place = await openPlace(() => startProduct());
  operating = await signIn(place.product.origin, place.product.administrator);
}, 180_000);
afterAll(() => place?.close());

async function addCode(jump_type: number): Promise<string> {
  const { content } = await operating.call<{ short_code: string }>('qr_code_list/add', {
    name: NAME,
    targets: [{ url: TARGET }],
    jump_type,
  });
  return `${place.product.origin}/${content.short_code}`;
}

const save = async (jump_type: number, html: string) => {
  const { content } = await operating.call<{ version: number }>('js_config/details', { jump_type });
  const body = { jump_type, version: content.version, html, note: '' };
  expect((await operating.call('js_config/update', body)).status).toBe(200);
};

/** Visitors come a second after the save at the latest. */
const waitForPage = (url: string, part: string) =>
  until('the page is in force', async () => (await (await fetch(url)).text()).includes(part));

async function openAsVisitor(url: string) {
  const { context, page } = await place.open();
  await context.route('https://landing.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>landed</h1>' }),
  );
  await page.goto(url).catch(() => undefined);
  return { context, page };
}

test('an operator writes a page from the example, sees it, and visitors get it and are led on', async () => {
  const { context, page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'js_config?type=3');
  await page.getByText('The built-in page is shown.').waitFor();
  await page.getByRole('button', { name: 'Begin with an example' }).click();
  const frame = page.getByTitle('The page as visitors see it');
  await frame.waitFor();
  // Nothing of it runs, and nothing of it has the origin of the back-office.
  await shows(frame, { attribute: ['sandbox', ''] });
  await page
    .frameLocator('iframe[title="The page as visitors see it"]')
    .getByRole('heading', { name: 'Summer menu & drinks' })
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and show' }).click();
  await page.getByText('Version 1 is shown.').waitFor();

  const url = await addCode(3);
  await waitForPage(url, 'Menu&#32;');
  const visitor = await openAsVisitor(url);
  await visitor.page.waitForURL(TARGET);
  await shows(visitor.page.locator('h1').first(), { text: 'landed' });
  await visitor.context.close();

  // A page that leads nowhere is refused at its field, and one press takes the page back.
  await page.getByRole('textbox', { name: 'Page' }).fill('<p>{{name}}</p>');
  await page.getByRole('button', { name: 'Save and show' }).click();
  await page
    .getByText('Visitors would get nowhere. Put {{target}} or {{jump}} into the page.')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Show the built-in page' }).click();
  await page.getByText('The built-in page is shown.').waitFor();
  await waitForPage(url, 'id="target"');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Show again Version 1' }).click();
  await page.getByText('Version 3 is shown.').waitFor();
  await waitForPage(url, 'Menu&#32;');
  // What the frame would have run is stopped by the box, and the browser says so.
  expect(faults.filter((fault) => !fault.includes('sandboxed'))).toEqual([]);
  await context.close();
});

test('each value is the very text in the browser, wherever it stands, and nothing of it runs', async () => {
  await save(
    5,
    `<title>{{name}}</title><p id="text">{{name}}</p><p id="attribute" title='{{name}}'></p>
<a id="target" href="{{target}}">x</a><a id="query" href="https://s.example/?q={{name}}">x</a>
<button id="press" onclick="document.body.dataset.pressed = '{{name}}'">x</button>
<script>document.body.dataset.script = "{{name}}"</script>`,
  );
  const url = await addCode(5);
  await waitForPage(url, 'id="attribute"');
  const { context, page } = await openAsVisitor(url);
  await page.locator('#press').click();
  const found = await page.evaluate(() => {
    const part = (id: string) => document.getElementById(id) as HTMLAnchorElement;
    const { pressed, script } = document.body.dataset;
    return {
      text: [document.title, part('text').textContent, part('attribute').title, pressed, script],
      target: part('target').href,
      query: new URL(part('query').href).searchParams.get('q'),
      scripts: document.scripts.length,
    };
  });
  expect(found).toEqual({ text: Array(5).fill(NAME), target: TARGET, query: NAME, scripts: 1 });
  await context.close();
});

test.each([1, 2, 3, 5])('jump type %i leads on by its means from a box', async (jump_type) => {
  await save(jump_type, '<p id="own">own</p>{{jump}}');
  const url = await addCode(jump_type);
  await waitForPage(url, 'id="own"');
  const { context, page } = await openAsVisitor(url);
  await page.waitForURL(TARGET);
  await context.close();
});

test('jump type 4 opens a tab that is not boxed, and keeps its own page', async () => {
  await save(4, '<button id="press" onclick="window.open(\'{{target}}\')">x</button>');
  const url = await addCode(4);
  await waitForPage(url, 'id="press"');
  const { context, page } = await openAsVisitor(url);
  const [opened] = await Promise.all([context.waitForEvent('page'), page.locator('#press').click()]);
  await opened.waitForURL(TARGET);
  // A box would have taken its storage from it.
  const storage = () => [origin, typeof localStorage.getItem('none')];
  expect(await opened.evaluate(storage)).toEqual(['https://landing.example', 'object']);
  await arriveAt(page, ({ href }) => href === url);
  await context.close();
});
