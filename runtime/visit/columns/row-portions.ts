import { writeIds } from './id-column.ts';
import { writeValues } from './value-column.ts';

/** Rows of one portion: whoever asks for one owner's reads little besides, and a document stays small. */
const PORTION_ROWS = 16_384;

/** Some rows of a day, those of an owner and of a link beside each other, as columns. */
export interface RowPortion {
  /** The owners of its first and last row, hexadecimal. */
  first: string;
  last: string;
  rows: number;
  /** The bytes of each column by its name. */
  columns: ReadonlyMap<string, Buffer>;
}

/** Rows that are gathered in any order. */
export interface RowGathering {
  /** `values`: one for each of the names, in their order. */
  add(owner: string, link: string, values: readonly string[]): void;
  /** All rows, as columns `owner`, `link` and the names. */
  portions(): Iterable<RowPortion>;
}

/** Gathers rows with a value for each of some names; texts are kept once. */
export function gatherRows(names: readonly string[]): RowGathering {
  const ids = createNumbering();
  const owners = createNumbers();
  const links = createNumbers();
  const columns = names.map(() => ({ numbering: createNumbering(), codes: createNumbers() }));
  let count = 0;
  return {
    add(owner, link, values) {
      owners.set(count, ids.numberOf(owner));
      links.set(count, ids.numberOf(link));
      for (const [index, { numbering, codes }] of columns.entries())
        codes.set(count, numbering.numberOf(values[index] ?? ''));
      count++;
    },
    *portions() {
      const textOf = (list: Numbers, row: number): string => ids.texts[list.at(row)] as string;
      const order = Uint32Array.from({ length: count }, (_, row) => row);
      const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
      order.sort(
        (one, other) =>
          compare(textOf(owners, one), textOf(owners, other)) ||
          compare(textOf(links, one), textOf(links, other)),
      );
      for (let start = 0; start < order.length; start += PORTION_ROWS) {
        const rows = [...order.subarray(start, start + PORTION_ROWS)];
        const ownersHere = rows.map((row) => textOf(owners, row));
        yield {
          first: ownersHere[0] as string,
          last: ownersHere.at(-1) as string,
          rows: rows.length,
          columns: new Map([
            ['owner', writeIds(ownersHere)],
            ['link', writeIds(rows.map((row) => textOf(links, row)))],
            ...names.map((name, index): [string, Buffer] => {
              const { numbering, codes } = columns[index] as (typeof columns)[number];
              return [name, columnOf(rows.map((row) => numbering.texts[codes.at(row)] as string))];
            }),
          ]),
        };
      }
    },
  };
}

function columnOf(texts: readonly string[]): Buffer {
  const numbering = createNumbering();
  const codes = Uint16Array.from(texts, (text) => numbering.numberOf(text));
  return writeValues({ values: numbering.texts, codes });
}

/** Numbers one behind the other, of which nobody knows how many there will be. */
interface Numbers {
  at(index: number): number;
  set(index: number, value: number): void;
}

function createNumbers(): Numbers {
  let numbers = new Uint32Array(1_024);
  return {
    at: (index) => numbers[index] as number,
    set(index, value) {
      if (index >= numbers.length) {
        const longer = new Uint32Array(numbers.length * 2);
        longer.set(numbers);
        numbers = longer;
      }
      numbers[index] = value;
    },
  };
}

/** Numbers texts in the order in which they come. */
function createNumbering(): { texts: string[]; numberOf(text: string): number } {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    texts,
    numberOf(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}
