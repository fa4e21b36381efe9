import { expect, test } from 'bun:test';
import { csvRow } from '@waypost/sdk';
import fc from 'fast-check';
import { readAddressLines } from './address-lines.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const read = (text: string) =>
  readAddressLines(text, {
    own: '198.51.100.1',
    proxies: [],
    now: NOW,
    timeZone: 'Africa/Nairobi',
    hasEnds: true,
  });

test('a table that a spreadsheet has saved with semicolons or tabs is read as one with commas', () => {
  for (const separator of [',', ';', '\t']) {
    const text = [
      ['ip', 'reason', 'end'],
      ['203.0.113.7', '"a farm, of ""bots""; and more"', '2999-01-31'],
      ['203.0.113.8'],
    ]
      .map((cells) => cells.join(separator))
      .join('\r\n');
    const { lines, faults } = read(`\uFEFF${text}`);
    expect([separator, faults]).toEqual([separator, []]);
    expect(lines.map(({ row, ip, reason, expires_at }) => [row, ip, reason, expires_at])).toEqual([
      [2, '203.0.113.7', 'a farm, of "bots"; and more', new Date('2999-01-31T20:59:59.999Z')],
      [3, '203.0.113.8', '', undefined],
    ]);
  }
});

test('an end that could be another day is refused, or an address would be let in months too early', () => {
  const { lines, faults } = read(
    '203.0.113.7,a,01.03.2027\n203.0.113.8,b,46447\n203.0.113.9,c,03/04/2027\n203.0.113.10,d,2027-03-01 12:00',
  );
  expect(faults.map(({ row, fault }) => [row, fault])).toEqual([
    [1, 'end'],
    [2, 'end'],
    [3, 'end'],
  ]);
  expect(lines.map(({ expires_at }) => expires_at)).toEqual([new Date('2027-03-01T09:00:00Z')]);
});

test('an exported list is read as it was, whatever its reasons say', () => {
  const reason = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '-50% of visits',
      '+254 712 345678',
      '@bots',
      "'=1",
      'two\n# lines',
      '"quoted"; and, more',
    ),
  );
  const end = fc.option(fc.integer({ min: NOW + 1, max: NOW * 2 }).map((time) => new Date(time)));
  fc.assert(
    fc.property(fc.array(fc.tuple(reason, end), { minLength: 1, maxLength: 8 }), (given) => {
      const rows = given.map(([text, expires_at], at) => ({
        ip: `203.0.113.${at}`,
        reason: text.trim(),
        expires_at,
      }));
      const head = csvRow(['ip', 'reason', 'expires_at', 'author', 'create_time']);
      const table = rows.map((row) =>
        csvRow([row.ip, row.reason, row.expires_at?.toISOString() ?? '', 'anna', '2026-01-01T00:00:00.000Z']),
      );
      const { lines, faults } = read(`\uFEFF${head}${table.join('')}`);
      expect(faults).toEqual([]);
      expect(
        lines.map(({ ip, reason: text, expires_at = null }) => ({ ip, reason: text, expires_at })),
      ).toEqual(rows);
    }),
  );
});

test('a comma within a reason divides nothing where semicolons divide', () => {
  const { lines } = read('ip;reason;end\n203.0.113.7;bots, many of them\n203.0.113.8;one');
  expect(lines.map(({ reason }) => reason)).toEqual(['bots, many of them', 'one']);
});

test('a cell of several lines is one, and what follows is told by its own line', () => {
  const { lines, faults } = read('203.0.113.7,"first\nsecond"\nno address\n# a note\n\n203.0.113.8');
  expect(lines.map(({ row, reason }) => [row, reason])).toEqual([
    [1, 'first\nsecond'],
    [6, ''],
  ]);
  expect(faults).toEqual([{ row: 3, text: 'no address', fault: 'form' }]);
});

test('a damaged line costs itself and no other', () => {
  const { lines, faults } = read(`203.0.113.7,"never closed\n203.0.113.8\n${'x'.repeat(3_000)}\n203.0.113.9`);
  expect(faults.map(({ row, fault }) => [row, fault])).toEqual([
    [1, 'open_quote'],
    [3, 'too_long'],
  ]);
  expect(faults.every(({ text }) => text.length <= 300)).toBe(true);
  expect(lines.map(({ ip }) => ip)).toEqual(['203.0.113.8', '203.0.113.9']);
});

test('neither a comment, a reason with semicolons nor a first line without a reason says how the others are read', () => {
  for (const text of [
    '# exported 2026; list of bots\n203.0.113.7,a farm\n203.0.113.8,more',
    '203.0.113.7,bots; a farm; here\n203.0.113.8,more',
    '\r\n203.0.113.7\r\n203.0.113.8;more',
  ]) {
    const { lines, faults } = read(text);
    expect([text, faults]).toEqual([text, []]);
    expect(lines.map(({ ip }) => ip)).toEqual(['203.0.113.7', '203.0.113.8']);
    expect(lines[1]?.reason).toBe('more');
  }
});
