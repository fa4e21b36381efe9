import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createVisitorFacts } from './visitor-facts.ts';

// Working hours and schedules are told by the clock on the wall: also in the night in which it is turned.

const MINUTE_MS = 60_000;
/** Where the clock is turned by an hour, by half an hour, and zones that are not whole hours off. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Shanghai',
  'Africa/Nairobi',
] as const;
/** Turns of 2026: Berlin, New York and St. John's, Lord Howe; forward and back. */
const TURNS = [
  '2026-03-29T01:00Z',
  '2026-10-25T01:00Z',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2026-11-01T04:30Z',
  '2026-04-04T15:00Z',
  '2026-10-03T15:30Z',
].map(Date.parse);
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const nearTurn = fc.record({
  zone: fc.constantFrom(...ZONES),
  time: fc
    .tuple(fc.constantFrom(...TURNS), fc.integer({ min: -24 * 60, max: 24 * 60 }), fc.nat({ max: 59_999 }))
    .map(([turn, minutes, rest]) => turn + minutes * MINUTE_MS + rest),
});

/** What the clock on the wall shows, as the platform's own formatter has it. */
function onTheWall(zone: string, time: number) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

const ANY_REQUEST = new Request('http://w.example/');

test('weekday and minute are those on the wall, whatever the zone and however near a turn of its clock', () => {
  let now = 0;
  const factsOf = new Map(
    ZONES.map((zone) => [
      zone,
      createVisitorFacts({
        writeClientAddress: () => {},
        timeZone: () => zone,
        clock: { now: () => now, date: () => new Date(now) },
        random: { bytes: (length) => new Uint8Array(length), number: () => 0 },
      }),
    ]),
  );
  fc.assert(
    fc.property(nearTurn, ({ zone, time }) => {
      const facts = factsOf.get(zone);
      now = time;
      facts?.of(ANY_REQUEST, { requestIP: () => null }, '', () => false, { isCounted: false, scope: 0 });
      expect(facts?.moment(time)).toEqual(onTheWall(zone, time));
      expect({ weekday: facts?.number('weekday'), minute: facts?.number('minute') }).toEqual(
        onTheWall(zone, time),
      );
    }),
    { numRuns: 5_000 },
  );
});
