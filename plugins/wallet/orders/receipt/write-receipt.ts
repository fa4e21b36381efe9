import { amountText, DEFAULT_CURRENCY } from '@waypost/contract';
import { createPdf, type OperationRun, openFonts, PAGE, type Pen } from '@waypost/sdk';
import { clockOf } from '../../statements/statement.ts';
import type { StoredOrder } from '../stored.ts';

const MARGIN = 40;
const WIDTH = PAGE.width - 2 * MARGIN;
const RIGHT = PAGE.width - MARGIN;
const ROW = 22;
const FIRST_ROW = 176;
const TEXT = 10;
const GREY = 0.4;
const RULE = 0.85;

export interface Receipt {
  order: StoredOrder;
  /** What has come for it, smallest units: a top-up credits that, whatever it was opened for. */
  paid: string;
  buyer: string;
  /** Name and address of the platform. */
  seller: string;
  address: string;
  timeZone: string;
  /** ISO. */
  now: string;
}
type Row = readonly [name: string, value: string];

/** What was bought, for how much, and that it is paid; on one page of A4, in the language of whoever asks. */
export async function writeReceipt(
  { translate, createFile, progress }: Pick<OperationRun<unknown>, 'translate' | 'createFile' | 'progress'>,
  receipt: Receipt,
): Promise<void> {
  const { order, buyer, seller, address, timeZone, now } = receipt;
  const say = (word: string, params?: Record<string, string | number>) =>
    translate(`wallet.receipt.${word}`, params);
  const name = `${say('title')} ${order.number}`;
  const file = await createFile({ name: `${name}.pdf`, type: 'application/pdf' });
  const pdf = await createPdf((piece) => file.write(piece), { fonts: await openFonts(), title: name });
  const rows = rowsOf(receipt, translate);
  await pdf.page((pen) => {
    pen.text(say('title'), { x: MARGIN, y: 64, size: 20 });
    pen.text(order.number, { x: MARGIN, y: 88, size: 11, width: WIDTH });
    pen.text(`${seller} · ${address}`, { x: MARGIN, y: 106, size: 9, grey: GREY, width: WIDTH });
    pen.text(say('buyer', { name: buyer }), { x: MARGIN, y: 136, size: 11, width: WIDTH });
    for (const [index, row] of rows.entries()) drawRow(pen, FIRST_ROW + index * ROW, row);
    const made = say('made', { time: clockOf(timeZone)(now), zone: timeZone });
    pen.text(made, { x: MARGIN, y: PAGE.height - 34, size: 7, grey: GREY });
  });
  await pdf.end();
  progress(1, 1);
}

function drawRow(pen: Pen, y: number, [name, value]: Row): void {
  pen.text(name, { x: MARGIN, y, size: TEXT, grey: GREY, width: WIDTH / 2 });
  pen.text(value, { x: RIGHT, y, size: TEXT, isRight: true, width: WIDTH / 2 });
  pen.rule({ x: MARGIN, y: y + 7 }, WIDTH, RULE);
}

function rowsOf(
  { order, paid, timeZone }: Receipt,
  translate: OperationRun<unknown>['translate'],
): readonly Row[] {
  const say = (word: string) => translate(`wallet.order.${word}`);
  const clock = clockOf(timeZone);
  const money = (amount: string) => `${amountText(amount)} ${DEFAULT_CURRENCY}`;
  const time = (word: string, value: Date | null): Row[] =>
    value === null ? [] : [[say(word), clock(value.toISOString())]];
  const { kind, plan_name, days, list_price, credit, refund } = order;
  return [
    [say('kind'), say(`kind.${kind}`)],
    ...(plan_name === ''
      ? []
      : ([
          [say('plan_name'), plan_name],
          [translate('wallet.receipt.days'), String(days)],
        ] satisfies Row[])),
    ...time('from_time', order.from_time),
    ...time('until_time', order.until_time),
    ...(credit === '0'
      ? []
      : ([
          [say('list_price'), money(list_price)],
          [say('credit'), `-${money(credit)}`],
        ] satisfies Row[])),
    [translate('wallet.receipt.paid'), money(paid)],
    [say('pay_type'), say(`pay_type.${order.pay_type}`)],
    ...time('paid_time', order.paid_time),
    ...(refund === '0' ? [] : ([[say('refund'), money(refund)]] satisfies Row[])),
    ...time('refund_time', order.refund_time),
  ];
}
