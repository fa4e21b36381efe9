/** Spellings of each column as heads are compared, without blanks and signs in small letters; the surest first. */
export type Spellings<Column extends string> = readonly (readonly [Column, readonly string[]])[];

/** What other products call the address that a link leads to. `link` and `address` are the short one where another is there. */
export const TARGET_SPELLINGS = [
  ...['longurl', 'longlink', 'originalurl', 'originallink', 'destination', 'destinationurl', 'targeturl'],
  ...['target', 'redirecturl', 'redirectto', 'url', 'anwani', '目标链接', '长链接', '原始链接', '网址'],
  ...['address', '链接', 'link'],
] as const;

/** What other products call a short code, or the short address with it. */
export const CODE_SPELLINGS = [
  ...['shortcode', 'code', 'keyword', 'slashtag', 'slug', 'alias', 'backhalf', 'custombackhalf', 'path'],
  ...['msimbo', '短码', 'shorturl', 'shortlink', 'bitlink', '短链接', 'link'],
] as const;

export const NAME_SPELLINGS = ['name', 'title', 'label', 'jina', '名称', '标题'] as const;
export const REMARK_SPELLINGS = [
  'remark',
  'remarks',
  'note',
  'notes',
  'description',
  'maelezo',
  '备注',
] as const;

/**
 * What the cells of a head name: for each column, in the order of `spellings`, the cell with the surest spelling that is
 * not taken. A cell that nothing is read from is undefined.
 */
export function headColumns<Column extends string>(
  cells: readonly string[],
  spellings: Spellings<Column>,
): (Column | undefined)[] {
  const heads = cells.map(compact);
  const columns: (Column | undefined)[] = cells.map(() => undefined);
  for (const [column, known] of spellings) {
    const found = known
      .map((spelling) => heads.findIndex((head, at) => head === spelling && columns[at] === undefined))
      .find((at) => at >= 0);
    if (found !== undefined) columns[found] = column;
  }
  return columns;
}

/** What exports of the product say of a code beside what an import reads. */
const DERIVED: ReadonlySet<string> = new Set([
  ...['shorturl', 'qrurl', 'address', 'status', 'viewnumber', 'ipviewnumber', 'createtime'],
  ...['number', 'claimcode'],
]);

/** The heads of columns that nothing is read from, as they are written, less those of the product's own exports. */
export function unreadHeads(cells: readonly string[], columns: readonly (string | undefined)[]): string[] {
  const isOwn = cells.some((cell, at) => columns[at] !== undefined && OWN_CODE.has(cell.trim()));
  return cells
    .map((cell) => cell.trim())
    .filter((cell, at) => cell !== '' && columns[at] === undefined && !(isOwn && DERIVED.has(compact(cell))));
}

/** What the product's own exports call a short code. */
const OWN_CODE: ReadonlySet<string> = new Set(['short_code', 'code']);

/** `Short Code`, `shortCode`, `short_code` and `short-code` are one. */
const compact = (head: string): string =>
  head
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-.\u200b\ufeff]/g, '');

const NAME_LIKE = /^\p{L}[\p{L}\p{M}\p{N} _()-]{0,60}$/u;

/** Whether a line is the head of a table rather than a link: several names, and nothing that could be an address. */
export function looksLikeHead(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 1 && filled.every((cell) => NAME_LIKE.test(cell));
}
