import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createFraming } from './framing.ts';
import { encodeOpMsg, parseMessage, WireError } from './message.ts';

const document = (text: string): Uint8Array => {
  const bytes = Buffer.from(text);
  const body = Buffer.alloc(4 + 1 + 2 + 4 + bytes.length + 1 + 1);
  body.writeInt32LE(body.length, 0);
  body.set([2, 0x61, 0], 4);
  body.writeInt32LE(bytes.length + 1, 7);
  bytes.copy(body, 11);
  return body;
};

test('messages come out whole however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 300 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 40 }),
      (texts, cuts) => {
        const stream = Buffer.concat(texts.map((text, at) => encodeOpMsg(0, at, [document(text)])));
        const framing = createFraming();
        const bodies: string[] = [];
        let offset = 0;
        for (let at = 0; offset < stream.length; at += 1) {
          const size = cuts[at % cuts.length] as number;
          // The socket's buffer is used again after each chunk.
          const chunk = Buffer.from(stream.subarray(offset, offset + size));
          for (const message of framing.push(chunk)) {
            bodies.push(Buffer.from(parseMessage(message).body).toString('utf8', 11).slice(0, -2));
          }
          chunk.fill(255);
          offset += size;
        }
        expect(bodies).toEqual(texts.map((text) => Buffer.from(text).toString('utf8')));
      },
    ),
    { numRuns: 60 },
  );
});

test('bytes that are no message end in an error, never in a hang or a read past the end', () => {
  expect(() => createFraming().push(Buffer.from([3, 0, 0, 0, 1, 2]))).toThrow(WireError);
  expect(() => createFraming().push(Buffer.from([255, 255, 255, 127]))).toThrow(WireError);
  const whole = encodeOpMsg(0, 1, [document('some text')]);
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: whole.length - 1 }),
      fc.integer({ min: 0, max: 255 }),
      (at, value) => {
        const damaged = Buffer.from(whole);
        damaged[at] = value;
        try {
          parseMessage(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      },
    ),
  );
});
