import type { Database, Row } from '../../../tests/security/world.ts';
import { type CategoryPlace, placeBelow } from '../categories/place.ts';
import { searchWords } from '../products/search-words.ts';

const BATCH = 5_000;
const FROM = Date.parse('2025-01-01T00:00:00Z');
const MINUTE_MS = 60_000;

/** Ids of what is seeded. */
export const categoryId = (number: number) => `ca${number.toString(16).padStart(22, '0')}`;
export const brandId = (number: number) => `bd${number.toString(16).padStart(22, '0')}`;
export const productId = (number: number) => `cd${number.toString(16).padStart(22, '0')}`;

/** Spreads numbers, so that neighbours have little in common. */
const mixed = (number: number): number => Math.imul(number + 1, 2_654_435_761) >>> 0;
const first = (at: number) => ({
  version: 1,
  create_time: new Date(FROM + at * MINUTE_MS),
  update_time: new Date(FROM + at * MINUTE_MS),
  remove_time: null,
  remove_by: null,
});

export interface MallSize {
  categories: number;
  brands: number;
  products: number;
}
/** Top categories; below each stand ten, and below those the others. */
const TOPS = 20;
const MIDDLE = 200;
/** Every fifth product is of the first brand, and every fifth stands below the first category. */
const LARGE_EVERY = 5;

/** Writes a mall straight into the store; indexes are made again in one go. */
export async function seedMall(database: Database, size: MallSize): Promise<void> {
  await insert(database, 'mall_category', categoriesOf(size));
  await insert(
    database,
    'mall_brand',
    Array.from({ length: size.brands }, (_, at) => ({
      _id: brandId(at),
      title: `Brand ${at}`,
      title_en_us: '',
      title_sw_ke: '',
      icon: '',
      website: '',
      show_status: at % 20 === 7 ? 2 : 1,
      sort: mixed(at) % 1_000,
      remarks: '',
      product_number: 0,
      ...first(at),
    })),
  );
  await insert(database, 'mall_product', productsOf(size));
}

function categoriesOf({ categories }: MallSize): Row[] {
  const places: CategoryPlace[] = [];
  return Array.from({ length: categories }, (_, at) => {
    const above = at < TOPS ? undefined : at < MIDDLE ? at % TOPS : TOPS + (at % (MIDDLE - TOPS));
    const facts = {
      _id: categoryId(at),
      title: `Category ${at}`,
      sort: mixed(at) % 100,
      show_status: (at % 40 === 33 ? 2 : 1) as 1 | 2,
      superior: above === undefined ? null : categoryId(above),
    };
    const place = placeBelow(above === undefined ? undefined : places[above], facts);
    places.push(place);
    return {
      ...facts,
      ...place,
      title_en_us: `Category ${at}`,
      title_sw_ke: `Kundi ${at}`,
      icon: '',
      remarks: '',
      product_number: 0,
      ...first(at),
    };
  });
}

function* productsOf({ categories, brands, products }: MallSize): Generator<Row> {
  for (let at = 0; at < products; at += 1) {
    const dice = mixed(at);
    const price = (dice % 500_000) * 10_000 + 990_000;
    const category =
      at % LARGE_EVERY === 0
        ? TOPS * ((dice >>> 8) % Math.floor(MIDDLE / TOPS)) || 0
        : MIDDLE + ((dice >>> 6) % (categories - MIDDLE));
    const named = { title: `Chair number ${at} red`, external_id: `SKU-${at}`, model: `M${dice % 97}` };
    yield {
      _id: productId(at),
      ...named,
      words: searchWords(named),
      category: categoryId(category),
      brand: at % LARGE_EVERY === 1 ? brandId(0) : at % 11 === 3 ? null : brandId((dice >>> 4) % brands),
      price: String(price),
      price_order: price,
      lowest_price: '',
      stock: dice % 1_000,
      properties: [
        { name: 'Colour', value: 'red' },
        { name: 'Size', value: 'L' },
      ],
      cover_images: [`https://pictures.example/${at}/1.png`],
      detail_images: [`https://pictures.example/${at}/2.png`, `https://pictures.example/${at}/3.png`],
      description: `A chair that stands in room ${dice % 400}. `.repeat(6),
      link: `https://shop.example/p/${at}`,
      show_status: dice % 20 === 0 ? 2 : 1,
      ranking_recommend: dice % 50 === 0 ? dice % 1_000 : 0,
      home_recommend: dice % 200 === 0 ? 2 : 1,
      number_of_purchases: dice % 5_000,
      data_source: at % 3 === 0 ? 'manual' : 'import',
      remarks: '',
      pictures: [],
      variants: [],
      sort: dice % 1_000,
      ...first(at),
    };
  }
}

async function insert(database: Database, name: string, rows: Iterable<Row>): Promise<void> {
  const collection = database.collection<Row>(name);
  const made = (await collection.indexes()).filter(({ name: index }) => index !== '_id_');
  await collection.dropIndexes();
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    await collection.insertMany(batch, { ordered: false });
    batch = [];
  }
  if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
  for (const { key, unique, partialFilterExpression } of made)
    await collection.createIndex(key, {
      ...(unique ? { unique } : {}),
      ...(partialFilterExpression ? { partialFilterExpression } : {}),
    });
}
