import { atLeast, atMost, type Check, round } from '../report.ts';
import type { StoreFigures } from './measure-store.ts';
import type { Waits } from './neighbour.ts';

const MEBIBYTE = 2 ** 20;

/** What the figures must be: shares of `ping` through the same driver and socket. */
export function judgeStore(figures: StoreFigures): Check[] {
  return [
    atLeast('findOne by unique index, of ping', figures.findOne.share, 0.5),
    atLeast('$inc of one document, of ping', figures.increment.share, 0.2),
    atLeast('$inc from 16 clients, of ping', figures.incrementMany.share, 0.3),
    atLeast('transaction of three writes, of ping', figures.transaction.share, 0.06),
    atLeast('insertMany of 500', figures.insertedPerSecond, 15_000, ' documents/s'),
    atMost('$group over the collection', figures.group.milliseconds, 3000, ' ms'),
    atMost('ping while $group runs', figures.group.worstPing, 50, ' ms'),
    atLeast('writes while $group runs', figures.group.writes, 20),
    atMost('failed writes beside wrong commands', figures.neighbours.failedWrites, 0),
    waitsAtMost('ping beside wrong commands', figures.neighbours.besideWrong),
    waitsAtMost('ping beside endless expressions', figures.neighbours.besideEndless),
    atMost('memory of the store', figures.worstResident / MEBIBYTE, 300, ' MiB'),
  ];
}

/** Others wait no longer than 20 ms, or than they do for a process that does nothing else: the machine may be busy. */
const waitsAtMost = (name: string, { store, still }: Waits): Check =>
  atMost(name, store, Math.max(20, still * 1.5), ' ms');

/** The figures as rows of a table. */
export function storeRows(figures: StoreFigures): string[][] {
  const { group, neighbours } = figures;
  const row = (name: string, perSecond: number, share?: number): string[] => [
    name,
    round(perSecond),
    share === undefined ? '' : share.toFixed(2),
  ];
  return [
    ['embedded store, FULL', 'a second', 'of ping'],
    row('ping', figures.ping, 1),
    row('findOne by unique index', figures.findOne.perSecond, figures.findOne.share),
    row('$inc', figures.increment.perSecond, figures.increment.share),
    row('ping, 16 clients', figures.incrementMany.basePerSecond),
    row('$inc, 16 clients', figures.incrementMany.perSecond, figures.incrementMany.share),
    row('transaction of three writes', figures.transaction.perSecond, figures.transaction.share),
    row('documents inserted by 500', figures.insertedPerSecond),
    ['$group, ms', round(group.milliseconds), ''],
    ['worst ping, quiet, ms', round(group.quietPing), ''],
    ['worst ping during $group, ms', round(group.worstPing), ''],
    ['worst write during $group, ms', round(group.worstWrite), ''],
    ['writes during $group', String(group.writes), ''],
    ['writes of eight beside wrong commands', String(neighbours.writes), ''],
    ['of these failed', String(neighbours.failedWrites), ''],
    ...waitRows('while eight write', neighbours.quiet),
    ...waitRows(`beside ${neighbours.commands} kinds of wrong commands`, neighbours.besideWrong),
    ...waitRows('beside endless expressions', neighbours.besideEndless),
    ['RSS, MiB', round(figures.worstResident / MEBIBYTE), ''],
  ];
}

const waitRows = (name: string, { store, still }: Waits): string[][] => [
  [`worst ping ${name}, ms`, round(store), ''],
  ['  of a process that only answers', round(still), ''],
];
