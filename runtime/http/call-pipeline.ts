import {
  type CallAccess,
  defineError,
  errors,
  SECOND_FACTOR_HEADER,
  type Success,
  zFileAnswer,
} from '@waypost/contract';
import type { Caller, Demands, RequestContext, SignedRequest } from '@waypost/sdk';
import type pino from 'pino';
import type { Activation } from '../plugin/activation/activation.ts';
import { isOwnFault } from '../plugin/activation/breakers.ts';
import { type Route, routeKey } from '../plugin/activation/route.ts';
import { checkInput } from '../plugin/context/check-input.ts';
import { checkResult } from '../plugin/context/check-result.ts';
import { scopedLog } from '../process/log.ts';
import { askedBy } from '../storage/index.ts';
import { readJson, refuseDeclared } from './body.ts';
import type { CallState } from './call-state.ts';
import { fileResponse } from './file-response.ts';
import type { RateLimits } from './rate-limits.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** Longest time that a call may take, milliseconds; longer work is an operation (docs/http.md, "Long work"). */
export const CALL_TIME_LIMIT_MS = 30_000;

/** Nobody reads the answer any more: for the log and the figures, which would tell of a limit otherwise. Status as nginx has it. */
export const callerGone = defineError({ code: 'caller_gone', status: 499 });

export interface PipelineOptions {
  authenticate(
    token: string,
    facts: { address: string; userAgent: string; isPublic: boolean },
  ): Promise<Caller | undefined>;
  /**
   * Takes a code of the caller's second factor, where there is one.
   * @throws AppError `second_factor_required` and `second_factor_wrong` 403, `locked_out` 429
   */
  requireSecondFactor(code: string | undefined, request: SignedRequest): Promise<void>;
  /** Whether the store is up and the plugins have been activated from it. */
  isReady(): boolean;
  /** Whether it is in force still: a plugin that is switched off takes its rights along, also those of a call that has begun. */
  isServed?(activation: Activation): boolean;
  rateLimits: RateLimits;
  log: pino.Logger;
  timeLimitMs?: number;
}

/** The steps of one call, in the order in which Elysia's hooks take them, so that a stranger learns nothing of the schema. */
export interface CallSteps {
  /**
   * Who calls, whether they may, and how often.
   * @throws AppError `body_too_large` 413 by the declared length, `store_unavailable` 503, `unauthenticated` 401,
   * `password_change_required`, `second_factor_demanded`, `acting_refused` and `forbidden` 403, `too_many_requests` 429
   */
  admit(call: CallState, request: Request): Promise<void>;
  /** The body as it came. @throws AppError as `readJson` does */
  read(request: Request): Promise<unknown>;
  /** @returns the body as the handler gets it @throws AppError `invalid_input` 422 */
  check(call: CallState, body: unknown): Promise<unknown>;
  /**
   * The plugin's own work, within its breaker and the limit of time; before it the second factor, where the call needs it.
   * @returns what it answers, as declared
   * @throws AppError `second_factor_required` and `second_factor_wrong` 403, `plugin_part_quarantined` 503, `timed_out` 504, `caller_gone` 499, and what the plugin throws
   */
  run(call: CallState, given: { body: unknown; signal: AbortSignal }): Promise<unknown>;
  answer(call: CallState, content: unknown): Response;
}

export type CallPipeline = (route: Route, activation: Activation) => CallSteps;

