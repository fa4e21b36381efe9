import { DIMENSIONS } from '../../../plugins/qr/statistics/dimensions/values.ts';
import { STATISTICS } from '../../../plugins/qr/statistics/screens.ts';

/** One question: call and body. */
export interface Question {
  name: string;
  call: string;
  body: object;
}

/** Who asks, and what can be narrowed to. */
export interface Asker {
  /** A code of the asker's that is visited most. */
  code: string;
  /** For those who see everybody's: the customer with many codes. */
  owner: string | undefined;
  /** An address that came often. */
  ip: string;
  /** Codes, links and domains to be looked up. */
  lines: string;
  /** Days with visits, yyyy-mm-dd. */
  days: { first: string; last: string };
  isOperator: boolean;
}

/** All statistics screens: each preset; what they are divided by; one code; one customer; narrowed. */
export function statisticsQuestions({ code, owner, days, isOperator }: Asker): Question[] {
  const found: Question[] = [];
  const calls = isOperator ? ['inquire', 'user_inquire'] : ['inquire'];
  for (const { area, presets, hasFilters } of STATISTICS) {
    for (const range of presets) {
      const of = range === 'custom' ? { first_day: days.first, last_day: days.last } : {};
      if (range === 'custom' && presets.includes('today') && area === 'hourly_statistics') continue;
      for (const call of calls)
        found.push({ name: `${area} ${call} ${range}`, call: `${area}/${call}`, body: { range, ...of } });
    }
    found.push({ name: `${area} one code`, call: `${area}/inquire`, body: { link: code } });
    if (owner !== undefined)
      found.push({ name: `${area} one customer`, call: `${area}/inquire`, body: { owner } });
    if (!hasFilters) continue;
    for (const kind of ['phone', 'desktop'])
      found.push({ name: `${area} ${kind}`, call: `${area}/inquire`, body: { kind } });
    const only = { by: 'app', value: 'wechat' };
    found.push({ name: `${area} only WeChat`, call: `${area}/inquire`, body: { only } });
  }
  return found;
}

const RANGES = ['today', '7_days', '30_days', '90_days'];

/** What visits are divided by, over some ranges, alone and beside another. */
export function breakdownQuestions({ code, owner }: Asker): Question[] {
  const call = 'daily_statistics/breakdown';
  return DIMENSIONS.flatMap((dimension) => [
    ...RANGES.map((range) => ({ name: `by ${dimension}, ${range}`, call, body: { dimension, range } })),
    { name: `by ${dimension}, one code`, call, body: { dimension, range: '90_days', link: code } },
    ...(owner === undefined
      ? []
      : [{ name: `by ${dimension}, one customer`, call, body: { dimension, range: '90_days', owner } }]),
  ]);
}

/** Two things at once: counted from visitors, or from kept visits. */
export function crossedQuestions({ code }: Asker): Question[] {
  const call = 'daily_statistics/breakdown';
  return ['region', 'system', 'language', 'code'].flatMap((dimension) =>
    [{ range: '30_days' }, { range: '30_days', link: code }].map((of) => ({
      name: `by ${dimension}, only WeChat${'link' in of ? ', one code' : ''}`,
      call,
      body: { dimension, ...of, only: { by: 'app', value: 'wechat' } },
    })),
  );
}

/** Lists of visitors and pages, today, live visits. */
export function listQuestions({ code, owner, ip, days }: Asker): Question[] {
  const visitors = (name: string, body: object): Question => ({
    name: `visitors ${name}`,
    call: 'visitor/inquire',
    body,
  });
  const pages = (name: string, body: object): Question => ({
    name: `foreign pages ${name}`,
    call: 'stealing_list/inquire',
    body,
  });
  return [
    { name: 'today', call: 'today_statistics/inquire', body: {} },
    { name: 'today, own', call: 'today_statistics/user_inquire', body: {} },
    { name: 'today, one code', call: 'today_statistics/inquire', body: { link: code } },
    { name: 'live', call: 'access_real_time_statistics/inquire', body: {} },
    { name: 'live, own', call: 'access_real_time_statistics/user_inquire', body: {} },
    visitors('first page', {}),
    visitors('page 500', { page: 500 }),
    visitors('oldest first', { sort_field: 'last_time', sort_order: 'asc' }),
    visitors('by first time', { sort_field: 'first_time', sort_order: 'desc' }),
    visitors('by count', { sort_field: 'count', sort_order: 'desc' }),
    visitors('of WeChat', { app: ['wechat'] }),
    visitors('of a day', {
      last_time_from: `${days.first}T00:00:00Z`,
      last_time_to: `${days.first}T23:59:59Z`,
    }),
    visitors('of one code', { link: code }),
    visitors('of one code by count', { link: code, sort_field: 'count' }),
    visitors('searched by address', { search: ip }),
    visitors('searched by place', { search: '广东' }),
    visitors('searched for nothing there is', { search: 'zzzz' }),
    ...(owner === undefined
      ? []
      : [
          { name: 'today, one customer', call: 'today_statistics/inquire', body: { owner } },
          visitors('of one customer', { owner }),
          visitors('of one customer by count', { owner, sort_field: 'count' }),
          pages('of one customer', { owner }),
        ]),
    ...['today', '7_days', '30_days', '90_days'].map((range) => pages(range, { range })),
    pages('of one code', { link: code, range: '90_days' }),
    pages('searched', { search: 'page' }),
  ];
}

/** What only operators have. */
export function operatorQuestions({ ip, lines, days }: Asker): Question[] {
  const summary = (name: string, body: object): Question[] => [
    { name: `summary ${name}`, call: 'visit_summary/inquire', body },
    {
      name: `summary totals ${name}`,
      call: 'visit_summary/totals',
      body: Object.fromEntries(Object.entries(body).filter(([key]) => !/^(sort_|page)/.test(key))),
    },
  ];
  return [
    ...['customer', 'domain'].flatMap((by) => [
      ...['today', '7_days', '30_days'].flatMap((range) => summary(`by ${by}, ${range}`, { by, range })),
      ...summary(`by ${by}, searched`, {
        by,
        search: by === 'customer' ? 'person.1' : 'd1',
        range: '30_days',
      }),
      ...summary(`by ${by}, by addresses`, {
        by,
        range: '30_days',
        sort_field: 'ip_view_number',
        sort_order: 'desc',
      }),
      ...summary(`by ${by}, page 50`, { by, range: '30_days', page: 50 }),
    ]),
    { name: 'one address', call: 'checkout_ip/inquire', body: { ip } },
    { name: 'codes of one address', call: 'checkout_ip/codes', body: { ip } },
    { name: 'a thousand lines', call: 'batche_query/inquire', body: { lines } },
    { name: 'counters today', call: 'count_reconciliation/inquire', body: {} },
    { name: 'counters of a day', call: 'count_reconciliation/inquire', body: { day: days.last } },
  ];
}
