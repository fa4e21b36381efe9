import {
  type ColumnChoices,
  chosenColumns,
  completeTarget,
  PICTURE_NAME,
  readPrice,
  showAmount,
  YesNo,
} from '@waypost/contract';
import { type CsvRecord, type CsvValue, cellText } from '@waypost/sdk';
import { z } from 'zod';
import { remarksField, ShowStatus } from '../catalogue/values.ts';
import { zOptionalPrice, zPrice } from '../money/values.ts';
import type { StoredProduct } from '../products/stored.ts';
import { TITLE_SEPARATOR } from '../screens/mall_category_list/resource.ts';
import {
  isAtMost,
  zCovers,
  zDescription,
  zDetailImages,
  zExternalId,
  zLink,
  zModel,
  zProductTitle,
  zProperties,
  zRanking,
  zStock,
  zVariants,
} from '../screens/mall_product_list/resource.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from './values.ts';
import { variantsOfCell, variantsText } from './variants-cell.ts';

/** What a head may call its columns beside the names that an export gives them. */
const HEADS: Readonly<Record<string, ProductColumn>> = {
  ...Object.fromEntries(PRODUCT_COLUMNS.map((column) => [column, column])),
  id: 'external_id',
  sku: 'external_id',
  外部编号: 'external_id',
  商品编号: 'external_id',
  name: 'title',
  名称: 'title',
  商品名称: 'title',
  标题: 'title',
  jina: 'title',
  分类: 'category',
  kundi: 'category',
  品牌: 'brand',
  chapa: 'brand',
  价格: 'price',
  bei: 'price',
  最低价: 'lowest_price',
  bei_ya_chini: 'lowest_price',
  库存: 'stock',
  hisa: 'stock',
  型号: 'model',
  modeli: 'model',
  属性: 'properties',
  sifa: 'properties',
  封面图: 'cover_images',
  详情图: 'detail_images',
  描述: 'description',
  maelezo: 'description',
  链接: 'link',
  kiungo: 'link',
  显示状态: 'show_status',
  备注: 'remarks',
  排行推荐: 'ranking_recommend',
  首页推荐: 'home_recommend',
  排序: 'sort',
  mpangilio: 'sort',
  规格: 'variants',
  规格价格: 'variants',
  aina: 'variants',
};

/** Why a line of a file makes no product. */
export type LineFault =
  | 'too_long'
  | 'open_quote'
  | ProductColumn
  | 'above_price'
  | 'twice'
  | 'no_category'
  | 'no_brand';

/** What a line says of a product; of columns that the file does not have, nothing. */
export type LineFields = Partial<
  Pick<StoredProduct, Exclude<ProductColumn, 'category' | 'brand'>> & {
    /** Titles from the outermost one, as a category's `full_title` has them. */
    category: string;
    /** Its title; empty: none. */
    brand: string;
  }
>;

/** A line of the file: what to make of it, or what is wrong with it. */
export interface ProductLine {
  line: number;
  external_id: string;
  title: string;
  fields: LineFields;
  fault?: LineFault;
}

/** The columns that a head names; what it names twice, or what nobody knows, is undefined. */
export function columnsOf(head: CsvRecord, chosen?: ColumnChoices): (ProductColumn | undefined)[] {
  const named = namedColumns(head);
  const columns = named.map((column, at) => (named.indexOf(column) === at ? column : undefined));
  return chosenColumns(head.cells, columns, { fields: PRODUCT_COLUMNS, chosen });
}

/** Names in a head that are not read: nobody knows them, or an earlier one means the same column. */
export interface IgnoredColumns {
  unknown: string[];
  repeated: string[];
}

/** Names of a head that `columnsOf` leaves out, as the file writes them. */
export function ignoredColumns(head: CsvRecord, chosen: ColumnChoices = {}): IgnoredColumns {
  const named = namedColumns(head);
  const ignored: IgnoredColumns = { unknown: [], repeated: [] };
  for (const [at, cell] of head.cells.entries()) {
    const column = named[at];
    if (cell.trim() === '' || Object.hasOwn(chosen, cell.trim())) continue;
    if (column === undefined) ignored.unknown.push(cell);
    else if (named.indexOf(column) !== at) ignored.repeated.push(cell);
  }
  return ignored;
}

