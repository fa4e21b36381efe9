import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, ResultOf, RowOf } from '@waypost/contract';
import type { checkCall } from '../screens/mall_product_list/calls.ts';
import type { productResource } from '../screens/mall_product_list/resource.ts';
import { type Disk, runUntilKilled } from '../testing/killed-runs.ts';
import { type Mall, startMall } from '../testing/start-mall.ts';
import { importProducts } from './mount-import.ts';
import type { ProductLine } from './product-line.ts';
import { readProductFile } from './read-product-file.ts';
import { settleLines } from './settle-lines.ts';
import { productUploads } from './uploads.ts';
import { MAX_CHECKED_LINES, MAX_SHOWN_FAULTS } from './values.ts';

setDefaultTimeout(120_000);

type ProductRow = RowOf<typeof productResource>;
let mall: Mall;
beforeAll(async () => {
  mall = await startMall();
  const furniture = await mall.addCategory('家具');
  await mall.addCategory('椅子', { superior: furniture });
  await mall.ask('mall_brand/add', { title: 'Oak' });
});
afterAll(() => mall?.t.dispose());

const HEAD = 'external_id,title,category,brand,price,stock';
const LINES = ['A1,红色椅子,家具 / 椅子,Oak,9.90,5', 'A2,桌子,家具,,100,'];
const FILE = [HEAD, ...LINES].join('\r\n');
const utf8 = (text: string) => new TextEncoder().encode(text);
async function readProductLines(bytes: Uint8Array): Promise<ProductLine[]> {
  const lines: ProductLine[] = [];
  for await (const portion of (await readProductFile(bytes)).portions(250)) lines.push(...portion);
  return lines;
}
const settle = async (text: string) => settleLines(mall.t.context, await readProductLines(utf8(text)));
const outcomes = async (text: string) => (await settle(text)).map(({ outcome, fault }) => fault ?? outcome);
const list = async () =>
  (await mall.ask<Page<ProductRow>>('mall_product/inquire', { page_size: 200 })).content;

/** GBK of the letters that the file has: the encoder of the platform knows UTF-8 alone. */
function gbk(text: string): Uint8Array {
  const bytes: number[] = [];
  const decoder = new TextDecoder('gbk');
  const known = new Map<string, [number, number]>();
  for (let lead = 0xb0; lead <= 0xf7; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1)
      known.set(decoder.decode(new Uint8Array([lead, trail])), [lead, trail]);
  for (const letter of text) bytes.push(...(known.get(letter) ?? [letter.charCodeAt(0)]));
  return new Uint8Array(bytes);
}
function utf16(text: string, mark: boolean): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
  return mark ? new Uint8Array([0xff, 0xfe, ...bytes]) : bytes;
}

