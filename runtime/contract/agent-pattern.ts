/**
 * Patterns that user agents are compared with: plain text in which `*` stands for any letters, letter case makes no
 * difference, and the pattern may stand anywhere (`micromessenger`, `android*mobile`). They are looked at on each visit,
 * so there is nothing in them that could be tried again: the time is linear in the text, whatever the pattern.
 */

/** Longest pattern, most patterns of one list. */
export const AGENT_PATTERN_MAX_LENGTH = 100;
export const AGENT_PATTERN_MAX_COUNT = 20;
/** Letters of a user agent that rules look at: what stands behind them decides nothing. */
export const AGENT_LETTERS_READ = 512;

/** The parts of a pattern between its stars, each in lower case with how far to go back where it breaks off. */
type Part = { text: string; borders: Uint8Array };

/** Whether a user agent meets a pattern. */
export type AgentPattern = (lowerAgent: string) => boolean;

/**
 * Compiles a pattern. A pattern of stars alone meets every agent, the empty one too.
 * @param pattern at most 100 characters
 * @throws RangeError for a longer one
 */
export function compileAgentPattern(pattern: string): AgentPattern {
  if (pattern.length > AGENT_PATTERN_MAX_LENGTH) throw new RangeError('the pattern is too long');
  const parts = pattern
    .toLowerCase()
    .split('*')
    .filter((text) => text !== '')
    .map((text): Part => ({ text, borders: bordersOf(text) }));
  return (agent) => {
    let from = 0;
    // The first place of each part leaves the most for those behind it.
    for (const part of parts) {
      from = endOf(part, agent, from);
      if (from < 0) return false;
    }
    return true;
  };
}

/** A user agent as patterns are held against it. */
export function agentOfPatterns(userAgent: string): string {
  return userAgent.slice(0, AGENT_LETTERS_READ).toLowerCase();
}

/** Where a part ends that is looked for from a place on, or -1 (Knuth, Morris, Pratt: no letter is read twice). */
function endOf({ text, borders }: Part, agent: string, from: number): number {
  let matched = 0;
  for (let at = from; at < agent.length; at++) {
    const letter = agent.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== letter) matched = borders[matched - 1] as number;
    if (text.charCodeAt(matched) === letter) matched++;
    if (matched === text.length) return at + 1;
  }
  return -1;
}

/** Of each beginning of a text: how long the longest of its own beginnings is that it ends with. */
function bordersOf(text: string): Uint8Array {
  const borders = new Uint8Array(text.length);
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length))
      length = borders[length - 1] as number;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length++;
    borders[at] = length;
  }
  return borders;
}
