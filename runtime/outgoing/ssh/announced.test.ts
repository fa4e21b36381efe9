import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { announced } from './announced.ts';

/** What it says first, in pieces of any size; then what the program writes. */
function hear(cuts: readonly number[], before: string, after: string) {
  const program = announced(['true']);
  const all = Buffer.from(`${before}${program.words[4]}4711\n${after}`);
  const places = [0, ...cuts.map((cut) => cut % (all.length + 1)), all.length].toSorted((a, b) => a - b);
  const heard = places.slice(1).map((end, at) => program.heard(all.subarray(places[at], end)));
  return { program, text: Buffer.concat(heard).toString() };
}

test('the number is found however it is cut into pieces, and nothing of the program’s own is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 6 }), fc.string(), fc.string(), (cuts, before, after) => {
      const { program, text } = hear(cuts, before, after);
      expect(text).toBe(Buffer.from(before + after).toString());
      expect(program.kill('KILL')?.slice(-2)).toEqual(['KILL', '4711']);
    }),
  );
});

// A machine that answers with anything else must not have us run what it says.
test('what is no number is none', () => {
  const program = announced(['true']);
  program.heard(Buffer.from(`${program.words[4]}1; rm -rf /\n`));
  expect(program.kill('TERM')).toBeUndefined();
});

test('outputs without a number are given on', () => {
  const program = announced(['true']);
  const noise = Buffer.alloc(20_000, 'x');
  expect(program.heard(noise)).toEqual(noise);
  expect(program.heard(Buffer.from('y')).toString()).toBe('y');
  const short = announced(['true']);
  expect(short.heard(Buffer.from('no sh here')).length).toBe(0);
  expect(short.left().toString()).toBe('no sh here');
});