describe('a file of products', () => {
  test('is read in the encodings that spreadsheets save it in, and none of them makes other letters', async () => {
    const wanted = await readProductLines(utf8(FILE));
    expect(wanted.map(({ title }) => title)).toEqual(['红色椅子', '桌子']);
    for (const bytes of [utf8(`\uFEFF${FILE}`), utf16(FILE, true), utf16(FILE, false), gbk(FILE)])
      expect(await readProductLines(bytes)).toEqual(wanted);
  });

  test('is read as a European spreadsheet saves it, with an empty last row', async () => {
    const file = ['external_id;title;category;price;stock', 'E1;Stuhl;家具;1.299,00;5', ';;;;', ' ; ;;;', ''];
    const lines = await readProductLines(utf8(file.join('\r\n')));
    expect(lines.map(({ external_id, fault, fields }) => [external_id, fault, fields.price])).toEqual([
      ['E1', undefined, '1299000000'],
    ]);
  });

  test('in an encoding that is another one is refused, and not stored as other letters', async () => {
    const head = [...utf8(`${HEAD}\n`)];
    const line = (title: readonly number[]) =>
      new Uint8Array([...head, ...utf8('A1,'), ...title, ...utf8(',x,,1,\n')]);
    const refused = {
      // Crème brûlée, Fußböden
      latin1: [0x43, 0x72, 0xe8, 0x6d, 0x65, 0x20, 0x62, 0x72, 0xfb, 0x6c, 0xe9, 0x65],
      // Привет мир
      windows1251: [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0],
      // ひらがな
      shiftJis: [0x82, 0xd0, 0x82, 0xe7, 0x82, 0xaa, 0x82, 0xc8],
      broken: [0xff, 0xfe, 0x41],
    };
    for (const [name, title] of Object.entries(refused)) {
      let code = '';
      try {
        await readProductLines(line(title));
      } catch (error) {
        code = (error as { code: string }).code;
      }
      expect([name, code]).toEqual([name, 'mall.import_unreadable']);
    }
  });

  test('without the columns that a product needs, or without a line, is refused as a whole', async () => {
    const codeOf = async (text: string) => {
      try {
        return (await readProductLines(utf8(text))).length;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(await codeOf('title,price\nChair,1')).toBe('mall.import_head');
    expect(await codeOf(HEAD)).toBe('mall.import_empty');
    expect(await codeOf('')).toBe('mall.import_empty');
    expect(await codeOf(`${HEAD}\n${LINES[0]}\n${LINES[0]}`)).toBe(2);
  });

  test('is read without keeping visits waiting, which the same process answers', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `S${at},Chair ${at},家具,,1,`);
    let turns = 0;
    const other = setInterval(() => {
      turns += 1;
    }, 1);
    expect(await readProductLines(utf8([HEAD, ...lines].join('\n')))).toHaveLength(lines.length);
    clearInterval(other);
    expect(turns).toBeGreaterThan(3);
  });

  test('adds products once, changes those that are there, and leaves out what is wrong', async () => {
    expect(await outcomes(FILE)).toEqual(['added', 'added']);
    expect(await outcomes(FILE)).toEqual(['same', 'same']);
    const [row] = (await list()).filter(({ external_id }) => external_id === 'A1');
    expect(row).toMatchObject({ data_source: 'import', price: '9900000', stock: 5, version: 1 });
    const later = [
      HEAD,
      'A1,红色椅子,家具,,8.50,5',
      'A3,x,没有,,1,',
      'A4,x,家具,Pine,1,',
      'A5,x,家具,,x,',
      'A2,再次,家具,,1,',
      'A2,再次,家具,,1,',
    ];
    expect(await outcomes(later.join('\n'))).toEqual([
      ...['changed', 'no_category', 'no_brand', 'price', 'changed', 'twice'],
    ] as never);
    expect(await list()).toHaveLength(2);
    const rows = (await mall.ask<Page<{ title: string; product_number: number }>>('mall_category/inquire'))
      .content;
    expect(rows.map(({ title, product_number }) => [title, product_number])).toEqual([
      ['家具', 2],
      ['椅子', 0],
    ]);
  });

  test('is checked before it is imported: unknown columns, errors by line and what would change, and nothing is written', async () => {
    const { ask, t } = mall;
    expect(await outcomes(`${HEAD}\nD1,凳子,家具,,5,1`)).toEqual(['added']);
    const before = await list();
    const text = [
      '商品编号,title,category,Colour,价格,stock,sku,',
      'D1,凳子,家具,red,6,1,x,',
      'D2,新凳子,家具,red,6,1,x,',
      'D3,新凳子,没有,red,6,1,x,',
      'D4,新凳子,家具,red,six,1,x,',
      'D2,新凳子,家具,red,6,1,x,',
      '"D5,open',
    ].join('\n');
    const upload = async (content: string) =>
      (
        await ask<{ upload: string }>('mall_product/upload', {
          data: Buffer.from(content).toString('base64'),
        })
      ).upload;
    const check = async (content: string) =>
      ask<ResultOf<typeof checkCall>>('mall_product/check', { upload: await upload(content) });
    expect(await check(text)).toEqual({
      lines: 6,
      checked: 6,
      added: 1,
      changed: 1,
      same: 0,
      left_out: 4,
      unknown_columns: ['Colour'],
      repeated_columns: ['sku'],
      faults: [
        {
          line: 4,
          column: 'category',
          fault: 'no_category',
          message: expect.stringMatching(/^There is no such/),
        },
        { line: 5, column: '价格', fault: 'price', message: 'The price is no amount such as 9.90' },
        { line: 6, column: '商品编号', fault: 'twice', message: expect.any(String) },
        { line: 7, column: '', fault: 'open_quote', message: 'A quotation mark is not closed' },
      ],
    });
    expect(await list()).toEqual(before);
    const wrong = Array.from({ length: MAX_CHECKED_LINES + 20 }, (_, at) => `W${at},x,家具,,x,`);
    const { faults, ...long } = await check([HEAD, ...wrong].join('\n'));
    expect(long).toMatchObject({
      lines: MAX_CHECKED_LINES + 20,
      checked: MAX_CHECKED_LINES,
      left_out: MAX_CHECKED_LINES,
    });
    expect(faults).toHaveLength(MAX_SHOWN_FAULTS);
    await expect(check('title,price\nChair,1')).rejects.toMatchObject({ code: 'mall.import_head' });
    // What nobody knows may be said: the figures are those of the import with it.
    const named = await upload('external_id,title,category,Preis\nCH1,x,家具,1');
    const columns = { Preis: 'price' };
    expect(
      await ask<ResultOf<typeof checkCall>>('mall_product/check', { upload: named, columns }),
    ).toMatchObject({ lines: 1, added: 1, left_out: 0, unknown_columns: [] });
    const other = await t.person('other.importer', { permissions: ['mall.product:import'] });
    const own = await upload(FILE);
    await expect(t.call('mall_product/check', { upload: own }, { as: other })).rejects.toMatchObject({
      code: 'mall.upload_unknown',
    });
  });

  test('with columns that nobody knows says so in its table of results', async () => {
    const { t, operator, ask } = mall;
    const data = Buffer.from('external_id,title,category,price,Colour\nU1,x,家具,1,red').toString('base64');
    const { upload } = await ask<{ upload: string }>('mall_product/upload', { data });
    const { id, account } = operator;
    const disk: Disk = { text: '' };
    await runUntilKilled(mall, {
      input: { upload, actor: { id, account, via: 'session' } },
      disk,
      work: (run: Parameters<typeof importProducts>[2]) =>
        importProducts(t.context, productUploads(t.context), run),
    });
    expect(disk.text).toContain('\n1,mall.import.left_out,,,mall.import.ignored_columns\r\n');
  });

  test('with one of the two prices alone leaves none for less than it may be sold for', async () => {
    const both = `${HEAD},lowest_price`;
    expect(await outcomes(`${both}\nL1,凳子,家具,,5,,4\nL2,凳子,家具,,5,,6`)).toEqual([
      'added',
      'above_price',
    ]);
    expect(await outcomes(`${HEAD}\nL1,凳子,家具,,3,`)).toEqual(['above_price']);
    expect((await list()).find(({ external_id }) => external_id === 'L1')).toMatchObject({
      price: '5000000',
    });
    expect(await outcomes(`${both}\nL1,凳子,家具,,3,,3`)).toEqual(['changed']);
    expect(await outcomes(`${HEAD}\nL1,凳子,家具,,4,`)).toEqual(['changed']);
  });

  test('at once with another that brings the same into another category makes one of each', async () => {
    const into = (category: string) =>
      settle([HEAD, ...Array.from({ length: 20 }, (_, at) => `C${at},x,${category},,1,`)].join('\n'));
    await Promise.all([into('家具'), into('家具 / 椅子'), into('家具')]);
    expect((await list()).filter(({ external_id }) => external_id.startsWith('C'))).toHaveLength(20);
  });

  test('that is killed goes on behind what it has kept, and says of each line once what became of it', async () => {
    const { t, operator, ask } = mall;
    const lines = Array.from({ length: 700 }, (_, at) => `K${at},x,${at === 3 ? 'No such' : '家具'},,1,`);
    const data = Buffer.from([HEAD, ...lines].join('\n')).toString('base64');
    const { upload } = await ask<{ upload: string }>('mall_product/upload', { data });
    const { id, account } = operator;
    const input = { upload, actor: { id, account, via: 'session' } };
    const disk: Disk = { text: '' };
    const work = (run: Parameters<typeof importProducts>[2]) =>
      importProducts(t.context, productUploads(t.context), run);
    expect(await runUntilKilled(mall, { input, disk, work, killedAfter: 2 })).toEqual([0, 250]);
    expect(await runUntilKilled(mall, { input, disk, work })).toEqual([250, 500, 700]);
    const report = disk.text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','));
    expect(report.map(([line]) => Number(line))).toEqual(lines.map((_, at) => at + 2));
    const becameOf = report.map(([, outcome]) => outcome);
    expect(becameOf[3]).toBe('mall.import.left_out');
    expect(new Set(becameOf.toSpliced(3, 1))).toEqual(new Set(['mall.import.added']));
  });

  test('at once with itself makes nothing twice', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `B${at},x,家具,,1,`);
    const settled = await Promise.allSettled([1, 2, 3].map(() => settle([HEAD, ...lines].join('\n'))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect((await list()).filter(({ external_id }) => external_id.startsWith('B'))).toHaveLength(40);
  });
});

// Each may have 64 MB for a day.
test('files on their way have room for a few of each person, and a further one takes that of the oldest', async () => {
  const data = Buffer.from(FILE).toString('base64');
  const begin = async () => (await mall.ask<{ upload: string }>('mall_product/upload', { data })).upload;
  const begun: string[] = [];
  for (let number = 0; number < 10; number += 1) {
    begun.push(await begin());
    mall.t.clock.set(new Date(mall.t.clock.now() + 1_000));
  }
  const more = (upload: string | undefined) =>
    mall.ask('mall_product/upload', { upload, data }).then(
      () => 'taken',
      (error: { code?: string }) => error.code,
    );
  expect(await more(begun[0])).toBe('mall.upload_unknown');
  expect(await more(begun[1])).toBe('mall.upload_unknown');
  expect(await more(begun[2])).toBe('taken');
  expect(await more(begun[9])).toBe('taken');
});
