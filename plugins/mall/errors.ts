import { defineError } from '@waypost/contract';

/** Failures of this plugin. Texts: `error.<code>` in `locales/`. */
export const mallErrors = {
  /** Something is still below it; `content` says how much of what. */
  categoryInUse: defineError({
    code: 'mall.category_in_use',
    status: 409,
    params: ['name', 'categories', 'products'],
  }),
  /** More products are in it than are moved at once. */
  categoryTooLarge: defineError({
    code: 'mall.category_too_large',
    status: 409,
    params: ['name', 'products', 'limit'],
  }),
  /** Products are still of it. */
  brandInUse: defineError({ code: 'mall.brand_in_use', status: 409, params: ['name', 'count'] }),
  /** An order was recorded under the key that says something else. */
  keyUsed: defineError({ code: 'mall.key_used', status: 409 }),
  /** Less of a product is left than an order wants. */
  outOfStock: defineError({ code: 'mall.out_of_stock', status: 409, params: ['name', 'stock'] }),
  /** The order was recorded under another key; `content` has its id. */
  orderKnown: defineError({ code: 'mall.order_known', status: 409, params: ['external_id'] }),
  /** It is longer than a file may be. */
  uploadTooLarge: defineError({ code: 'mall.upload_too_large', status: 413, params: ['megabytes'] }),
  /** The file is gone, or somebody else's. */
  uploadUnknown: defineError({ code: 'mall.upload_unknown', status: 422 }),
  /** The file is no text in an encoding that is known. */
  importUnreadable: defineError({ code: 'mall.import_unreadable', status: 422 }),
  /** The first line names no columns that a product needs. */
  importHead: defineError({ code: 'mall.import_head', status: 422, params: ['missing'] }),
  importTooLong: defineError({ code: 'mall.import_too_long', status: 422, params: ['lines'] }),
  importEmpty: defineError({ code: 'mall.import_empty', status: 422 }),
} as const;
