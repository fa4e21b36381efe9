import { describe, expect, test } from 'bun:test';
import { DNS_TYPES, type DnsType } from '@waypost/sdk';
import { type Answer, encode, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { DnsMessageError, type DnsQuestion, isReplyTo, readReply, writeQuestion } from './message.ts';
import { readRecords } from './read-records.ts';

const NAME = 'shop.example';
const DATA: Record<DnsType, unknown> = {
  A: '192.0.2.1',
  AAAA: '2001:db8::1',
  CNAME: 'other.example',
  TXT: [Buffer.from('one'), Buffer.from('two')],
  NS: 'ns1.shop.example',
  SOA: { mname: 'ns1.shop.example', rname: 'post.shop.example', serial: 7, minimum: 60 },
  MX: { preference: 10, exchange: 'mail.shop.example' },
  CAA: { flags: 0, tag: 'issue', value: 'ca.example' },
};
const RESPONSE = 0x84_00;

const questionOf = (type: DnsType): DnsQuestion => ({ name: NAME, type, wantsRecursion: true });
/** An answer as an honest server gives it: a record of the type, an alias, and one of each other kind. */
function honest(type: DnsType, id = 1): Buffer {
  const answers = [
    { type: 'CNAME', name: NAME, ttl: 60, data: 'alias.example' },
    ...DNS_TYPES.map((kind) => ({ type: kind, name: 'alias.example', ttl: 60, data: DATA[kind] })),
  ] as Answer[];
  const packet = { type: 'response', id, flags: RESPONSE, questions: [{ name: NAME, type }], answers };
  return encode(packet as Packet);
}

/** What becomes of bytes that somebody sent: records, or the one error that says that they are no answer. */
function read(type: DnsType, bytes: Buffer): 'read' | 'refused' {
  try {
    const { answers, authorities } = readReply(questionOf(type), bytes);
    for (const kind of DNS_TYPES) readRecords([...answers, ...authorities], NAME, kind);
    return 'read';
  } catch (error) {
    if (error instanceof DnsMessageError) return 'refused';
    throw error;
  }
}

const anyType = fc.constantFrom(...DNS_TYPES);

describe('whatever a server sends is read, or refused as no answer', () => {
  test('an honest answer of each kind', () => {
    for (const type of DNS_TYPES) expect(read(type, honest(type))).toBe('read');
  });

  test('with some of its bytes changed', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(anyType, changes, (type, changed) => {
        const bytes = honest(type);
        for (const [at, value] of changed) bytes[at % bytes.length] = value;
        read(type, bytes);
      }),
      { numRuns: 3_000 },
    );
  });

  test('cut off, or with more behind it', () => {
    fc.assert(
      fc.property(anyType, fc.nat(), fc.uint8Array({ maxLength: 40 }), (type, length, more) => {
        const bytes = honest(type);
        read(type, Buffer.concat([bytes.subarray(0, Math.max(12, length % bytes.length)), more]));
        expect(read(type, Buffer.concat([bytes, more]))).toBe('read');
      }),
      { numRuns: 500 },
    );
  });

  test('bytes of any kind', () => {
    fc.assert(
      fc.property(anyType, fc.uint8Array({ minLength: 12, maxLength: 600 }), (type, bytes) => {
        read(type, Buffer.from(bytes));
      }),
      { numRuns: 500 },
    );
  });
});

test('a name is not gone because somebody says so without saying which', () => {
  const gone = honest('A').subarray(0, 12);
  gone.writeUInt16BE(RESPONSE | 3, 2);
  gone.fill(0, 4);
  expect(read('A', gone)).toBe('refused');
});

test('only what carries the number of the question is an answer to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff }), (id) => {
      const sent = writeQuestion(questionOf('A'), true);
      expect(isReplyTo(sent, honest('A', id))).toBe(sent.readUInt16BE(0) === id);
      // The question itself, sent back.
      expect(isReplyTo(sent, sent)).toBe(false);
    }),
  );
});
