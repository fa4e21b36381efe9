const DAY = 86_400_000;

/** Day of the year from 1, of a clock that is read by the getUTC… methods. */
export const dayOfYear = (local: Date): number =>
  Math.floor((startOfDay(local) - yearStart(local.getUTCFullYear())) / DAY) + 1;

const startOfDay = (local: Date): number => Math.floor(local.getTime() / DAY) * DAY;

/** January 1st, also of years before 100. */
export const yearStart = (year: number): number => utc(year, 0, 1);

/** Date.UTC without its special meaning of years from 0 to 99; parts out of range carry over. */
export const utc = (year: number, month: number, day: number, milliseconds = 0): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime() + milliseconds;
};

/** ISO day of the week: 1 is Monday, 7 is Sunday. */
export const isoDayOfWeek = (local: Date): number => local.getUTCDay() || 7;

/** The week of the year, from 0, when weeks begin on Sunday. */
export const week = (local: Date): number => Math.floor((dayOfYear(local) - 1 - local.getUTCDay() + 7) / 7);

/** The Thursday of the date's ISO week decides which year the week belongs to. */
const thursday = (local: Date): Date => new Date(startOfDay(local) + (4 - isoDayOfWeek(local)) * DAY);

export const isoWeekYear = (local: Date): number => thursday(local).getUTCFullYear();

export const isoWeek = (local: Date): number => Math.floor((dayOfYear(thursday(local)) - 1) / 7) + 1;

/** Monday of an ISO week; weeks out of range carry over. */
export const isoWeekStart = (year: number, weekNumber: number): number => {
  const fourth = new Date(utc(year, 0, 4));
  return fourth.getTime() - (isoDayOfWeek(fourth) - 1) * DAY + (weekNumber - 1) * 7 * DAY;
};

export const daysInMonth = (year: number, month: number): number =>
  new Date(utc(year, month + 1, 0)).getUTCDate();
