import {
  codeOf,
  DEFAULT_CURRENCY,
  defineResource,
  field,
  PICTURE_NAME,
  targetUrl,
  YesNo,
  zId,
} from '@waypost/contract';
import { z } from 'zod';
import { MOST_SORT, remarksField, showStatusField, sortField } from '../../catalogue/values.ts';
import { zOptionalPrice, zPrice } from '../../money/values.ts';
import { areVariantsOf, countVariants, MAX_VARIANTS } from '../../variants/values.ts';
import { brandResource } from '../mall_brand_list/resource.ts';
import { categoryReference } from '../mall_category_list/resource.ts';

/** Most pictures at the head of a product, among its details, and most properties. */
export const MOST_COVERS = 9;
export const MOST_DETAIL_IMAGES = 30;
export const MOST_PROPERTIES = 50;
const MOST_STOCK = 1_000_000_000;

/** How a product came into the catalogue: typed, told by a program, or of a file. */
export const DATA_SOURCES = ['manual', 'api', 'import'] as const;
export type DataSource = (typeof DATA_SOURCES)[number];

/** A picture that is kept here, or the address of one elsewhere. */
export const zImage = z.union([z.string().regex(PICTURE_NAME), targetUrl]);
export const zProperty = z.strictObject({
  name: z.string().trim().min(1).max(60),
  value: z.string().trim().min(1).max(200),
});
/** What a variant costs, which is named by one value of each property that has several, in their order. */
export const zVariant = z.strictObject({
  values: z.array(zProperty.shape.value).min(1).max(MOST_PROPERTIES),
  price: zPrice,
});
/** What other programs call a product; empty: nothing. */
export const zExternalId = z.string().trim().max(64);
export const zProductTitle = z.string().trim().min(1).max(120);
export const zModel = z.string().trim().max(100);
export const zDescription = z.string().trim().max(2_000);
export const zLink = z.union([z.literal(''), targetUrl]);
export const zStock = z.int().min(0).max(MOST_STOCK);
export const zRanking = z.int().min(0).max(MOST_SORT);
export const zCovers = z.array(zImage).max(MOST_COVERS);
export const zDetailImages = z.array(zImage).max(MOST_DETAIL_IMAGES);
export const zProperties = z.array(zProperty).max(MOST_PROPERTIES);
export const zVariants = z.array(zVariant).max(MAX_VARIANTS);

/** What lists of products can be sorted by, beside the times: fields that are numbers in the store. */
const SORTED = ['price_order', 'number_of_purchases', 'ranking_recommend', 'sort', 'create_time'] as const;

