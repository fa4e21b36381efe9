import type { Page as PageOf } from '@waypost/contract';
import type { Page } from 'playwright-core';
import type { Statistics } from '../../plugins/qr/statistics/calls.ts';
import { type Api, signIn } from '../api.ts';
import { startProduct } from '../product.ts';
import { CALM_ZONE } from '../time-zone.ts';
import { until } from './browser.ts';
import { writePastVisits } from './past-visits.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

/** Enough for every day and every part of a breakdown to have some. */
const VISITS = 6_000;

/** A product with three codes and the visits of a hundred days, and how to ask it for its figures. */
export interface StatisticsPlace extends Place {
  api: Api;
  codes: { id: string; owner: string; name: string }[];
  /** What `<area>/inquire` answers the administrator. */
  ask(area: string, body: object): Promise<Statistics>;
}

export async function openStatistics(): Promise<StatisticsPlace> {
  const place = await openPlace(startProduct);
  const { product } = place;
  const api = await signIn(product.origin, product.administrator);
  for (const name of ['Menu', 'Poster', 'Van'])
    await api.call('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  const listed = await api.call<PageOf<StatisticsPlace['codes'][number]>>('qr_code_list/inquire');
  const codes = listed.content.content;
  const past = { zone: CALM_ZONE, now: Date.now(), days: 100, visits: VISITS, codes };
  writePastVisits({ dataDir: product.dataDir, ...past });
  await until('all visits are counted', async () => {
    const { content } = await api.call<Statistics>('historical_statistics/inquire');
    return content.totals.view_number === VISITS;
  });
  return {
    ...place,
    api,
    codes,
    ask: async (area, body) => (await api.call<Statistics>(`${area}/inquire`, body)).content,
  };
}

/** Waits until the card of that name shows a figure; the line of a code's day has the same names, and no cards. */
export async function showsFigure(page: Page, label: string, figure: number): Promise<void> {
  const card = page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .filter({ has: page.locator('dd > span') });
  const shown = card.locator('dd').first().locator('span').first();
  await shows(shown, { text: figure.toLocaleString('en-US') });
}
