import { describe, expect, test } from 'bun:test';
import { deserialize, serialize } from 'bson';
import fc from 'fast-check';
import { documents } from './arbitrary-values.ts';
import { StoreError } from './errors.ts';
import {
  checkDocument,
  type Document,
  decodeCommand,
  decodeDocument,
  encodeDocument,
  int32,
  isIdentical,
  readField,
  readFields,
  type Value,
} from './index.ts';

const codeOf = (run: () => unknown): number => {
  try {
    run();
  } catch (error) {
    return (error as StoreError).code;
  }
  return 0;
};

describe('the BSON codec', () => {
  test('gives back every document with its types and key order', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const bytes = encodeDocument(document);
        const decoded = decodeDocument(bytes);
        expect(isIdentical(document, decoded)).toBe(true);
        expect(encodeDocument(decoded)).toEqual(bytes);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('writes the same bytes as the driver does', () => {
    const plain = { s: 'é', d: 1.5, n: null, t: true, at: new Date(-5), nested: { list: ['a', { b: 'c' }] } };
    const theirs = serialize(plain);
    const document = decodeDocument(theirs);
    expect(Buffer.from(encodeDocument(document))).toEqual(Buffer.from(theirs));
    expect(deserialize(encodeDocument(document))).toEqual(plain);
  });

  test('keeps Double(5) a double, -0 negative and keys that look like integers in their order', () => {
    const document = new Map([
      ['9', 5],
      ['1', -0],
      ['0', Number.NaN],
    ]);
    const decoded = decodeDocument(encodeDocument(document));
    expect([...decoded.keys()]).toEqual(['9', '1', '0']);
    expect(decoded.get('9')).toBe(5);
    expect(Object.is(decoded.get('1'), -0)).toBe(true);
  });

  test('refuses malformed bytes instead of guessing', () => {
    const bytes = encodeDocument(new Map([['text', 'abc']]));
    for (let length = 0; length < bytes.length; length++) {
      expect(codeOf(() => decodeDocument(bytes.subarray(0, length)))).toBe(22);
    }
    const broken = Uint8Array.from(bytes);
    broken[broken.length - 4] = 0xff;
    expect(codeOf(() => decodeDocument(broken))).toBe(22);
  });

  test('never crashes on bytes that were changed at random', () => {
    fc.assert(
      fc.property(documents, fc.nat(), fc.nat(255), (document, at, byte) => {
        const bytes = encodeDocument(document);
        bytes[at % bytes.length] = byte;
        try {
          decodeDocument(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('stops at 180 levels', () => {
    const nest = (levels: number): Document => {
      let document: Document = new Map();
      for (let level = 0; level < levels; level++) document = new Map([['a', document]]);
      return document;
    };
    expect(decodeDocument(encodeDocument(nest(180)))).toBeInstanceOf(Map);
    expect(codeOf(() => encodeDocument(nest(181)))).toBe(15);
  });

  test('reads one field without decoding the others', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const bytes = encodeDocument(new Map([...document, ['last', int32(7)]]));
        expect(readField(bytes, 'last')).toEqual(int32(7));
        for (const [name, value] of document) expect(isIdentical(readField(bytes, name), value)).toBe(true);
        expect(readField(bytes, 'absent')).toBeUndefined();
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  test('reads some fields as the whole document has them', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const bytes = encodeDocument(new Map([...document, ['last', int32(7)]]));
        const names = [...document.keys()].filter((_, at) => at % 2 === 0);
        const some = readFields(bytes, ['last', 'absent', ...names]);
        for (const name of names) expect(isIdentical(some.get(name), document.get(name))).toBe(true);
        expect([...some.keys()].sort()).toEqual(['last', ...names.filter((name) => name !== 'last')].sort());
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  test('a list of documents comes out of its command as the bytes that were sent', () => {
    const lists = new Map([['insert', 'documents']]);
    fc.assert(
      fc.property(fc.array(documents, { maxLength: 4 }), (list) => {
        const bytes = encodeDocument(
          new Map<string, Value>([
            ['insert', 'things'],
            ['documents', list],
            ['ordered', true],
          ]),
        );
        const cut = decodeCommand(bytes, lists);
        expect([...cut.command.keys()]).toEqual(['insert', 'ordered']);
        expect(cut.list).toEqual({ name: 'documents', documents: list.map(encodeDocument) });
        expect(isIdentical(decodeCommand(bytes, new Map()).command, decodeDocument(bytes))).toBe(true);
      }),
      { numRuns: 100, seed: 1 },
    );
    const mixed = encodeDocument(
      new Map<string, Value>([
        ['insert', 'things'],
        ['documents', [new Map(), 1]],
      ]),
    );
    expect(decodeCommand(mixed, lists).command.get('documents')).toEqual([new Map(), 1]);
  });

  test('documents are checked before they are stored as they came', () => {
    fc.assert(
      fc.property(documents, fc.nat(), (document, at) => {
        const bytes = encodeDocument(document);
        expect(codeOf(() => checkDocument(bytes))).toBe(0);
        expect(codeOf(() => checkDocument(bytes.subarray(0, at % bytes.length)))).toBe(22);
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
