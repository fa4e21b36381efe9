/** Letters of an id by which what was made on one day is told apart. */
const NUMBER_LETTERS = 10;

/** The number of an order or a withdrawal: the day, which people look for, and what tells it from the others of the day. */
export const numberOf = (now: Date, id: string): string =>
  `${now.toISOString().slice(0, 'yyyy-mm-dd'.length).replaceAll('-', '')}-${id.slice(-NUMBER_LETTERS)}`;
