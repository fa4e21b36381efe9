import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readHtml } from '../../../tests/bot-api/read-marks.ts';
import { commandOf, zUpdate } from '../updates/update.ts';
import { escapeText, plainOf, shortened, titled } from './html.ts';

/** Texts as people write them, and as nobody should. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5_000 }),
  fc.stringMatching(/^[<>&"a-z/= ]{0,200}$/),
  fc.constantFrom('<b>', '</b>', '&lt;', '&', '<a href="', '\u0000', '😀'.repeat(3_000)),
);

test('whatever people write, Telegram reads the message, and it is no longer than one may be', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.webUrl({ withQueryParameters: true }), (title, content, url) => {
      const read = readHtml(titled({ title, content, link: { text: 'Open', url } }));
      expect(read).toHaveProperty('text');
      expect('text' in read && read.text.length).toBeLessThanOrEqual(4_096);
    }),
    { numRuns: 500, seed: 19 },
  );
});

test('what was escaped reads as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_000 }), (text) => {
      expect(plainOf(escapeText(text))).toBe(text);
    }),
    { seed: 19 },
  );
});

test('a text is cut between letters, never within one', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.integer({ min: 2, max: 50 }),
      (text, most) => {
        const cut = shortened(text, most);
        expect(cut.length).toBeLessThanOrEqual(Math.max(most, 0));
        expect(cut.isWellFormed()).toBe(true);
      },
    ),
    { seed: 19 },
  );
});

test('a command is read with and without the name of the bot, and nothing else is one', () => {
  expect(commandOf('/start@my_bot  abc_-1 ')).toEqual({ name: 'start', argument: 'abc_-1' });
  expect(commandOf('/ME')).toEqual({ name: 'me', argument: '' });
  for (const text of ['', 'me', '/', '/ me', `/${'x'.repeat(40)}`, `/start ${'x'.repeat(300)}`])
    expect(commandOf(text)).toBeUndefined();
});

test('whatever is brought as an update is read or refused, and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), fc.jsonValue(), (one, other) => {
      zUpdate.safeParse(one);
      zUpdate.safeParse({ update_id: 1, message: other, my_chat_member: one });
      if (typeof other === 'string') commandOf(other);
    }),
    { seed: 19 },
  );
});
