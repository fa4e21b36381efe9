import { dayOf } from '@waypost/sdk';

/** Letters of an id by which what was made on one day is told apart. */
const NUMBER_LETTERS = 10;

/**
 * The number of an order or a withdrawal: the day, which people look for, and what tells it from the others of the day.
 * @param timeZone the platform's
 */
export const numberOf = (now: Date, timeZone: string, id: string): string =>
  `${dayOf(timeZone, now.getTime()).replaceAll('-', '')}-${id.slice(-NUMBER_LETTERS)}`;
