import { expect, test } from 'bun:test';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { cutByWeight, weightOf } from './command-weight.ts';

const { Binary, BSON, ObjectId } = mongoose.mongo;

const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => new Binary(bytes)),
  fc.constant(new ObjectId()),
);
const { document } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value'), { maxLength: 5 }), tie('document')),
  document: fc.dictionary(fc.stringMatching(/^[a-z微]{1,8}$/), tie('value'), { maxKeys: 6 }),
}));

test('what is said to fit a command fits it, whatever a document is made of', () => {
  fc.assert(
    fc.property(document, (one) => {
      expect(weightOf(one)).toBeGreaterThanOrEqual(BSON.calculateObjectSize(one as object));
    }),
  );
});

test('all documents are sent, in order, and no part is heavier than it may be', () => {
  const texts = fc.array(
    fc.nat(300).map((length) => ({ text: 'x'.repeat(length) })),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(texts, (documents) => {
      const parts = cutByWeight(documents, { documents: 5, bytes: 1000 });
      expect(parts.flat()).toEqual(documents);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(5);
        if (part.length > 1) expect(weightOf([...part])).toBeLessThanOrEqual(1000 + 5 * 11 + 16);
      }
    }),
  );
});
