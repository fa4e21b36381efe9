import { afterAll, expect, test } from 'bun:test';
import { axeViolations } from './axe.ts';
import { closeContexts, DESKTOP, openContext, shareBrowser } from './browser.ts';

afterAll(async () => closeContexts(await shareBrowser()));

test('axe tells of an element that a blind person could not use, and of nothing on a page that all can use', async () => {
  const context = await openContext(await shareBrowser(), { locale: 'en-US', theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  const pageOf = (inner: string) =>
    `<!doctype html><html lang="en"><head><title>Menu</title></head><body><main><h1>Menu</h1>${inner}</main></body></html>`;
  await page.setContent(pageOf('<p>Soup</p>'));
  expect(await axeViolations(page)).toEqual([]);
  await page.setContent(pageOf('<button></button><p style="color:#aaa">Soup</p>'));
  expect(await axeViolations(page)).toEqual([
    'button-name: <button></button>',
    'color-contrast (#aaaaaa on #ffffff): <p style="color:#aaa">Soup</p>',
  ]);
  await page.setContent(pageOf('<div class="menu-exit-active"><button></button></div>'));
  await page.evaluate(() => setTimeout(() => document.querySelector('.menu-exit-active')?.remove(), 400));
  expect(await axeViolations(page)).toEqual([]);
}, 120_000);
