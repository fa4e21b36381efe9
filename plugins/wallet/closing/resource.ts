import { DEFAULT_CURRENCY, defineResource, field, type RowOf, zTime } from '@waypost/contract';
import { z } from 'zod';
import { CLOSING_FAULTS, CLOSING_STATES, FIGURES, type Figure, zSum } from './values.ts';

const own = { write: 'none' } as const;
const SHOWN: readonly Figure[] = ['received', 'credited', 'unmatched', 'changes', 'paid_out'];

const figure = (name: Figure) =>
  field(zSum, {
    ...own,
    currency: DEFAULT_CURRENCY,
    default: '0',
    list: SHOWN.includes(name) ? (true as const) : ('hidden' as const),
  });
const figures = Object.fromEntries(FIGURES.map((name) => [name, figure(name)])) as Record<
  Figure,
  ReturnType<typeof figure>
>;

/** The closing of each day, by the platform's time zone: what came in and went out, and whether it adds up. */
export const closingResource = defineResource({
  name: 'wallet.closing',
  area: 'bill_closing',
  title: 'day',
  access: 'all',
  calls: ['inquire', 'details'],
  onUninstall: 'keep',
  fields: {
    day: field(z.iso.date(), { ...own, list: true, sort: true, filter: 'range', unique: true }),
    state: field(z.enum(CLOSING_STATES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: CLOSING_STATES,
    }),
    faults: field(z.array(z.enum(CLOSING_FAULTS)), { ...own, default: [] }),
    ...figures,
    /** Entries of the journal, and those that do not sum up to 0. */
    entries: field(z.int(), { ...own, list: 'hidden', default: 0 }),
    unbalanced: field(z.array(z.string()), { ...own, default: [] }),
    checked_time: field(zTime, { ...own, list: true }),
    /** Account of whoever looked; empty: the platform, by itself. */
    checked_by: field(z.string(), { ...own, list: 'hidden', default: '' }),
    /** What all lines of bills before a moment sum up to, behind the day, so that the next one reads those since; null: not known. */
    billed_until: field(zSum.nullable(), { ...own, secret: true, default: null }),
    billed_time: field(zTime.nullable(), { ...own, secret: true, default: null }),
    /** Of what the operators were told. */
    told: field(z.string(), { ...own, secret: true, default: '' }),
  },
  indexes: [{ keys: { state: 1, day: -1 } }],
  defaultSort: { field: 'day', order: 'desc' },
});

export type ClosingRow = RowOf<typeof closingResource>;
