/** Most lines of one file, and letters of one line. */
export const MOST_LINES = 100_000;
export const LONGEST_LINE = 32_768;
/** Lines that a check of a file compares with the catalogue: some seconds, where all of them can take longer than a call may. */
export const MAX_CHECKED_LINES = 20_000;
/** Faults that a check of a file names; the others are only counted. */
export const MAX_SHOWN_FAULTS = 100;

/** What a file may say of a product, in the order in which an export says it. */
export const PRODUCT_COLUMNS = [
  'external_id',
  'title',
  'category',
  'brand',
  'price',
  'lowest_price',
  'stock',
  'model',
  'properties',
  'variants',
  'cover_images',
  'detail_images',
  'description',
  'link',
  'show_status',
  'sort',
  'ranking_recommend',
  'home_recommend',
  'remarks',
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** Those without which there is no product. */
export const NEEDED_COLUMNS = ['external_id', 'title', 'category', 'price'] as const;