function namedColumns({ cells }: CsvRecord): (ProductColumn | undefined)[] {
  return cells.map((cell) => {
    const name = cell.trim().toLowerCase().replaceAll(' ', '_');
    return Object.hasOwn(HEADS, name) ? HEADS[name] : undefined;
  });
}

/** The column in which a fault stands; undefined: the line as a whole. */
export function faultColumn(fault: LineFault): ProductColumn | undefined {
  switch (fault) {
    case 'too_long':
    case 'open_quote':
      return undefined;
    case 'above_price':
      return 'lowest_price';
    case 'twice':
      return 'external_id';
    case 'no_category':
      return 'category';
    case 'no_brand':
      return 'brand';
    default:
      return fault;
  }
}

const YES = new Set(['1', 'yes', 'true', '是', 'ndiyo']);
const NO = new Set(['', '0', 'no', 'false', '否', 'hapana']);
const SHOWN = new Set(['', '1', 'shown', 'show', '显示', 'inaonyeshwa']);
const HIDDEN = new Set(['2', 'hidden', 'hide', '隐藏', 'imefichwa']);

/** How a cell is read; undefined: not at all. */
type Read<T> = (cell: string) => T | undefined;
const by =
  <T>(schema: {
    safeParse(value: unknown): { success: boolean; data?: T };
  }): ((value: unknown) => T | undefined) =>
  (value) =>
    schema.safeParse(value).data;
const wholeNumber = (cell: string) => (/^\d{1,10}$/.test(cell) ? Number(cell) : undefined);
const images = (cell: string) =>
  cell
    .split(/\s+/)
    .filter((image) => image !== '')
    .map((image) => (PICTURE_NAME.test(image) ? image : completeTarget(image)));

/** Prices as spreadsheets of other countries write them: `1.299,00`, `1,299.00` and `12,50`. `1,299` may be either, and is none. */
const FILE_PRICES: readonly [RegExp, (price: string) => string][] = [
  [/^\d{1,3}(?:\.\d{3})+,\d{1,6}$/, (price) => price.replaceAll('.', '').replace(',', '.')],
  [/^\d{1,3}(?:,\d{3})+\.\d{1,6}$/, (price) => price.replaceAll(',', '')],
  [/^\d+,\d{1,2}$/, (price) => price.replace(',', '.')],
];
function filePrice(cell: string): string | undefined {
  const [, plain] = FILE_PRICES.find(([form]) => form.test(cell)) ?? [];
  return readPrice(plain === undefined ? cell : plain(cell));
}

const READERS: { readonly [C in ProductColumn]: Read<LineFields[C]> } = {
  external_id: (cell) => (cell === '' ? undefined : by(zExternalId)(cell)),
  title: by(zProductTitle),
  category: (cell) => (cell === '' ? undefined : titlesOf(cell)),
  brand: (cell) => cell,
  price: (cell) => by(zPrice)(filePrice(cell)),
  lowest_price: (cell) => (cell === '' ? '' : by(zOptionalPrice)(filePrice(cell))),
  stock: (cell) => (cell === '' ? 0 : by(zStock)(wholeNumber(cell))),
  model: by(zModel),
  properties: (cell) => by(zProperties)(propertiesOf(cell)),
  variants: (cell) => by(zVariants)(variantsOfCell(cell)),
  cover_images: (cell) => by(zCovers)(images(cell)),
  detail_images: (cell) => by(zDetailImages)(images(cell)),
  description: by(zDescription),
  link: (cell) => by(zLink)(cell),
  show_status: (cell) =>
    SHOWN.has(cell.toLowerCase())
      ? ShowStatus.shown
      : HIDDEN.has(cell.toLowerCase())
        ? ShowStatus.hidden
        : undefined,
  sort: (cell) => (cell === '' ? 0 : by(zRanking)(wholeNumber(cell))),
  ranking_recommend: (cell) => (cell === '' ? 0 : by(zRanking)(wholeNumber(cell))),
  home_recommend: (cell) =>
    YES.has(cell.toLowerCase()) ? YesNo.yes : NO.has(cell.toLowerCase()) ? YesNo.no : undefined,
  remarks: by(remarksField.schema),
};

