import type { Clock, DayRange, HostDay, OwnerDay, VisitAccess } from '@waypost/sdk';
import { ownersOfDays } from '../closed/day-sums.ts';
import { figureAt, idsOf, type Rows } from '../closed/pack-rows.ts';
import { readClosedOwners } from '../closed/read-closed.ts';
import { shiftDay } from '../derive/days.ts';
import { readHostDays } from './host-days.ts';
import type { LinkSources } from './links.ts';

/** Days that are told at once: five thousand owners have 155,000 sums then. */
const MOST_DAYS = 31;
/** Days that are remembered, of the range asked for and of one before it. */
const REMEMBERED_DAYS = 2 * MOST_DAYS;
/** How long what is over may be as it was: a journal that was left behind is counted late. */
const REMEMBERED_MS = 600_000;
/** The same of today, and of yesterday, whose last visits may still be on their way. */
const REMEMBERED_RECENT_MS = 1_000;
const TIME_LIMIT_MS = 10_000;

interface Sources extends LinkSources {
  clock: Clock;
  /** The present day of TIME_ZONE, yyyymmdd. */
  today(): number;
}

/** Sums by owner and by host; days that are over are remembered for ten minutes, others for a second, so that pages and sorting are a matter of memory. */
export function createOwnerDays(sources: Sources): Pick<VisitAccess, 'ownerDays' | 'hostDays'> {
  const { collections, today } = sources;

  async function read(days: readonly number[]): Promise<Map<number, OwnerDay[]>> {
    const closed = await readClosedOwners(
      collections,
      days.filter((day) => day < today()),
    );
    const open = days.filter((day) => !closed.has(day));
    const summed = open.length === 0 ? [] : await ownersOfDays(collections, open, TIME_LIMIT_MS);
    return new Map([...closed, ...summed].map(([day, rows]) => [day, ownerDaysOf(day, rows)]));
  }

  const owners = rememberDays(sources, read);
  let hostsBefore = '';
  let readHosts: ReadDays<HostDay> = async () => [];
  return {
    ownerDays: async (range) => owners(daysOf(range, today())),
    hostDays: async (range, hosts) => {
      // Codes that have moved to another host take their visits along.
      const asked = JSON.stringify(hosts);
      if (asked !== hostsBefore)
        readHosts = rememberDays(sources, async (days) => {
          const sums = Map.groupBy(
            await readHostDays(sources, { days, hosts, today: today() }),
            ({ day }) => day,
          );
          return new Map(days.map((day) => [day, sums.get(day) ?? []]));
        });
      hostsBefore = asked;
      return readHosts(daysOf(range, today()));
    },
  };
}

type ReadDays<Sum> = (days: readonly number[]) => Promise<Sum[]>;

/** Days that are over are remembered for ten minutes, today and yesterday for a second. */
function rememberDays<Sum>(
  { clock, today }: Sources,
  read: (days: readonly number[]) => Promise<ReadonlyMap<number, Sum[]>>,
): ReadDays<Sum> {
  const remembered = new Map<number, { until: number; sums: Sum[] }>();
  return async (days) => {
    const now = clock.now();
    const known = (day: number) => {
      const found = remembered.get(day);
      return found !== undefined && found.until > now ? found.sums : undefined;
    };
    const missing = days.filter((day) => known(day) === undefined);
    const fresh = missing.length === 0 ? new Map<number, Sum[]>() : await read(missing);
    const over = shiftDay(today(), -1);
    const sums = days.flatMap((day) => fresh.get(day) ?? known(day) ?? []);
    for (const [day, ofDay] of fresh) {
      remembered.delete(day);
      remembered.set(day, {
        until: now + (day >= over ? REMEMBERED_RECENT_MS : REMEMBERED_MS),
        sums: ofDay,
      });
    }
    for (const day of remembered.keys()) {
      if (remembered.size <= REMEMBERED_DAYS) break;
      remembered.delete(day);
    }
    return sums;
  };
}

function ownerDaysOf(day: number, rows: Rows): OwnerDay[] {
  const ownerAt = idsOf(rows);
  return Array.from({ length: rows.count }, (_, row) => ({
    owner: ownerAt(row),
    day,
    view_number: figureAt(rows, row, 0),
    ip_view_number: figureAt(rows, row, 1),
    new_visitor_number: figureAt(rows, row, 2),
    bot_view_number: figureAt(rows, row, 3),
    expired_view_number: figureAt(rows, row, 4),
  }));
}

/** Days of a range that can have visits, newest first. RangeError for more than are told at once. */
function daysOf({ first, last }: DayRange, today: number): number[] {
  const days: number[] = [];
  for (let day = Math.min(last, today); day >= first; day = shiftDay(day, -1)) {
    days.push(day);
    if (days.length > MOST_DAYS) throw new RangeError(`at most ${MOST_DAYS} days are told at once`);
  }
  return days;
}
