import { amountText, DEFAULT_CURRENCY } from '@waypost/contract';
import { type BillLine, createPdf, type OperationRun, openFonts, PAGE, type Pen } from '@waypost/sdk';
import { clockOf, eachLine, kindWords, type Statement } from './statement.ts';

const MARGIN = 40;
const WIDTH = PAGE.width - 2 * MARGIN;
const RIGHT = PAGE.width - MARGIN;
const TEXT = 8;
const SMALL = 7;
const GREY = 0.4;
const RULE = 0.8;
const ROW = 17;
/** Where rows begin on the first page, below what the statement is of, and on others. */
const FIRST_ROW = 196;
const NEXT_ROW = 74;
const LAST_ROW = PAGE.height - 70;
const FOOT = PAGE.height - 34;
/** The last lines are the sums. */
const SUM_ROWS = 3;

const PLACES = {
  time: { x: MARGIN, width: 92 },
  type: { x: MARGIN + 98, width: 92 },
  remark: { x: MARGIN + 196, width: 118 },
  before: { x: RIGHT - 136, isRight: true, width: 64 },
  change: { x: RIGHT - 68, isRight: true, width: 64 },
  after: { x: RIGHT, isRight: true, width: 64 },
} as const;
type Column = keyof typeof PLACES;

/** Rows that the first page has room for, and every other. */
const ROWS_FIRST = Math.floor((LAST_ROW - FIRST_ROW) / ROW);
const ROWS_NEXT = Math.floor((LAST_ROW - NEXT_ROW) / ROW);

/** How many pages so many lines and the sums below them take. */
export function pagesFor(lines: number): number {
  const rows = lines + SUM_ROWS;
  return rows <= ROWS_FIRST ? 1 : 1 + Math.ceil((rows - ROWS_FIRST) / ROWS_NEXT);
}

/** A statement to read, to print and to hand in, on A4. */
export async function writePdf(
  run: OperationRun<unknown>,
  { statement, name, now }: { statement: Statement; name: string; now: string },
): Promise<void> {
  const { translate } = run;
  const say = (word: string, params?: Record<string, string | number>) =>
    translate(`wallet.statement.${word}`, params);
  const clock = clockOf(statement.timeZone);
  const file = await run.createFile({ name: `${name}.pdf`, type: 'application/pdf' });
  const title = `${say('title')} · ${statement.account}`;
  const pdf = await createPdf((piece) => file.write(piece), { fonts: await openFonts(), title });
  const pages = pagesFor(statement.count);
  let page = 0;
  let rows: ((pen: Pen, y: number) => void)[] = [];
  const roomOf = (number: number) => (number === 0 ? ROWS_FIRST : ROWS_NEXT);
  const turn = async () => {
    const number = page;
    page += 1;
    await pdf.page((pen) => {
      const top = number === 0 ? FIRST_ROW : NEXT_ROW;
      if (number === 0) drawHead(pen, statement, say);
      else
        pen.text(`${title} · ${statement.first_day} – ${statement.last_day}`, {
          x: MARGIN,
          y: 44,
          size: TEXT,
          grey: GREY,
        });
      drawColumns(pen, top - ROW, (column) => say(column));
      for (const [index, draw] of rows.entries()) draw(pen, top + index * ROW);
      pen.text(say('made', { time: clock(now), zone: statement.timeZone }), {
        x: MARGIN,
        y: FOOT,
        size: SMALL,
        grey: GREY,
      });
      const place = say('page', { page: number + 1, pages: Math.max(pages, number + 1) });
      pen.text(place, { x: RIGHT, y: FOOT, size: SMALL, grey: GREY, isRight: true });
    });
    rows = [];
  };
  const add = async (draw: (pen: Pen, y: number) => void) => {
    if (rows.length === roomOf(page)) await turn();
    rows.push(draw);
  };
  const { came, went } = await eachLine(statement, run, (line) =>
    add((pen, y) => drawLine(pen, y, cellsOf(line, clock, translate))),
  );
  for (const [word, amount] of [
    ['came_all', String(came)],
    ['went_all', String(went)],
    ['closing', statement.closing],
  ] as const)
    await add((pen, y) => {
      pen.text(say(word), { ...PLACES.type, width: 2 * PLACES.remark.width, y, size: TEXT, grey: GREY });
      pen.text(`${amountText(amount)} ${DEFAULT_CURRENCY}`, {
        x: RIGHT,
        width: WIDTH,
        isRight: true,
        y,
        size: TEXT,
      });
    });
  await turn();
  await pdf.end();
}

function drawHead(
  pen: Pen,
  { account, first_day, last_day, timeZone, opening, closing, count }: Statement,
  say: (word: string, params?: Record<string, string | number>) => string,
): void {
  pen.text(say('title'), { x: MARGIN, y: 64, size: 20 });
  pen.text(account, { x: MARGIN, y: 88, size: 11, width: WIDTH });
  pen.text(`${first_day} – ${last_day} · ${timeZone}`, { x: MARGIN, y: 104, size: 9, grey: GREY });
  const figures = [
    [say('opening'), `${amountText(opening)} ${DEFAULT_CURRENCY}`],
    [say('closing'), `${amountText(closing)} ${DEFAULT_CURRENCY}`],
    [say('lines'), String(count)],
  ] as const;
  figures.forEach(([name, figure], index) => {
    const x = MARGIN + (index * WIDTH) / figures.length;
    pen.text(name, { x, y: 132, size: TEXT, grey: GREY });
    pen.text(figure, { x, y: 150, size: 13, width: WIDTH / figures.length - 8 });
  });
}

function drawColumns(pen: Pen, y: number, say: (column: Column) => string): void {
  for (const column of Object.keys(PLACES) as Column[])
    pen.text(say(column), { ...PLACES[column], y, size: SMALL, grey: GREY });
  pen.rule({ x: MARGIN, y: y + 5 }, WIDTH, RULE);
}

function drawLine(pen: Pen, y: number, cells: Record<Column, string>): void {
  for (const column of Object.keys(PLACES) as Column[])
    pen.text(cells[column], { ...PLACES[column], y, size: TEXT, grey: column === 'before' ? GREY : 0 });
  pen.rule({ x: MARGIN, y: y + 5 }, WIDTH, 0.92);
}

function cellsOf(
  { time, type, remark, before, change, after }: BillLine,
  clock: (time: string) => string,
  translate: OperationRun<unknown>['translate'],
): Record<Column, string> {
  return {
    time: clock(time),
    type: kindWords(translate, type),
    remark,
    before: amountText(before),
    change: change.startsWith('-') ? amountText(change) : `+${amountText(change)}`,
    after: amountText(after),
  };
}
