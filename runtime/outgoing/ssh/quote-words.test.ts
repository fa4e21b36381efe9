import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { quoteWords, UnquotableWord } from './quote-words.ts';

/** What the shells of this machine give to a program for a line. */
function wordsBy(shell: string, line: string): string[] {
  const { stdout } = Bun.spawnSync([shell, '-c', line]);
  return stdout.toString().split('\0').slice(0, -1);
}
const SHELLS = ['sh', 'bash', 'zsh', 'ksh', 'fish'].filter((name) => Bun.which(name) !== null);
const HOSTILE = [
  ';id',
  '$(id)',
  '`id`',
  "'; id; '",
  "\\'; id; echo \\'",
  '\n',
  'a\nb',
  '*',
  '~',
  '#',
  '!!',
  '',
  ' ',
];

// An argument that a shell takes for more than an argument is a command of whoever typed it, on every machine.
test.each(SHELLS)('%s gives every word to the program as it is', (shell) => {
  const word = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom("'", '\\', '"', '$', '`', ';', '\n', ' ', 'a', '-') }),
  );
  fc.assert(
    fc.property(
      fc.array(
        word.filter((text) => !text.includes('\0')),
        { minLength: 1, maxLength: 12 },
      ),
      (words) => {
        expect(wordsBy(shell, quoteWords(['printf', '%s\\0', ...words]))).toEqual(words);
      },
    ),
    { numRuns: 60 },
  );
});

test('what no line can carry is refused', () => {
  for (const words of [[], [''], ['a\0b'], ['printf', 'a\0'], ['printf', '\ud800']])
    expect(() => quoteWords(words)).toThrow(UnquotableWord);
});

test('plain words stay readable', () => {
  expect(quoteWords(['/usr/bin/df', '-kP', "it's", 'a\\b', ''])).toBe(
    "/usr/bin/df -kP 'it'\\''s' 'a'\\\\'b' ''",
  );
});
