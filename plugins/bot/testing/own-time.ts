import { sending } from '../queue/send-messages.ts';
import type { BotPlace } from './start-bot.ts';

/**
 * Has time pass by the clock of the test alone, for the sender and for the Bot API server.
 * @returns `pass`: lets it pass; `end`: as before
 */
export function ownTime({ t, api }: BotPlace): { pass(milliseconds: number): Promise<void>; end(): void } {
  const before = { ...sending };
  const moveTo = async (time: number) => {
    if (time > t.clock.now()) t.clock.set(new Date(time));
    await api.control('clock', { now: t.clock.now() });
  };
  const pass = (milliseconds: number) => moveTo(t.clock.now() + milliseconds);
  Object.assign(sending, { idleMs: 500, now: () => t.clock.now(), pause: pass });
  return { pass, end: () => void Object.assign(sending, before) };
}