export function createCallPipeline(options: PipelineOptions): CallPipeline {
  const timeLimit = options.timeLimitMs ?? CALL_TIME_LIMIT_MS;

  async function admit(
    { route, activation }: { route: Route; activation: Activation },
    call: CallState,
    { headers }: Request,
  ): Promise<void> {
    const { facts, record } = call;
    record.call = routeKey(route);
    refuseDeclared(headers, route.bodyLimit);
    if (!options.isReady()) throw errors.storeUnavailable.create();
    const token = bearerToken(headers);
    const isPublic = 'public' in route.access;
    call.secondFactor = headers.get(SECOND_FACTOR_HEADER) ?? undefined;
    if (route.header !== undefined) call.header = headers.get(route.header) ?? undefined;
    if (token !== undefined) call.caller = await options.authenticate(token, { ...facts, isPublic });
    if (!isPublic && call.caller === undefined) throw errors.unauthenticated.create();
    if (call.caller?.hasOneTimePassword && !isOpenToOneTimePassword(route.access))
      throw errors.passwordChangeRequired.create();
    if (call.caller?.lacksSecondFactor && !isOpenWithoutSecondFactor(route.access))
      throw errors.secondFactorDemanded.create();
    if (route.isPersonal && call.caller?.actor) throw errors.actingRefused.create();
    if ('permission' in route.access && !hasPermission(call.caller, route.access.permission)) {
      const { permission } = route.access;
      if (options.isServed?.(activation) === false)
        throw errors.pluginDisabled.create({ plugin: activation.manifest.id });
      throw errors.forbidden.create({ permission });
    }
    await options.rateLimits.takeCall(
      record.call,
      isPublic ? facts.address : (call.caller?.id ?? ''),
      route.ratePerMinute,
    );
  }

  async function run(
    { route, activation }: { route: Route; activation: Activation },
    call: CallState,
    given: { body: unknown; signal: AbortSignal },
  ): Promise<unknown> {
    const { facts, caller, translate } = call;
    const limit = AbortSignal.timeout(timeLimit);
    const signal = AbortSignal.any([given.signal, limit, activation.ending.signal]);
    const context: RequestContext = {
      caller,
      locale: facts.locale,
      language: facts.language,
      address: facts.address,
      userAgent: facts.userAgent,
      requestId: facts.requestId,
      ...(call.header === undefined ? {} : { header: call.header }),
      ...('public' in route.access ? {} : { asks: demandsOf(route) }),
      ...(call.secondFactor === undefined ? {} : { secondFactor: call.secondFactor }),
      log: scopedLog(options.log, { request_id: facts.requestId, plugin: route.plugin }),
      signal,
      translate,
    };
    if (route.needsSecondFactor) await requireSecondFactor(call.secondFactor, context);
    try {
      // A client that goes away or a switch is no fault of the plugin.
      const answered = await activation.breakers.run(
        `route:${call.record.call}`,
        () =>
          raceAgainst(
            askedBy(`${route.plugin} ${call.record.call}`, () => route.run(given.body, context)),
            signal,
            given.signal,
          ),
        (error) => (!signal.aborted || limit.aborted) && isOwnFault(error),
      );
      return route.isResultChecked ? await checkResult(route.result, answered, context.log) : answered;
    } catch (thrown) {
      throw asError(thrown);
    }
  }

  async function requireSecondFactor(code: string | undefined, context: RequestContext): Promise<void> {
    // A call for everybody has nobody whose second factor could be asked for.
    if (context.caller !== undefined)
      await options.requireSecondFactor(code, { ...context, caller: context.caller });
  }

  return (route, activation) => ({
    admit: (call, request) => admit({ route, activation }, call, request),
    read: (request) => readJson(request, { limit: route.bodyLimit }),
    check: (call, body) => checkInput(route.body, body, call.translate),
    run: (call, given) => run({ route, activation }, call, given),
    answer: (call, content) => answerOf(route, call, content),
  });
}

/** Elysia reads properties of what was thrown. A plugin can throw anything, `null` as well. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('what was thrown is no error', { cause: thrown });
}

/** The answer to a call that worked: docs/http.md. */
function answerOf(route: Route, { facts, translate }: CallState, content: unknown): Response {
  if (route.answers === 'file') return fileResponse(zFileAnswer.parse(content), facts.requestId);
  const answer: Success<unknown> = {
    status: true,
    message: translate(route.message),
    content: content ?? null,
  };
  return Response.json(answer, {
    status: route.answers ?? 200,
    headers: { ...DATA_HEADERS, 'x-request-id': facts.requestId },
  });
}

const demandsOf = ({ access, isPersonal, needsSecondFactor }: Route): Demands => ({
  ...('permission' in access ? { permission: access.permission } : {}),
  hasCode: needsSecondFactor === true,
  isPersonal: isPersonal === true,
});

/** RFC 6750, 2.1; undefined without one. */
function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +([!-~]{1,512})$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function isOpenToOneTimePassword(access: CallAccess): boolean {
  return 'public' in access || ('signedIn' in access && access.withOneTimePassword === true);
}

function isOpenWithoutSecondFactor(access: CallAccess): boolean {
  return isOpenToOneTimePassword(access) || ('signedIn' in access && access.withoutSecondFactor === true);
}

const hasPermission = (caller: Caller | undefined, permission: string): boolean =>
  caller?.isSuper === true || caller?.permissions.has(permission) === true;

/**
 * The work's outcome, or as soon as the signal aborts `timed_out` 504, `caller_gone` 499 where that is why; what the work
 * does later is ignored.
 */
function raceAgainst<T>(work: Promise<T>, signal: AbortSignal, caller: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      const isGone = caller.aborted && signal.reason === caller.reason;
      reject((isGone ? callerGone : errors.timedOut).create({}, { cause: signal.reason }));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
