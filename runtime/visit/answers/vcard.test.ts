import { expect, test } from 'bun:test';
import { visitContact } from '@waypost/contract';
import fc from 'fast-check';
import { vcardOf } from './vcard.ts';

const printable = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
  .filter((text) => visitContact.safeParse({ name: text }).success);

test('no line is longer than RFC 6350 has it, none is cut within a character, and what was entered comes out again', () => {
  fc.assert(
    fc.property(printable, fc.string({ maxLength: 200 }), (name, note) => {
      fc.pre(visitContact.safeParse({ name, note }).success);
      const card = vcardOf(visitContact.parse({ name, note }));
      const lines = card.split('\r\n');
      expect(lines.pop()).toBe('');
      for (const line of lines) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n\ufffd]/);
      }
      const values = new Map(
        card
          .replaceAll('\r\n ', '')
          .split('\r\n')
          .filter((line) => line !== '')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      );
      const plain = (value = '') => value.replace(/\\(.)/gs, (_, mark) => (mark === 'n' ? '\n' : mark));
      expect(plain(values.get('FN'))).toBe(name.trim());
      expect(plain(values.get('NOTE'))).toBe(note);
      expect(values.size).toBe(6);
    }),
    { numRuns: 200, seed: 5 },
  );
});

test('nothing that a card is given begins a line of its own', () => {
  for (const name of ['A\r\nTEL:1', 'A\nTEL:1', 'A\u2028TEL:1'])
    expect(visitContact.safeParse({ name }).success).toBe(false);
  expect(visitContact.safeParse({ name: 'A', phones: ['javascript:1'] }).success).toBe(false);
  expect(visitContact.safeParse({ name: 'A', website: 'javascript:alert(1)' }).success).toBe(false);
});
