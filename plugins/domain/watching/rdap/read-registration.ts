import { z } from 'zod';
import type { Found } from '../values.ts';
import { jsonOf } from './read-bootstrap.ts';

/** The answer about a domain (RFC 9083, section 5.3), as far as it is of use here. */
const zDomain = z.looseObject({
  objectClassName: z.literal('domain'),
  ldhName: z.string().optional(),
  unicodeName: z.string().optional(),
  events: z
    .array(z.looseObject({ eventAction: z.string(), eventDate: z.string().optional() }))
    .catch([])
    .optional(),
  status: z.array(z.string()).catch([]).optional(),
});

/** Statuses (RFC 8056) with which a name is not in the DNS, or soon will not be. */
const HELD = new Set(['client hold', 'server hold', 'redemption period', 'pending delete', 'inactive']);
const LONGEST_STATUS = 60;
const MOST_STATUSES = 20;

export interface Registration {
  /** Null: it says nothing of an end. */
  until: Date | null;
  status: string[];
}

/** What a registry says of a name. Undefined for what is no such answer, and for one about another name. */
export function readRegistration(text: string, name: string): Registration | undefined {
  const read = zDomain.safeParse(jsonOf(text));
  if (!read.success) return undefined;
  const { ldhName, events = [], status = [] } = read.data;
  if (ldhName !== undefined && ldhName.toLowerCase().replace(/\.$/, '') !== name) return undefined;
  const ends = events
    .filter(({ eventAction }) => eventAction.toLowerCase() === 'expiration')
    .map(({ eventDate }) => Date.parse(eventDate ?? ''))
    .filter((time) => !Number.isNaN(time));
  return {
    until: ends.length === 0 ? null : new Date(Math.max(...ends)),
    status: status.slice(0, MOST_STATUSES).map((one) => one.toLowerCase().trim().slice(0, LONGEST_STATUS)),
  };
}

/** What follows from it for the name. */
export function judgeRegistration(
  { until, status }: Registration,
  now: Date,
): Pick<Found, 'finding' | 'fault'> {
  if (status.some((one) => HELD.has(one))) return { finding: 'bad', fault: 'registration_held' };
  if (until === null) return { finding: 'unknown', fault: 'rdap_no_date' };
  if (until.getTime() <= now.getTime()) return { finding: 'bad', fault: 'registration_over' };
  return { finding: 'good', fault: '' };
}
