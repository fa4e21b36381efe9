import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  AGENT_LETTERS_READ,
  AGENT_PATTERN_MAX_LENGTH,
  agentOfPatterns,
  compileAgentPattern,
} from './agent-pattern.ts';

const meets = (pattern: string, agent: string) => compileAgentPattern(pattern)(agentOfPatterns(agent));

/** What docs/customers.md says, without a thought of how long it takes. */
function meetsSlowly(pattern: string, agent: string): boolean {
  const [part, ...more] = pattern.split('*').filter((text) => text !== '');
  if (part === undefined) return true;
  for (let at = 0; at + part.length <= agent.length; at++)
    if (agent.startsWith(part, at) && meetsSlowly(more.join('*'), agent.slice(at + part.length))) return true;
  return false;
}

describe('patterns of user agents', () => {
  test.each([
    ['micromessenger', 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0', true],
    ['android*mobile', 'Mozilla/5.0 (Linux; Android 14; SM-S918B) Mobile Safari/537.36', true],
    ['mobile*android', 'Mozilla/5.0 (Linux; Android 14; SM-S918B) Mobile Safari/537.36', false],
    ['a.c', 'abc', false],
    ['(a+)+$', 'the text (a+)+$ itself', true],
    ['*', '', true],
    ['aab', 'aaab', true],
    ['aa*aa', 'aaa', false],
    ['curl', '', false],
  ])('%s meets %s: %p', (pattern, agent, expected) => {
    expect(meets(pattern, agent)).toBe(expected);
  });

  test('mean what they say, whatever they are', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 9 });
    const agent = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 14 });
    fc.assert(
      fc.property(letters, agent, (pattern, text) => {
        expect(meets(pattern, text)).toBe(meetsSlowly(pattern, text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('take no longer the more cunning they are: no text and no pattern stops a visit', () => {
    const cunning = [
      `${'a'.repeat(AGENT_PATTERN_MAX_LENGTH - 1)}b`,
      'a*'.repeat(AGENT_PATTERN_MAX_LENGTH / 2),
      `${'ab'.repeat(AGENT_PATTERN_MAX_LENGTH / 2 - 1)}ba`,
      `${'a*'.repeat(AGENT_PATTERN_MAX_LENGTH / 2 - 1)}bb`,
    ].map(compileAgentPattern);
    // 16 KB is what a server takes as headers.
    const agents = ['a'.repeat(16_384), 'ab'.repeat(8_192)];
    const began = performance.now();
    for (let round = 0; round < 500; round++)
      for (const agent of agents) for (const pattern of cunning) pattern(agentOfPatterns(agent));
    // 4,000 looks at 512 letters: some 5 ms, and never the seconds of one that tries again.
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test('are short, and look at the beginning of an agent only', () => {
    expect(() => compileAgentPattern('x'.repeat(AGENT_PATTERN_MAX_LENGTH + 1))).toThrow(RangeError);
    expect(meets('end', `${' '.repeat(AGENT_LETTERS_READ - 3)}end`)).toBe(true);
    expect(meets('end', `${' '.repeat(AGENT_LETTERS_READ)}end`)).toBe(false);
  });
});
