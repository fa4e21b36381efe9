import { DEFAULT_CURRENCY, defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import { zPrice } from '../../money/values.ts';
import { limitFields } from '../../plans/values.ts';

/** Days of the longest plan: ten years. */
const LONGEST_PLAN = 3_660;

export const zPlanDays = z.int().min(1).max(LONGEST_PLAN);

/** What customers can buy. An order keeps the terms that it was made with: a change holds for later ones. */
export const planResource = defineResource({
  name: 'wallet.plan',
  area: 'vip_combo',
  title: 'name',
  access: 'all',
  needsSecondFactor: ['add', 'update', 'remove'],
  onUninstall: 'keep',
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true }),
    description: field(z.string().trim().max(300), { list: 'hidden', control: 'textarea', default: '' }),
    /** In smallest units. */
    price: field(zPrice, { list: true, control: 'price', currency: DEFAULT_CURRENCY }),
    days: field(zPlanDays, { list: true, sort: true, unit: 'wallet.unit.days', default: 30 }),
    ...limitFields,
    /** Larger ones are offered first. */
    sort: field(z.int().min(0).max(9_999), { list: true, sort: true, default: 0 }),
    state: field(z.enum(['on', 'off']), {
      list: true,
      filter: 'equals',
      quick: true,
      options: ['on', 'off'],
      control: 'radio',
      default: 'off',
    }),
  },
  indexes: [{ keys: { state: 1, sort: -1, _id: 1 } }],
  defaultSort: { field: 'sort', order: 'desc' },
});
