import type { NeededRecord } from './needed-records.ts';

/** Seconds for which resolvers keep what they were told. */
const TTL = 3_600;
/** A string of a TXT record has its length in one byte (RFC 1035, 3.3). */
const LONGEST_STRING = 255;

/** The value of a TXT record: quoted strings of at most 255 bytes, in which everything but plain letters is written as `\DDD` (RFC 1035, 5.1). */
export function txtStrings(value: string): string {
  const bytes = Buffer.from(value, 'utf8');
  const strings: string[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += LONGEST_STRING)
    strings.push(`"${[...bytes.subarray(at, at + LONGEST_STRING)].map(written).join('')}"`);
  return strings.join(' ');
}

const written = (byte: number): string =>
  byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
    ? `\\${String(byte).padStart(3, '0')}`
    : String.fromCharCode(byte);

const writtenValue = ({ type, value }: NeededRecord): string =>
  type === 'TXT' ? txtStrings(value) : type === 'CNAME' ? `${value}.` : value;

/**
 * A zone in the form of BIND (RFC 1035, 5). Its first two records stand for those that the zone has already; without them it
 * would be none.
 * @param zone what was registered; all records are of it or below it
 * @param serial of the SOA record, seconds since 1970 for instance
 * @param note what is to be done with it, in lines
 */
export function zoneFile(input: {
  zone: string;
  records: readonly NeededRecord[];
  serial: number;
  note: string;
}): string {
  const { zone, records, serial, note } = input;
  const lines = records.map((record) => `${record.name}. IN ${record.type} ${writtenValue(record)}`);
  return [
    // Nothing of a note may become a record.
    ...note.split(/[\r\n\u2028\u2029]+/).map((line) => `; ${line}`),
    `$ORIGIN ${zone}.`,
    `$TTL ${TTL}`,
    `${zone}. IN SOA ns.invalid. hostmaster.invalid. ${serial} 86400 7200 3600000 3600`,
    `${zone}. IN NS ns.invalid.`,
    // Two who claim one name need its address once.
    ...new Set(lines),
    '',
  ].join('\n');
}
