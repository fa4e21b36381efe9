import { KNOWN_ANSWER_MAX_LETTERS } from '@waypost/contract';
import { noRoom } from './answer-room.ts';

/** Does `work` once what the plugin has asked for before is done; `letters`: how much is held until then. */
export type InTurn = (plugin: string, letters: number, work: () => Promise<void>) => Promise<void>;

/**
 * One change of a plugin after the other: each is measured with what those before it have left.
 * @returns throws AppError `invalid_input` 422 when more would wait than a plugin may have answered at all
 */
export function createTurns(): InTurn {
  const waiting = new Map<string, { letters: number; last: Promise<void> }>();
  return async (plugin, letters, work) => {
    const turn = waiting.get(plugin) ?? { letters: 0, last: Promise.resolve() };
    if (turn.letters + letters > KNOWN_ANSWER_MAX_LETTERS) throw noRoom();
    turn.letters += letters;
    waiting.set(plugin, turn);
    const done = turn.last.then(work).finally(() => {
      turn.letters -= letters;
    });
    // Who asked for it hears of a failure; who comes next only waits for its end.
    turn.last = done.catch(() => undefined);
    return done;
  };
}
