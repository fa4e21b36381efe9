import type { DnsRecord, DnsType, DnsValues } from '@waypost/sdk';
import type { Answer, CaaData, MxData, SoaData, TxtData } from 'dns-packet';
import { nameOf } from './message.ts';

/** What an answer has of one type for a name, by way of the aliases in the same answer. */
export interface FoundRecords<T extends DnsType> {
  records: DnsRecord<T>[];
  aliases: string[];
  /** Where the aliases end: the name itself without one. */
  end: string;
}

/** Aliases that are followed, in all. */
export const MOST_ALIASES = 8;
/** RFC 2181, section 8: a time with the highest bit set means none. */
const LONGEST_TTL = 2 ** 31 - 1;

export function readRecords<T extends DnsType>(
  answers: readonly Answer[],
  name: string,
  type: T,
): FoundRecords<T> {
  const aliases: string[] = [];
  let end = name;
  for (;;) {
    const own = answers.filter((answer) => answer.name !== undefined && nameOf(answer.name) === end);
    const records = own.flatMap((answer): DnsRecord<T>[] =>
      answer.type === type && 'data' in answer
        ? [{ value: READERS[type](answer.data as never), ttl: ttlOf(answer) }]
        : [],
    );
    const [alias] = own.flatMap((answer) => (answer.type === 'CNAME' ? [answer.data] : []));
    if (records.length > 0 || alias === undefined || aliases.length >= MOST_ALIASES)
      return { records, aliases, end };
    end = nameOf(alias);
    aliases.push(end);
  }
}

function ttlOf(answer: Answer): number {
  const ttl = 'ttl' in answer ? Number(answer.ttl ?? 0) : 0;
  return ttl > LONGEST_TTL ? 0 : ttl;
}

const READERS: { [T in DnsType]: (data: never) => DnsValues[T] } = {
  A: (data: string) => data,
  AAAA: (data: string) => data,
  CNAME: (data: string) => nameOf(data),
  NS: (data: string) => nameOf(data),
  TXT: (data: TxtData) => textOf(data),
  SOA: ({ mname, rname, serial = 0, minimum = 0 }: SoaData) => ({
    primary: nameOf(mname),
    contact: nameOf(rname),
    serial,
    minimum,
  }),
  MX: ({ preference = 0, exchange }: MxData) => ({ priority: preference, exchange: nameOf(exchange) }),
  CAA: ({ flags = 0, tag, value }: CaaData) => ({ isCritical: flags >= 0x80, tag, value }),
};

function textOf(data: TxtData): string {
  const parts = Array.isArray(data) ? data : [data];
  return Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))).toString('utf8');
}
