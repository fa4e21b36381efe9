const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface TimeZone {
  /** As TIME_ZONE takes it. */
  name: string;
  /** Milliseconds that its clocks are ahead of UTC, the whole year. */
  offset: number;
}

/** Two zones of half hours: in one of them it is between two in the morning and eight in the evening at any time. */
const KOLKATA: TimeZone = { name: 'Asia/Kolkata', offset: 5.5 * HOUR_MS };
const MARQUESAS: TimeZone = { name: 'Pacific/Marquesas', offset: -9.5 * HOUR_MS };

/** The hour that it is in the zones of whole hours. */
const MID_MORNING = 10;
/** The zone furthest behind that has a name of its own in `Etc/`. */
const FURTHEST_BEHIND = -12;

/**
 * A time zone in which neither midnight nor the turn of an hour is near: hours lie before the end of the day, and half an
 * hour at least before that of the hour. Tests that count the visits of a day or of an hour then hold at any time.
 * @param now milliseconds since 1970
 */
export function calmZone(now: number): TimeZone {
  const time = ((now % DAY_MS) + DAY_MS) % DAY_MS;
  if (time % HOUR_MS < HOUR_MS / 2) return zoneOfHours(MID_MORNING - Math.floor(time / HOUR_MS));
  return time >= 14.5 * HOUR_MS && time < 20.5 * HOUR_MS ? MARQUESAS : KOLKATA;
}

function zoneOfHours(ahead: number): TimeZone {
  const hours = ahead < FURTHEST_BEHIND ? ahead + 24 : ahead;
  // The names count to the west.
  return { name: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`, offset: hours * HOUR_MS };
}

/** The zone of the products that this process starts, chosen once: a data directory keeps the one of its first start. */
export const CALM_ZONE = calmZone(Date.now());
