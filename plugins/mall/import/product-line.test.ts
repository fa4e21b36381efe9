import { describe, expect, test } from 'bun:test';
import { csvRow, readCsv } from '@waypost/sdk';
import fc from 'fast-check';
import type { StoredProduct } from '../products/stored.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { columnsOf, lineOf, productLine } from './product-line.ts';
import { LONGEST_LINE, PRODUCT_COLUMNS } from './values.ts';

const HEAD = 'external_id,title,category,price';
const read = (text: string) => {
  const [head, ...records] = [...readCsv(text, { longest: LONGEST_LINE })];
  const columns = columnsOf(head as NonNullable<typeof head>);
  return records.map((record) => productLine(record, columns));
};
const faults = (columns: string, ...cells: string[]) =>
  read(`${HEAD},${columns}\n${cells.map((cell) => `A1,Chair,Furniture,9.90,${cell}`).join('\n')}`).map(
    ({ fault }) => fault,
  );

/** A text as products have them: trimmed, no line ends. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.floor(maxLength / 8) })
    .map((one) => one.replaceAll(/\p{Cc}/gu, '').trim())
    .filter((one) => one !== '');

const products = fc.record({
  external_id: text(64),
  title: text(120),
  price: fc.bigInt({ min: 10n, max: 999_999_999_999_999n }).map(String),
  lowest_price: fc.constantFrom('', '0', '9'),
  stock: fc.nat(1_000_000_000),
  model: text(100),
  properties: fc.array(fc.record({ name: text(60), value: text(200) }), { maxLength: 5 }),
  cover_images: fc.constantFrom([], ['https://a.example/1.png', '0123456789abcdef0123456789abcdef']),
  detail_images: fc.constantFrom([], ['https://a.example/?a=1,2']),
  description: text(400),
  link: fc.constantFrom('', 'https://shop.example/a?b=c'),
  show_status: fc.constantFrom(1, 2),
  variants: fc.array(
    fc.record({ values: fc.array(text(200), { minLength: 1, maxLength: 3 }), price: fc.nat().map(String) }),
    {
      maxLength: 4,
    },
  ),
  sort: fc.nat(99_999),
  ranking_recommend: fc.nat(99_999),
  home_recommend: fc.constantFrom(1, 2),
  remarks: text(400),
});

describe('lines of products', () => {
  test('an exported product is read again as it was', () => {
    fc.assert(
      fc.property(products, (product) => {
        const line = lineOf(product as unknown as StoredProduct, { category: 'A / B', brand: 'Oak' });
        const file = csvRow([...PRODUCT_COLUMNS]) + csvRow(PRODUCT_COLUMNS.map((column) => line[column]));
        const [found] = read(file);
        expect(found?.fault).toBeUndefined();
        expect(found?.fields).toEqual({ ...product, category: 'A / B', brand: 'Oak' } as never);
      }),
    );
  });

  test('whatever a line says, it is right by the same schemas as a form, or told to be wrong', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 19 }), (cells) => {
        const record = { line: 2, cells, isTooLong: false, isOpen: false };
        const { fault, fields } = productLine(record, [...PRODUCT_COLUMNS]);
        if (fault !== undefined) return;
        for (const [name, value] of Object.entries(fields))
          if (name !== 'category' && name !== 'brand')
            expect(productResource.fields[name as 'title'].schema.safeParse(value).success).toBe(true);
      }),
    );
  });

  test('columns are known in three languages and in any order; what nobody knows is passed over', () => {
    const [line] = read('价格,未知,名称,外部编号,分类\n9.9,x,椅子,A1,家具 > 椅子');
    expect(line?.fields).toEqual({
      external_id: 'A1',
      title: '椅子',
      category: '家具 / 椅子',
      price: '9900000',
    });
  });

  test('prices are what the spreadsheet meant, or told to be none where it may mean two', () => {
    const priceOf = (cell: string) => read(`${HEAD}\nA,Chair,F,"${cell}"`)[0]?.fields.price;
    expect(
      ['1.299,00', '1,299.00', '12,50', '1.234.567,89', '9.90', '1299'].map((cell) => priceOf(cell)),
    ).toEqual(['1299000000', '1299000000', '12500000', '1234567890000', '9900000', '1299000000']);
    for (const cell of ['1,299', '1.29,00', '1.299.00', '12,50,1', ',5', '1 299', '-1', '€5'])
      expect([cell, priceOf(cell)]).toEqual([cell, undefined]);
  });

  test('says what is wrong with a line', () => {
    expect(faults('stock', '1.5', '-1', '1e3', '9999999999', '')).toEqual([
      ...['stock', 'stock', 'stock', 'stock'],
      undefined,
    ] as never);
    expect(faults('link', 'javascript:alert(1)', '//evil', 'shop.example')).toEqual([
      'link',
      'link',
      undefined,
    ]);
    expect(faults('lowest_price', '9.91', 'x', '9.90')).toEqual(['above_price', 'lowest_price', undefined]);
    expect(faults('properties', 'red', '[1]', 'Colour=red')).toEqual(['properties', 'properties', undefined]);
    expect(faults('home_recommend', 'maybe', '1')).toEqual(['home_recommend', undefined]);
    expect(
      read(`${HEAD}\n,Chair,Furniture,1\nA,,Furniture,1\nA,Chair,,1\nA,Chair,F,`).map((one) => one.fault),
    ).toEqual(['external_id', 'title', 'category', 'price']);
    expect(read(`${HEAD}\nA,"Chair,F,1`).map((one) => one.fault)).toEqual(['open_quote']);
  });
});

// What every object has is no column: such a head would end the whole import as a fault of the server.
test('a head that is called like a part of every object names nothing', () => {
  for (const name of ['constructor', '__proto__', 'valueOf'])
    expect([name, ...faults(name, 'x')]).toEqual([name, undefined]);
});
