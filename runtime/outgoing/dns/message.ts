import { randomInt } from 'node:crypto';
import type { DnsType } from '@waypost/sdk';
import { type Answer, type DecodedPacket, decode, encode, RECURSION_DESIRED } from 'dns-packet';

/** What is asked of one server. */
export interface DnsQuestion {
  /** As `readDnsName` writes it. */
  name: string;
  type: DnsType;
  /** Whether the server is to ask others: a resolver shall, a server of the zone has nobody to ask. */
  wantsRecursion: boolean;
}

/** What one server said. */
export interface DnsReply {
  /** `NOERROR`, `NXDOMAIN`, `SERVFAIL`, … */
  code: string;
  answers: readonly Answer[];
  authorities: readonly Answer[];
  isAuthoritative: boolean;
  /** It names the servers of a zone further down and says nothing itself, as whoever knows nothing of the name does. */
  isReferral: boolean;
  /** The rest has to be asked for by TCP. */
  isCut: boolean;
}

/** The server answered, and what it said is no answer to the question. */
export class DnsMessageError extends Error {
  override name = 'DnsMessageError';
}

/** Largest answer by UDP that is sure to travel in one piece (DNS Flag Day 2020). */
const UDP_BYTES = 1_232;
const HEADER_BYTES = 12;
/**
 * Records in one answer. A record's name can be a chain of pointers through half of the answer's bytes, so the product of
 * both is bounded: the worst answer that gets this far keeps the server busy for some 10 ms.
 */
const MOST_RECORDS = 300;

/** @param hasExtension EDNS (RFC 6891), which some old servers do not understand */
export function writeQuestion(question: DnsQuestion, hasExtension: boolean): Buffer {
  return encode({
    type: 'query',
    id: randomInt(0x1_00_00),
    flags: question.wantsRecursion ? RECURSION_DESIRED : 0,
    questions: [{ name: question.name, type: question.type, class: 'IN' }],
    additionals: hasExtension
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: UDP_BYTES,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  });
}

/** Whether bytes could be the answer to a question that was sent: somebody else's have another number. */
export function isReplyTo(sent: Buffer, bytes: Buffer): boolean {
  return (
    bytes.length >= HEADER_BYTES &&
    bytes.readUInt16BE(0) === sent.readUInt16BE(0) &&
    bytes[2] !== undefined &&
    bytes[2] >= 0x80
  );
}

/** @throws DnsMessageError */
export function readReply(question: DnsQuestion, bytes: Buffer): DnsReply {
  const records = [4, 6, 8, 10].reduce((sum, offset) => sum + bytes.readUInt16BE(offset), 0);
  if (records > MOST_RECORDS) throw new DnsMessageError(`${records} records in one answer`);
  const packet = decoded(bytes);
  const [asked, ...more] = packet.questions ?? [];
  // Servers that understood nothing, or want nothing to do with us, repeat nothing.
  const isOurs =
    asked === undefined
      ? packet.rcode !== 'NOERROR' && packet.rcode !== 'NXDOMAIN'
      : more.length === 0 && nameOf(asked.name) === question.name && asked.type === question.type;
  if (!isOurs) throw new DnsMessageError('an answer to another question');
  return {
    code: packet.rcode,
    answers: packet.answers ?? [],
    authorities: packet.authorities ?? [],
    isAuthoritative: packet.flag_aa,
    isReferral: isReferral(packet),
    isCut: packet.flag_tc,
  };
}

/** Servers to ask in its place, and nothing said of the name: that it does not exist is an answer (RFC 2308, 2.1). */
function isReferral({
  rcode,
  flag_aa,
  answers = [],
  authorities = [],
}: DecodedPacket & { rcode: string }): boolean {
  const isEmpty = rcode === 'NOERROR' && !flag_aa && answers.length === 0;
  return isEmpty && authorities.some(({ type }) => type === 'NS') && !authorities.some(isStart);
}

const isStart = ({ type }: Answer): boolean => type === 'SOA';

/** The types lack what the library answers beside them. */
function decoded(bytes: Buffer): DecodedPacket & { rcode: string } {
  try {
    return decode(bytes) as DecodedPacket & { rcode: string };
  } catch (cause) {
    throw new DnsMessageError('an answer that cannot be read', { cause });
  }
}

/** A name as it came, in the one way that names are compared. */
export const nameOf = (text: string): string => text.toLowerCase().replace(/\.$/, '');
