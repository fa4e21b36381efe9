import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { encodePng } from '../../../codes/design/encode-png.ts';
import { startCodes } from '../../../testing/start-codes.ts';
import { codeResource } from '../../qr_code_list/resource.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let anna: Person;
let ben: Person;
beforeAll(async () => {
  t = await startCodes();
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

interface Preview {
  address: string | null;
  html: string | null;
}
const URL_TARGET = { url: 'https://example.com/menu' };
const preview = (body: object, as = anna) =>
  t.call<Preview>(
    'qr_code_list/preview',
    { status: 'on', target: URL_TARGET, ...body },
    { as, locale: 'en-US' },
  );
const refused = (body: object, as: Person) =>
  preview(body, as).then(
    () => 200,
    (error: CallRefused) => error.status,
  );

test('a web address is named and not opened; a code that leads nowhere, or asks for a password, shows its page', async () => {
  expect(await preview({})).toEqual({ address: 'https://example.com/menu', html: null });
  const pages = {
    off: 'This link is paused',
    frozen: 'This link has been stopped',
    expired: 'This link is no longer available',
    unclaimed: 'This code is not in use yet',
  };
  for (const [status, title] of Object.entries(pages))
    expect((await preview({ status, has_password: true })).html).toContain(title);
  const over = 'https://example.com/over';
  expect(await preview({ status: 'expired', expired_target: over })).toEqual({ address: over, html: null });
  const { html } = await preview({ has_password: true });
  expect(html).toContain('type="password"');
  // The focus stays in the form, and no link opens anything.
  expect(html).not.toContain('autofocus');
  expect(html).toContain('<base target="_blank">');
});

test('a contact is drawn as visitors get it, with nothing in it that runs, and nothing is stored', async () => {
  const contact = { name: '<script>alert(1)</script>', phones: ['+254 700 123 456'] };
  const { html } = await preview({ target: { contact } });
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('Save contact');
  expect(html).not.toContain('<script');
  expect(await t.rows(codeResource).all()).toEqual([]);
});

test('a picture and a pool are shown to those who may see them, and to nobody else', async () => {
  const drawn = await encodePng({ size: 1, pixels: Uint8Array.of(7, 7, 7) });
  const data = Buffer.from(drawn).toString('base64');
  const { picture } = await t.call<{ picture: string }>(
    'qr_code_list/target_picture',
    { data },
    { as: anna },
  );
  const target = { picture };
  expect((await preview({ target })).html).toContain('<img src="data:image/png;base64,');
  expect(await refused({ target }, ben)).toBe(404);
  const { id } = await t.call<{ id: string }>(
    'qr_code_list/add',
    { name: 'Shown', targets: [target] },
    { as: anna },
  );
  expect(await refused({ target, id }, ben)).toBe(404);

  const pool = await t.call<{ id: string }>('internal_code_grouping/add', { name: 'Groups' }, { as: anna });
  const inPool = { target: { pool: pool.id } };
  expect((await preview(inPool)).html).toContain('This link is paused');
  await t.call('pool_item/add', { pool: pool.id, name: 'One', target }, { as: anna });
  expect((await preview(inPool)).html).toContain('Press and hold the picture');
  expect(await refused(inPool, ben)).toBe(404);
});
