import type { Cases, Part } from '../case.ts';

/** A program of the plugin's own; in this order, for one is what the next rests on. */
export const processCases = {
  'processes.start': {
    at: 'setup',
    given: () => ['helper'],
    look: (outcome) => typeof outcome,
    expected: 'undefined',
  },
  'processes.ask': {
    given: () => ['helper', 'echo', { word: 'every', list: [1, null] }, { limitMs: 60_000 }],
    expected: { word: 'every', list: [1, null] },
  },
  'processes.state': { given: () => ['helper'], expected: { state: 'running', restarts: 0 } },
  'processes.stop': { given: () => ['helper'], look: (outcome) => typeof outcome, expected: 'undefined' },
} satisfies Cases<Part<'processes'>>;
