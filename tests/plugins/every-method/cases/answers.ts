import type { Cases, Part } from '../case.ts';

const path = '/internal/every_method';

/** What is answered from memory. */
export const answerCases = {
  'answers.put': { given: () => [path, { one: 'first' }], expected: null },
  'answers.remove': { given: () => [path, ['one']], expected: null },
  'answers.replace': { given: () => [path, { two: 'second' }], expected: null },
  'answers.isOwnSignature': {
    given: () => [{ host: 'a.example', nonce: 'n'.repeat(22), answer: 'guess' }],
    expected: false,
  },
} satisfies Cases<Part<'answers'>>;
