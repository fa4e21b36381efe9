import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { RotationModel } from '@waypost/contract';
import { PNG } from 'pngjs';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { arriveAt, DESKTOP, openScreen, PHONE, until } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A code whose visitors get a picture or a contact, made and changed in its form.
setDefaultTimeout(120_000);

const PICTURES = process.env.WAYPOST_TEST_PICTURES;
const CODE_PAGE = /set_qr_code\?(?:.*&)?id=([0-9a-f]{24})/;

let place: Place;
let owner: Credentials;
let owning: Api;
beforeAll(async () => {
  place = await openPlace();
  owner = await createAccount(place.product, { account: 'target.kinds', role: 'customer' });
  owning = await signIn(place.product.origin, owner);
}, 180_000);
afterAll(() => place?.close());

interface Row {
  short_code: string;
  targets: { url?: string; remark?: string; picture?: string; contact?: Record<string, unknown> }[];
}
const details = async (id: string) => (await owning.call<Row>('qr_code_list/details', { id })).content;

function drawnPicture() {
  const drawn = new PNG({ width: 300, height: 400 });
  drawn.data.fill(180);
  return { name: 'group.png', mimeType: 'image/png', buffer: PNG.sync.write(drawn) };
}

test('a picture is chosen, shown as visitors see it, and replaced by a contact later', async () => {
  const { context, page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'set_qr_code');
  await page.getByRole('radio', { name: 'Address', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await shows(page.locator('input[type=radio]:focus'), { value: 'picture' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Group of the street');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Choose a picture.').first().waitFor();
  await page.locator('input[type=file][aria-label="Picture"]').setInputFiles(drawnPicture());
  const shown = page.getByRole('img', { name: 'Picture', exact: true });
  await shown.waitFor();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  const phone = page.frameLocator('iframe[title="Visitor\'s page"]');
  await phone.getByRole('heading', { name: 'Press and hold the picture' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/target-picture.png`, fullPage: true });
  // On a phone nothing stands beside the form: the bar has a button for it.
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('dialog', { name: 'What visitors see' }).waitFor();
  await phone.getByRole('heading', { name: 'Press and hold the picture' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await arriveAt(page, CODE_PAGE);
  const id = CODE_PAGE.exec(page.url())?.[1] ?? '';
  const { short_code, targets } = await details(id);
  expect(targets).toEqual([{ picture: expect.stringMatching(/^[\w-]{43}$/) }]);
  const visited = await context.newPage();
  await visited.goto(`${place.product.origin}/${short_code}`);
  await visited.getByRole('heading', { name: 'Press and hold the picture' }).waitFor();
  await visited.close();

  await openScreen(page, place.product.origin, `set_qr_code?id=${id}&tab=targets`);
  await shown.waitFor();
  await page.getByRole('main').getByText('Contact', { exact: true }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field("Contact's name").fill('Amina Njeri');
  await field('Organization').fill('Chai ya Pwani');
  await field('Phone numbers').fill('+254 700 123 456');
  await page.keyboard.press('Enter');
  await field('Website').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter a full web address').first().waitFor();
  await field('Website').fill('');
  await phone.getByRole('heading', { name: 'Amina Njeri' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  if (PICTURES) {
    await page.screenshot({ path: `${PICTURES}/target-contact.png`, fullPage: true });
    await page.setViewportSize(PHONE);
    await page.screenshot({ path: `${PICTURES}/target-contact-phone.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until('the contact is saved', async () => (await details(id)).targets[0]?.contact !== undefined);
  expect((await details(id)).targets).toEqual([
    { contact: { name: 'Amina Njeri', organization: 'Chai ya Pwani', phones: ['+254 700 123 456'] } },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('the parameters of a campaign are put into the address, and nothing else of it changes', async () => {
  const { content } = await owning.call<{ id: string }>('qr_code_list/add', {
    name: 'Spring',
    rotation_model: RotationModel.polling,
    targets: [
      { url: 'https://a.example/menu?lang=sw&utm_source=old#top' },
      { url: 'https://a.example/evening', remark: 'Evening' },
    ],
  });
  const { context, page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, `set_qr_code?id=${content.id}&tab=targets`);
  // Each target bears its number, and a note stands there only where there is one.
  await page.locator('[data-path=targets] li').last().getByText('Target 2', { exact: true }).last().waitFor();
  const notes = page.locator('[data-path=targets]').getByRole('textbox', { name: 'Note', exact: true });
  await shows(notes, { count: 1 });
  await page.getByRole('button', { name: 'Add note', exact: true }).click();
  await page.keyboard.type('On the poster');
  await shows(notes.first(), { value: 'On the poster' });
  await page.getByRole('button', { name: 'Campaign parameters' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Campaign parameters' });
  const field = (name: string) => drawer.getByRole('textbox', { name, exact: true });
  await shows(field('Source'), { value: 'old' });
  await field('Source').fill('poster');
  await field('Campaign').fill('Spring & tea');
  await shows(drawer.locator('output'), {
    text: 'https://a.example/menu?lang=sw&utm_source=poster&utm_campaign=Spring%20%26%20tea#top',
  });
  expect(await axeViolations(page)).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/campaign.png` });
  await drawer.getByRole('button', { name: 'Add to the address' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until('the address is saved', async () =>
    ((await details(content.id)).targets[0]?.url ?? '').includes('utm_campaign'),
  );
  expect((await details(content.id)).targets).toEqual([
    {
      url: 'https://a.example/menu?lang=sw&utm_source=poster&utm_campaign=Spring%20%26%20tea#top',
      remark: 'On the poster',
    },
    { url: 'https://a.example/evening', remark: 'Evening' },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});
