import { defineError, errors } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type pino from 'pino';
import type { Activation } from '../plugin/activation/activation.ts';
import { type Generation, translateIn } from '../plugin/activation/generation.ts';
import type { ChosenLanguage } from '../services/locale/choose-locale.ts';
import { knownFailure } from '../storage/index.ts';
import { isLongBodyUnread } from './body.ts';
import { callerGone } from './call-pipeline.ts';
import type { CallState } from './call-state.ts';
import { failureResponse } from './failure.ts';
import type { RateLimits } from './rate-limits.ts';
import { type RequestFacts, requestIdOf } from './request-facts.ts';

/** The caller's address is on the list that operators keep. */
const addressBlocked = defineError({ code: 'address_blocked', status: 403 });
const foreignOrigin = defineError({ code: 'foreign_origin', status: 403 });

export interface CallEndsOptions {
  generation(): Generation;
  rateLimits: RateLimits;
  addressOf(request: Request): string;
  /** The language of an answer, by `?locale=` and Accept-Language. */
  chooseLanguage(query: string | null, acceptLanguage: string | null): ChosenLanguage;
  /** Whether a browser page of this origin may call; requests without Origin come from programs. */
  isOwnOrigin(origin: string, host: string | null): boolean;
  /** Whether an address is refused everywhere. */
  isBlocked(address: string): boolean;
  log: pino.Logger;
  clock: Clock;
  observe(call: string, status: number, seconds: number): void;
}

/** How every request below `/api/` begins and ends, whichever plugin answers it and whether any does. */
export interface CallEnds {
  /** Nothing is awaited before the plugin knows of the call: it would end without it. */
  begin(request: Request, activation: Activation | undefined): CallState;
  /**
   * Before anything is looked up.
   * @throws AppError `address_blocked` and `foreign_origin` 403, `too_many_requests` 429
   */
  admitAddress(call: CallState, request: Request): Promise<void>;
  answered(call: CallState, request: Request, response: Response): Response;
  /** The answer to what was thrown; strangers who are refused again and again wait for it. */
  failed(call: CallState, request: Request, error: unknown): Promise<Response>;
}

export function createCallEnds(options: CallEndsOptions): CallEnds {
  function end(call: CallState, request: Request, response: Response): number {
    call.leave();
    if (isLongBodyUnread(request)) response.headers.set('connection', 'close');
    const milliseconds = options.clock.now() - call.started;
    options.observe(call.record.call, response.status, milliseconds / 1000);
    return milliseconds;
  }

  function say(
    level: 'info' | 'debug',
    { facts, record, caller }: CallState,
    { status, ms }: { status: number; ms: number },
  ): void {
    options.log[level](
      { request_id: facts.requestId, ...record, status, ms, account: caller?.id, address: facts.address },
      'call answered',
    );
  }

  function failureOf({ facts, record, translate }: CallState, error: unknown): Response {
    const known = knownFailure(error);
    record.code = known?.code ?? errors.internal.code;
    if (known === undefined)
      options.log.error(
        { request_id: facts.requestId, call: record.call, error },
        'call failed by a fault of the server',
      );
    else if (known.status >= 500 && known.cause !== undefined) record.reason = String(known.cause);
    const failure = known ?? errors.internal.create({ request_id: facts.requestId });
    return failureResponse(failure, facts.requestId, translate);
  }

  function factsOf(request: Request): RequestFacts {
    return {
      requestId: requestIdOf(request),
      address: options.addressOf(request),
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 1000),
      ...options.chooseLanguage(localeQuery(request.url), request.headers.get('accept-language')),
    };
  }

  return {
    begin(request, activation) {
      const generation = options.generation();
      const facts = factsOf(request);
      const own = activation === undefined ? [] : [activation.words];
      let isOpen = activation !== undefined;
      activation?.enter();
      return {
        started: options.clock.now(),
        generation,
        facts,
        translate: (key, params) => translateIn(generation, [facts.language, facts.locale], key, params, own),
        caller: undefined,
        record: { call: 'unknown' },
        leave() {
          if (isOpen) activation?.leave();
          isOpen = false;
        },
      };
    },
    async admitAddress({ facts }, request) {
      // Any other method is answered without looking at anything.
      if (request.method !== 'POST') return;
      if (options.isBlocked(facts.address)) throw addressBlocked.create();
      const origin = request.headers.get('origin');
      if (origin !== null && !options.isOwnOrigin(origin, request.headers.get('host')))
        throw foreignOrigin.create();
      await options.rateLimits.takeAddress(facts.address);
    },
    answered(call, request, response) {
      say('info', call, { status: response.status, ms: end(call, request, response) });
      return response;
    },
    async failed(call, request, error) {
      const response = failureOf(call, error);
      const { status } = response;
      const ms = end(call, request, response);
      // Whoever has gone was not refused, and waits for nothing.
      const isRefused =
        call.caller === undefined && status >= 400 && status < 500 && status !== callerGone.status;
      const pace = isRefused
        ? await options.rateLimits.holdRefusal(call.facts.address, request.signal)
        : 'free';
      if (pace === 'crowded') response.headers.set('connection', 'close');
      // A flood must not fill the disk with what is said of it.
      say(pace === 'free' ? 'info' : 'debug', call, { status, ms });
      return response;
    },
  };
}

function localeQuery(url: string): string | null {
  const start = url.indexOf('?');
  return start === -1 ? null : new URLSearchParams(url.slice(start)).get('locale');
}
