import { expect, test } from 'bun:test';
import { EVERYDAY_WORDS, SERVED_EVERYWHERE, SHELL_ROUTES } from '@waypost/contract';
import { createReservedNames } from './reserved-names.ts';

const isReserved = createReservedNames({
  generation: () => ({
    number: 1,
    inactiveAreas: new Map([
      ['plan', 'planning'],
      ['resting', 'planning'],
    ]),
    activations: new Map([
      [
        'shop',
        {
          manifest: { areas: ['menu', 'shop'], public_screens: ['about', 'share_access'] },
          routes: [
            { area: 'menu', call: 'tree' },
            { area: 'shop', call: 'pay' },
          ],
          menus: [{ place: { route: 'order' } }, { place: { route: 'shop_list' } }],
        },
      ],
    ]),
  }),
  isOwnHost: (host) => host === 'app.example',
  shellDirectory: '/nowhere/at/all',
});

test('people can print everyday words on the own names, but no word that a screen for strangers has', () => {
  for (const host of ['', 'app.example']) {
    const free = [...EVERYDAY_WORDS].filter((word) => !isReserved(word.toUpperCase(), host));
    expect(free).toEqual(['menu', 'order', 'home', 'bill', 'pay', 'plan']);
  }
});

test('login, registration, sharing, reports, the shell, screens and calls never become free on the own names', () => {
  const names = [
    ...Object.values(SHELL_ROUTES),
    ...SERVED_EVERYWHERE,
    ...['share_access', 'report_abuse', 'api', 'assets', 'plugins', 'page', 'file', 'internal'],
    ...['qr_code_list', 'shop', 'tree', 'shop_list', 'resting'],
  ];
  for (const host of ['', 'app.example'])
    expect(names.filter((name) => !isReserved(name, host) || !isReserved(name.toUpperCase(), host))).toEqual(
      [],
    );
});

test('on a customer’s own domain only what is served there is reserved', () => {
  for (const name of ['api', 'file', 'admin_login', 'qr_code_list', 'shop', 'about', 'resting'])
    expect([name, isReserved(name, 'go.customer.example')]).toEqual([name, false]);
  for (const name of SERVED_EVERYWHERE)
    expect(isReserved(name.toUpperCase(), 'go.customer.example')).toBe(true);
});
