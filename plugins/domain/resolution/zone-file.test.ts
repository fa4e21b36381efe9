import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type NeededRecord, neededRecords } from './needed-records.ts';
import { txtStrings, zoneFile } from './zone-file.ts';

// BIND reads each zone (named-checkzone of Debian's bind9-utils), and finds in it what was to be in it.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERIAL = 1_790_000_000;

/** What BIND says to a zone, and its records as it writes them. */
async function read(
  zone: string,
  text: string,
): Promise<{ code: number; said: string; records: string[][] }> {
  const file = join(folder, 'zone');
  const canonical = join(folder, 'canonical');
  await Bun.write(file, text);
  const run = Bun.spawnSync(['named-checkzone', '-i', 'local', '-D', '-o', canonical, zone, file]);
  const said = `${run.stdout}${run.stderr}`;
  if (run.exitCode !== 0) return { code: run.exitCode, said, records: [] };
  const lines = (await Bun.file(canonical).text()).split('\n').filter((line) => line !== '');
  const records = lines.map((line) => {
    const [name = '', , , type = '', ...value] = line.split(/\s+/);
    return [type, name, value.join(' ')];
  });
  return { code: run.exitCode, said, records: records.filter(([type]) => type !== 'SOA' && type !== 'NS') };
}

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/);
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
const address = fc.oneof(
  fc.ipV4().map((value) => value),
  fc.constantFrom('2001:db8::1', '2001:db8:0:1::ff', '::1'),
);

test('BIND accepts the zone of whatever names, tokens and notes, and reads each record as it was meant', async () => {
  await fc.assert(
    fc.asyncProperty(
      host,
      fc.array(fc.tuple(fc.array(label, { maxLength: 3 }), fc.boolean()), { minLength: 1, maxLength: 6 }),
      fc.string({ maxLength: 600, unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.array(address, { maxLength: 3 }),
      async (zone, below, token, note, addresses) => {
        const place = { host: 'go.platform.example', addresses };
        const records = below.flatMap(([labels, is_platform]) =>
          neededRecords({ name: [...labels, zone].join('.'), registrable: zone, token, is_platform }, place),
        );
        const text = zoneFile({ zone, records, serial: SERIAL, note });
        const found = await read(zone, text);
        expect([found.code, found.code === 0 ? '' : `${found.said}\n${text}`]).toEqual([0, '']);
        expect(found.said).toContain(`loaded serial ${SERIAL}`);
        const kinds = (of: readonly (readonly (string | undefined)[])[]) =>
          [...new Set(of.map(([type, name]) => `${type} ${name}`))].sort();
        expect(kinds(found.records)).toEqual(kinds(records.map(({ type, name }) => [type, `${name}.`])));
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

test('a long value is split at 255 bytes, and what would end its quotes is written as a number', () => {
  expect(txtStrings('waypost=abc')).toBe('"waypost=abc"');
  expect(txtStrings('')).toBe('""');
  expect(txtStrings('a"b\\c\n;é')).toBe('"a\\034b\\092c\\010;\\195\\169"');
  expect(txtStrings('x'.repeat(256))).toBe(`"${'x'.repeat(255)}" "x"`);
});

test('names of the most letters that a domain may have are read', async () => {
  const zone = `${'a'.repeat(63)}.example`;
  const name = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(44)}.${zone}`;
  expect(name).toHaveLength(244);
  const records = neededRecords(
    { name, registrable: zone, token: 'f'.repeat(32), is_platform: false },
    { host: 'go.platform.example', addresses: [] },
  );
  expect((await read(zone, zoneFile({ zone, records, serial: SERIAL, note: '' }))).records).toEqual([
    ['CNAME', `${name}.`, 'go.platform.example.'],
    ['TXT', `_waypost.${name}.`, `"waypost=${'f'.repeat(32)}"`],
  ]);
});

test('what was registered itself has addresses, what is below it an alias, and the platform’s no proof', () => {
  const place = { host: 'go.platform.example', addresses: ['192.0.2.1', '2001:db8::1'] };
  const needed = (name: string, more: object = {}): NeededRecord[] =>
    neededRecords({ name, registrable: 'example.org', token: 't', is_platform: false, ...more }, place);
  const txt = (name: string) => ({ type: 'TXT', name: `_waypost.${name}`, value: 'waypost=t' });
  expect(needed('example.org')).toEqual([
    { type: 'A', name: 'example.org', value: '192.0.2.1' },
    { type: 'AAAA', name: 'example.org', value: '2001:db8::1' },
    txt('example.org'),
  ] as NeededRecord[]);
  const alias = { type: 'CNAME', name: 'a.example.org', value: 'go.platform.example' };
  expect(needed('a.example.org')).toEqual([alias, txt('a.example.org')] as NeededRecord[]);
  expect(needed('a.example.org', { is_platform: true })).toEqual([alias] as NeededRecord[]);
});
