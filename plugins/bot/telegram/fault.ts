import { AppError, defineError } from '@waypost/contract';
import { GrammyError } from 'grammy';
import type { BotFault } from './values.ts';

/** What Telegram, or the way to it, said to a request. It holds neither the token nor what was sent. */
export class TelegramFault extends Error {
  override readonly name = 'TelegramFault';
  constructor(
    readonly kind: Exclude<BotFault, ''>,
    /** Status of the answer; 0: there was none. */
    readonly status: number,
    /** In Telegram's words. */
    readonly description: string,
    /** Seconds until the next request is taken; 0: nothing was said of it. */
    readonly retryAfter: number,
    /** Of the platform's error, where a request did not get to Telegram. */
    readonly code: string | undefined = undefined,
  ) {
    super(`Telegram: ${status} ${description}`);
  }
}

export const botErrors = {
  off: defineError({ code: 'bot_off', status: 409 }),
  notBound: defineError({ code: 'bot_not_bound', status: 409 }),
  bound: defineError({ code: 'bot_bound', status: 409 }),
  refused: defineError({ code: 'bot_telegram_refused', status: 409, params: ['description'] }),
  away: defineError({ code: 'bot_telegram_away', status: 502 }),
} as const;

const KINDS: Readonly<Record<number, Exclude<BotFault, ''>>> = {
  401: 'token',
  404: 'token',
  409: 'conflict',
};

/** @param thrown by a request to Telegram @param token is taken out of what is told */
export function faultOf(thrown: unknown, token: string): TelegramFault {
  if (thrown instanceof TelegramFault) return thrown;
  const told = (text: string) => text.replaceAll(token, '***').slice(0, 500);
  if (thrown instanceof GrammyError) {
    const { error_code: status, description, parameters } = thrown;
    const kind = KINDS[status] ?? (status >= 500 ? 'away' : 'refused');
    return new TelegramFault(kind, status, told(description), parameters.retry_after ?? 0);
  }
  const reason = reasonOf(thrown);
  const code = reason instanceof AppError ? reason.code : undefined;
  return new TelegramFault('away', 0, told(reason?.message ?? 'no answer'), 0, code);
}

/** The same for whoever made a call. */
export function callError(fault: TelegramFault): AppError {
  return fault.kind === 'away'
    ? botErrors.away.create({}, { cause: fault })
    : botErrors.refused.create({ description: fault.description }, { cause: fault });
}

/** grammY keeps what really happened inside of its own error. */
function reasonOf(thrown: unknown): Error | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const inner = 'error' in thrown ? thrown.error : thrown.cause;
  return (thrown instanceof AppError ? undefined : reasonOf(inner)) ?? thrown;
}