/** The catalogue. Amounts are texts of smallest units. */
export const productResource = defineResource({
  name: 'mall.product',
  area: 'mall_product',
  title: 'title',
  fields: {
    title: field(zProductTitle, { list: true, search: true, priority: 0 }),
    external_id: field(zExternalId, { list: 'hidden', search: true, autoComplete: 'off', default: '' }),
    category: field(zId, { list: true, ref: categoryReference }),
    brand: field(zId.nullable(), { list: true, filter: 'equals', ref: brandResource, default: null }),
    price: field(zPrice, { list: true, control: 'price', currency: DEFAULT_CURRENCY }),
    /** The least that it may be sold for; empty: nothing is said. With variants it follows from their prices. */
    lowest_price: field(zOptionalPrice, {
      list: 'hidden',
      control: 'optional_price',
      currency: DEFAULT_CURRENCY,
      default: '',
    }),
    stock: field(zStock, { list: true, default: 0 }),
    model: field(zModel, { list: 'hidden', search: true, default: '' }),
    /** A name that stands there several times has several values, which make variants. */
    properties: field(zProperties, { control: 'properties', default: [] }),
    /** Variants with a price of their own; the others cost what the product costs. */
    variants: field(zVariants, { control: 'variants', default: [] }),
    cover_images: field(zCovers, { control: 'images', default: [] }),
    detail_images: field(zDetailImages, { control: 'images', default: [] }),
    description: field(zDescription, { control: 'textarea', default: '' }),
    /** Where it is sold; empty: nowhere that is known. */
    link: field(zLink, { list: 'hidden', control: 'url', default: '' }),
    show_status: showStatusField,
    /** Its place within its category, the larger the higher. */
    sort: sortField,
    /** Its place among those that are recommended, the larger the higher; 0: none. */
    ranking_recommend: field(zRanking, { list: true, sort: true, default: 0 }),
    home_recommend: field(codeOf(YesNo), {
      list: true,
      filter: 'equals',
      options: [YesNo.no, YesNo.yes],
      control: 'switch',
      default: YesNo.no,
    }),
    /** Pieces in orders that were told and not cancelled. */
    number_of_purchases: field(z.int().min(0), { list: true, sort: true, write: 'none', default: 0 }),
    data_source: field(z.enum(DATA_SOURCES), {
      list: 'hidden',
      filter: 'equals',
      write: 'none',
      options: DATA_SOURCES,
      default: 'manual',
    }),
    remarks: remarksField,
    /** The price as a number, which lists sort by. */
    price_order: field(z.int(), { write: 'none', secret: true, sort: true, default: 0 }),
    /** What searches find it by. */
    words: field(z.array(z.string()), { write: 'none', secret: true, default: [] }),
    /** Of its pictures those that are kept here. */
    pictures: field(z.array(z.string()), { write: 'none', secret: true, default: [] }),
    /** Finds what stands in a category and in all that it has below it. */
    within: field(zId, { stored: false, write: 'none', filter: 'equals', ref: categoryReference }),
  },
  rules: [
    {
      path: 'properties',
      messageKey: 'mall.product.fault.many_variants',
      holds: ({ properties }) => countVariants(readAll(zProperties, properties)) <= MAX_VARIANTS,
    },
    {
      path: 'variants',
      messageKey: 'mall.product.fault.variants',
      holds: ({ properties, variants }) =>
        areVariantsOf(readAll(zVariants, variants), readAll(zProperties, properties)),
    },
    {
      path: 'lowest_price',
      messageKey: 'mall.product.fault.lowest',
      holds: ({ price, lowest_price }) => isAtMost(lowest_price, price),
    },
  ],
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  bodyLimit: 262_144,
  indexes: [
    { keys: { external_id: 1 }, unique: true, partial: { external_id: { $gt: '' } } },
    { keys: { update_time: -1, _id: -1 } },
    ...SORTED.map((by) => ({ keys: { [by]: -1, _id: -1 } as const })),
    ...SORTED.map((by) => ({ keys: { category: 1, [by]: -1, _id: -1 } as const })),
    ...SORTED.map((by) => ({ keys: { brand: 1, [by]: -1, _id: -1 } as const })),
    ...SORTED.map((by) => ({ keys: { show_status: 1, [by]: -1, _id: -1 } as const })),
    { keys: { brand: 1, update_time: -1, _id: -1 } },
    { keys: { show_status: 1, update_time: -1, _id: -1 } },
    { keys: { home_recommend: 1, ranking_recommend: -1, _id: -1 } },
    { keys: { data_source: 1, create_time: -1, _id: -1 } },
    { keys: { words: 1 } },
    { keys: { pictures: 1 } },
  ],
  countLimit: 10_000,
  defaultSort: { field: 'create_time', order: 'desc' },
});

/** Values of a list; what is none is told at its field. */
const readAll = <T>(list: z.ZodType<T[]>, value: unknown): T[] => list.safeParse(value).data ?? [];

/** Whether an amount is no more than another one, or there is none; what is no amount is told at its field. */
export function isAtMost(least: unknown, price: unknown): boolean {
  if (typeof least !== 'string' || least === '' || typeof price !== 'string') return true;
  if (!zPrice.safeParse(least).success || !zPrice.safeParse(price).success) return true;
  return BigInt(least) <= BigInt(price);
}
