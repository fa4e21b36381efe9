import type { MarkRows } from '../marks/mark-rows.ts';
import { figuresAt } from '../sums/sum-rows.ts';
import { compareWords, held, LINK_ROWS, type Rows, rowWords } from './pack-rows.ts';

const SIZE = rowWords(LINK_ROWS);
const LINK_WORDS = 3;
const ID_WORDS = LINK_WORDS * LINK_ROWS.ids;
const WORD_BYTES = 4;
/** A row as it is read: link, owner and figures as packed, then its day and whether it stands with its link's totals. */
const [DAY, IS_STANDING, READ_SIZE] = [SIZE, SIZE + 1, SIZE + 2];
const FIRST_ROWS = 1024;

/** Names of what is read, with the zero that ends each in BSON. */
const named = (name: string) => Uint8Array.from(Buffer.from(`${name}\0`));
const FIELDS = ['_id', 'link', 'owner', 'today', 'day', 'views', 'fresh', 'crawlers'].map(named);
/** Their places in it; the figures stand from the views on. */
const [ID, LINK, OWNER, TODAY, DAY_FIELD, VIEWS] = [0, 1, 2, 3, 4, 5];
/** BSON 1.1: types that these have, and how many bytes those take that have a length of their own. */
const [DOUBLE, DOCUMENT, OBJECT_ID, INT32, INT64] = [0x01, 0x03, 0x07, 0x10, 0x12];
const BYTES: Record<number, number> = { [DOUBLE]: 8, [OBJECT_ID]: 12, [INT32]: 4, [INT64]: 8 };

/**
 * Adds up the figures of links on days from documents as the store sends them: of the thousands that a day has, making objects takes most of
 * the time.
 */
export class LinkDays {
  #words = new Uint32Array(FIRST_ROWS * READ_SIZE);
  #bytes = new Uint8Array(this.#words.buffer);
  #count = 0;

  /** Reads a link with the day that stands with its totals: `_id`, `owner`, `today`. */
  addStanding(document: Uint8Array): void {
    this.#words[this.#begin() + IS_STANDING] = 1;
    this.#read(viewOf(document), document, 0);
    this.#count++;
  }

  /** Reads an earlier day of a link: `link`, `owner`, `day` and its figures. */
  addDay(document: Uint8Array): void {
    this.#begin();
    this.#read(viewOf(document), document, 0);
    this.#count++;
  }

  /** Adds a row of what is in no document yet (sums/sum-rows.ts). */
  addPending(words: MarkRows, at: number): void {
    const row = this.#begin();
    for (let word = 0; word < ID_WORDS; word++)
      writeBigEndian(this.#bytes, (row + word) * WORD_BYTES, words[at + word] as number);
    const { views, fresh, crawlers } = figuresAt(words, at);
    this.#words.set([views, fresh, crawlers], row + ID_WORDS);
    this.#words[row + IS_STANDING] = 0;
    // Of no day that a document has: it is never one that has been moved.
    this.#words[row + DAY] = 0;
    this.#count++;
  }

  /** The sums of each link and whoever had it. A day that stands with its link and was met as an earlier one, too, has been moved meanwhile. */
  sum(): Rows {
    const [read, rows] = [this.#words, this.#sorted()];
    const words = new Uint32Array(rows.length * SIZE);
    let end = 0;
    let first = 0;
    for (let next = 0; next < rows.length; next = first) {
      // All rows of one link.
      first = next;
      while (first < rows.length && isSame(read, rows[next] as number, rows[first] as number, LINK_WORDS))
        first++;
      const ofLink = rows.subarray(next, first);
      const standing = ofLink.find((row) => read[row + IS_STANDING] === 1);
      const isMoved =
        standing !== undefined &&
        ofLink.some((row) => row !== standing && read[row + DAY] === read[standing + DAY]);
      for (const row of ofLink) {
        if (isMoved && row === standing) continue;
        const last = end - SIZE;
        const isLast =
          last >= 0 && compareWords(words, last, { other: read, otherAt: row, ids: ID_WORDS }) === 0;
        if (!isLast) {
          for (let word = 0; word < SIZE; word++) words[end + word] = read[row + word] as number;
          end += SIZE;
        } else
          for (let word = ID_WORDS; word < SIZE; word++)
            words[last + word] = held((words[last + word] as number) + (read[row + word] as number));
      }
    }
    return { layout: LINK_ROWS, count: end / SIZE, words: words.subarray(0, end) };
  }

  /** Where rows begin, in the order of links and owners. */
  #sorted(): Uint32Array {
    const words = this.#words;
    const rows = Uint32Array.from({ length: this.#count }, (_, row) => row * READ_SIZE);
    return rows.sort((left, right) =>
      compareWords(words, left, { other: words, otherAt: right, ids: ID_WORDS }),
    );
  }

  /** Where the next row begins; nothing is in it. */
  #begin(): number {
    const at = this.#count * READ_SIZE;
    if (at === this.#words.length) {
      const longer = new Uint32Array(at * 2);
      longer.set(this.#words);
      this.#words = longer;
      this.#bytes = new Uint8Array(longer.buffer);
    }
    return at;
  }

  #read(view: DataView, bytes: Uint8Array, start: number): void {
    const row = this.#count * READ_SIZE;
    const end = start + view.getInt32(start, true) - 1;
    for (let at = start + 4; at < end; ) {
      const type = bytes[at] as number;
      const field = fieldAt(bytes, at + 1);
      at += 1 + (FIELDS[field] as Uint8Array).length;
      if (type === DOCUMENT) {
        if (field !== TODAY) throw unexpected(type);
        this.#read(view, bytes, at);
        at += view.getInt32(at, true);
        continue;
      }
      if (type === OBJECT_ID) {
        const word = field === ID || field === LINK ? row : field === OWNER ? row + LINK_WORDS : undefined;
        if (word === undefined) throw unexpected(type);
        for (let byte = 0; byte < 12; byte++)
          this.#bytes[word * WORD_BYTES + byte] = bytes[at + byte] as number;
      } else {
        const word = field === DAY_FIELD ? DAY : ID_WORDS + (field - VIEWS);
        this.#words[row + word] = held(numberAt(view, at, type));
      }
      at += BYTES[type] as number;
    }
  }
}

function writeBigEndian(bytes: Uint8Array, at: number, word: number): void {
  for (let byte = 0; byte < WORD_BYTES; byte++) bytes[at + byte] = word >>> (24 - byte * 8);
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

function isSame(words: Uint32Array, left: number, right: number, length: number): boolean {
  for (let word = 0; word < length; word++) if (words[left + word] !== words[right + word]) return false;
  return true;
}

/** Which field's name begins at a position. */
function fieldAt(bytes: Uint8Array, start: number): number {
  for (let field = 0; field < FIELDS.length; field++) {
    const name = FIELDS[field] as Uint8Array;
    let at = 0;
    while (at < name.length && bytes[start + at] === name[at]) at++;
    if (at === name.length) return field;
  }
  throw new Error('a day of a link has a field that was not asked for');
}

function numberAt(view: DataView, at: number, type: number): number {
  if (type === INT32) return view.getInt32(at, true);
  if (type === DOUBLE) return view.getFloat64(at, true);
  if (type === INT64) return Number(view.getBigInt64(at, true));
  throw unexpected(type);
}

const unexpected = (type: number): Error => new Error(`a day of a link has a value of the BSON type ${type}`);
