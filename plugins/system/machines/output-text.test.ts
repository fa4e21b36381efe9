import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { outputText } from './output-text.ts';

/** Letters that steer what shows them: controls but tab and line break, and those that turn the direction. */
const steering = (text: string) =>
  [...text].filter((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code === 9 || code === 10) return false;
    const turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || turns;
  });
const read = (text: string) => outputText(new TextEncoder().encode(text));

test.each([
  ['\u001b[1;31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b[2J\u001b[Hgone', 'gone'],
  ['\u001b(Bplain', 'plain'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\tb\n', 'a\tb\n'],
  ['a\0b\u0008c\u202ed', 'a\ufffdb\ufffdc\ufffdd'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('%j reads %j', (written, shown) => {
  expect(read(written)).toBe(shown);
});

// What a machine writes must not write over what the reader sees, in a browser or a terminal that it is copied to.
test('nothing that steers a terminal is left of any output', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(steering(outputText(bytes))).toEqual([]);
    }),
  );
  const unit = fc.constantFrom('\u001b', '[', ']', ';', '0', 'm', '\u0007', '\\', 'a', '\u009b', '\n');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
      expect(steering(read(text))).toEqual([]);
    }),
  );
});

test('bytes that are no text are shown as such', () => {
  expect(outputText(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\ufffdb');
});
