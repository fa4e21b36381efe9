import type { mongo } from 'mongoose';

/** Owner of the platform's names that nobody has. */
export const NOBODY = '0'.repeat(24);
const HOUR = 3_600_000;

export interface NamedRow {
  name: string;
  owner: string;
  is_platform: boolean;
  type?: 1 | 2 | 3;
  /** What was registered; default: example.com. */
  registrable?: string;
  /** What fails of it, as is believed; left out: nothing. */
  cause?: 'dns' | 'http';
  /** Domains are looked at by jobs of the product in this many milliseconds; default: not before the test is over. */
  nextCheckMs?: number;
}

/** Writes a domain as proving and watching leave it: what takes days otherwise. @returns its id */
export async function writeDomain(database: mongo.Db, row: NamedRow): Promise<string> {
  const rows = (name: string) => database.collection<{ _id: string }>(name);
  const _id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
  const { name, owner, is_platform, type = 1, cause = '', nextCheckMs = 10 * HOUR } = row;
  const { registrable = 'example.com' } = row;
  const now = new Date();
  const columns = {
    owner,
    version: 1,
    create_time: now,
    update_time: now,
    remove_time: null,
    remove_by: null,
  };
  const same = { name, shown: name, registrable, type, is_platform };
  const isFailing = cause !== '';
  await rows('domain_domain').insertOne({
    _id,
    ...columns,
    ...same,
    state: 'proved',
    is_there: true,
    is_working: !isFailing,
    method: is_platform ? 'operator' : 'txt',
    token: _id,
    fault: '',
    reach: 'here',
    reach_fault: '',
    tries: 0,
    notice: 'none',
    notice_time: null,
    next_check_time: null,
    proved_time: now,
    checked_time: now,
    found_time: now,
    lost_time: null,
    ended_time: null,
    missed_time: null,
  } as never);
  const facet = (is: 'good' | 'bad', fault: string) => ({
    finding: is,
    fault,
    known_fault: fault,
    ms: 41,
    time: now.toISOString(),
    since: new Date(now.getTime() - 3 * HOUR).toISOString(),
  });
  const found = isFailing ? 'bad' : 'good';
  await rows('domain_watches').insertOne({
    _id,
    ...columns,
    ...same,
    state: isFailing ? 'failing' : 'working',
    rank: isFailing ? 0 : 4,
    cause,
    cause_time: isFailing ? now : null,
    dns: found,
    http: found,
    https: 'unknown',
    certificate: 'unknown',
    registration: 'unknown',
    addresses: [],
    resolver: '',
    looks: 3,
    facets: {
      dns: isFailing ? facet('bad', 'name_unknown') : facet('good', ''),
      http: isFailing ? facet('bad', 'no_address') : facet('good', ''),
    },
    certificate_until: null,
    certificate_issuer: '',
    certificate_time: now,
    registration_time: now,
    registration_until: null,
    registration_status: [],
    votes: {},
    reminded: {},
    alerts: [],
    told_working: !isFailing,
    has_alerts: false,
    checked_time: now,
    next_check_time: new Date(now.getTime() + nextCheckMs),
  } as never);
  return _id;
}