/** Reads one record of a file. */
export function productLine(record: CsvRecord, columns: readonly (ProductColumn | undefined)[]): ProductLine {
  const fields: LineFields = {};
  let fault: LineFault | undefined = record.isOpen ? 'open_quote' : record.isTooLong ? 'too_long' : undefined;
  for (const [at, column] of columns.entries()) {
    if (column === undefined || fault !== undefined) continue;
    const value = READERS[column](cellText(record.cells[at] ?? '').trim());
    if (value === undefined) fault = column;
    else Object.assign(fields, { [column]: value });
  }
  if (fault === undefined && !isAtMost(fields.lowest_price, fields.price)) fault = 'above_price';
  const { external_id = '', title = '' } = fields;
  return { line: record.line, external_id, title, fields, ...(fault === undefined ? {} : { fault }) };
}

/** `Clothes/Shirts` → `Clothes / Shirts` */
function titlesOf(cell: string): string {
  return cell
    .split(cell.includes(TITLE_SEPARATOR) ? TITLE_SEPARATOR : /\s*[>＞]\s*/)
    .map((title) => title.trim())
    .join(TITLE_SEPARATOR);
}

/** What stands between properties and within one: whatever holds it is written as JSON. */
const AMBIGUOUS = /[;；\n]/;
const AMBIGUOUS_NAME = /[;；\n:：=]/;

/** `Colour: red; Size: L`, or pairs in JSON; undefined for what is neither. */
function propertiesOf(cell: string): { name: string; value: string }[] | undefined {
  if (cell.startsWith('[')) return pairsOf(cell);
  return cell
    .split(AMBIGUOUS)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, name = '', value = ''] = /^([^:：=]*)[:：=](.*)$/s.exec(part) ?? [];
      return { name: name.trim(), value: value.trim() };
    });
}

function pairsOf(cell: string): { name: string; value: string }[] | undefined {
  try {
    return z
      .array(z.tuple([z.string(), z.string()]))
      .parse(JSON.parse(cell))
      .map(([name, value]) => ({ name, value }));
  } catch {
    // No JSON, or of something else: the line is told to be wrong here.
    return undefined;
  }
}

function propertiesText(properties: StoredProduct['properties']): string {
  const isPlain = properties.every(
    ({ name, value }) => !AMBIGUOUS_NAME.test(name) && !AMBIGUOUS.test(value) && !name.startsWith('['),
  );
  if (!isPlain) return JSON.stringify(properties.map(({ name, value }) => [name, value]));
  return properties.map(({ name, value }) => `${name}: ${value}`).join('; ');
}

/** A product as a line of a file that `productLine` reads again. */
export function lineOf(
  product: StoredProduct,
  names: { category: string; brand: string },
): Record<ProductColumn, CsvValue> {
  const { external_id, title, price, lowest_price, stock, model, description, link, remarks } = product;
  return {
    external_id,
    title,
    ...names,
    stock,
    model,
    description,
    link,
    remarks,
    price: showAmount(price),
    lowest_price: lowest_price === '' ? '' : showAmount(lowest_price),
    properties: propertiesText(product.properties),
    variants: variantsText(product.variants),
    sort: product.sort,
    cover_images: product.cover_images.join(' '),
    detail_images: product.detail_images.join(' '),
    show_status: product.show_status,
    ranking_recommend: product.ranking_recommend,
    home_recommend: product.home_recommend === YesNo.yes ? 1 : 0,
  };
}
