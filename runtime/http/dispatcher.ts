import { type AppError, defineError, errors, type Locale } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type pino from 'pino';
import type { Activation } from '../plugin/activation/activation.ts';
import { type Generation, translateIn } from '../plugin/activation/generation.ts';
import { pluginFailed } from '../plugin/activation/outside-errors.ts';
import { chooseLocale } from '../services/locale/choose-locale.ts';
import { knownFailure } from '../storage/index.ts';
import { isLongBodyUnread, refuseDeclared } from './body.ts';
import type { CallPipeline } from './call-pipeline.ts';
import { failureResponse } from './failure.ts';
import { buildPluginApp, type CallStates } from './plugin-app.ts';
import type { RateLimits } from './rate-limits.ts';
import { type RequestFacts, requestIdOf } from './request-facts.ts';

const foreignOrigin = defineError({ code: 'foreign_origin', status: 403 });

export interface DispatcherOptions {
  generation(): Generation;
  pipeline: CallPipeline;
  rateLimits: RateLimits;
  addressOf(request: Request): string;
  /** Whether a browser page of this origin may call; requests without Origin come from programs. */
  isOwnOrigin(origin: string, host: string | null): boolean;
  isReady(): boolean;
  /** Whether an enabled plugin, nothing of which serves, failed. */
  hasFailed(plugin: string): boolean;
  log: pino.Logger;
  clock: Clock;
  observe(call: string, status: number, seconds: number): void;
}

/** What the log says of a call beside its request. */
interface CallRecord {
  call: string;
  /** Code of its failure. */
  code?: string;
  reason?: string;
}

/** Answers `POST /api/<area>/<call>`. */
export type Dispatch = (request: Request, path: string) => Promise<Response>;

const CALL_PATH = /^\/api\/([a-z][a-z0-9_]*)\/([a-z][a-z0-9_-]*)$/;

export function createDispatcher(options: DispatcherOptions): Dispatch {
  const states: CallStates = new WeakMap();

  return async (request, path) => {
    const started = options.clock.now();
    const generation = options.generation();
    const facts = factsOf(request);
    const record: CallRecord = { call: 'unknown' };
    let response: Response;
    try {
      response = await answer(request, path, facts, record);
    } catch (error) {
      response = failed(error, generation, facts, record, states.get(request)?.activation);
    }
    if (isLongBodyUnread(request)) response.headers.set('connection', 'close');
    const milliseconds = options.clock.now() - started;
    options.observe(record.call, response.status, milliseconds / 1000);
    const caller = states.get(request)?.caller;
    const isRefused = caller === undefined && response.status >= 400 && response.status < 500;
    const pace = isRefused ? await options.rateLimits.holdRefusal(facts.address, request.signal) : 'free';
    if (pace === 'crowded') response.headers.set('connection', 'close');
    // A flood must not fill the disk with what is said of it.
    options.log[pace === 'free' ? 'info' : 'debug'](
      {
        request_id: facts.requestId,
        ...record,
        status: response.status,
        ms: milliseconds,
        account: caller?.id,
        address: facts.address,
      },
      'call answered',
    );
    return response;
  };

  async function answer(
    request: Request,
    path: string,
    facts: RequestFacts,
    record: CallRecord,
  ): Promise<Response> {
    const [, area = '', call = ''] = CALL_PATH.exec(path) ?? [];
    if (request.method !== 'POST') {
      routeOf(options.generation(), area, call);
      throw errors.methodNotAllowed.create();
    }
    const origin = request.headers.get('origin');
    if (origin !== null && !options.isOwnOrigin(origin, request.headers.get('host')))
      throw foreignOrigin.create();
    await options.rateLimits.takeAddress(facts.address);
    // Nothing is awaited from here until the activation knows of the call: it would end without it.
    const generation = options.generation();
    const { activation, route } = routeOf(generation, area, call);
    record.call = `${area}/${call}`;
    refuseDeclared(request.headers, route.bodyLimit);
    states.set(request, {
      route,
      activation,
      facts,
      caller: undefined,
      translate: (key, params) => translateIn(generation, facts.locale, key, params, [activation.words]),
    });
    activation.app ??= buildPluginApp(activation, options.pipeline, states);
    activation.enter();
    try {
      return await activation.app.handle(request);
    } finally {
      activation.leave();
    }
  }

  /** @throws AppError `unknown_call`, `plugin_disabled` 404, `store_unavailable` 503 */
  function routeOf(generation: Generation, area: string, call: string) {
    const activation = generation.areas.get(area);
    if (activation === undefined) throw missingArea(generation, area);
    const route = activation.routes.get(`${area}/${call}`);
    if (route === undefined) throw errors.unknownCall.create();
    return { activation, route };
  }

  function missingArea(generation: Generation, area: string): AppError {
    const plugin = generation.inactiveAreas.get(area);
    if (plugin === undefined) return errors.unknownCall.create();
    // Plugins are activated from the store; until it answers, nobody can say that one is disabled.
    if (!options.isReady()) return errors.storeUnavailable.create();
    return options.hasFailed(plugin)
      ? pluginFailed.create({ plugin })
      : errors.pluginDisabled.create({ plugin });
  }

  function failed(
    error: unknown,
    generation: Generation,
    facts: RequestFacts,
    record: CallRecord,
    activation: Activation | undefined,
  ): Response {
    const known = knownFailure(error);
    record.code = known?.code ?? errors.internal.code;
    if (known === undefined)
      options.log.error(
        { request_id: facts.requestId, call: record.call, error },
        'call failed by a fault of the server',
      );
    else if (known.status >= 500 && known.cause !== undefined) record.reason = String(known.cause);
    const failure = known ?? errors.internal.create({ request_id: facts.requestId });
    const own = activation === undefined ? [] : [activation.words];
    return failureResponse(failure, facts.requestId, (key, params) =>
      translateIn(generation, facts.locale, key, params, own),
    );
  }

  function factsOf(request: Request): RequestFacts {
    const locale: Locale = chooseLocale(localeQuery(request.url), request.headers.get('accept-language'));
    return {
      requestId: requestIdOf(request),
      address: options.addressOf(request),
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 1000),
      locale,
    };
  }
}

function localeQuery(url: string): string | null {
  const start = url.indexOf('?');
  return start === -1 ? null : new URLSearchParams(url.slice(start)).get('locale');
}
