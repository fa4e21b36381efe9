import { type CallAccess, errors, type Success, zFileAnswer } from '@waypost/contract';
import type { Caller, RequestContext } from '@waypost/sdk';
import type pino from 'pino';
import type { Activation } from '../plugin/activation/activation.ts';
import { isOwnFault } from '../plugin/activation/breakers.ts';
import { type Route, routeKey } from '../plugin/activation/route.ts';
import { checkInput } from '../plugin/context/check-input.ts';
import { scopedLog } from '../process/log.ts';
import { readJson } from './body.ts';
import { fileResponse } from './file-response.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RequestFacts } from './request-facts.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** Longest time that a call may take, milliseconds; longer work is an operation (docs/http.md, "Long work"). */
export const CALL_TIME_LIMIT_MS = 30_000;

export interface PipelineOptions {
  authenticate(
    token: string,
    facts: { address: string; userAgent: string; isPublic: boolean },
  ): Promise<Caller | undefined>;
  /** Whether the store is up and the plugins have been activated from it. */
  isReady(): boolean;
  rateLimits: RateLimits;
  log: pino.Logger;
  timeLimitMs?: number;
}

/** One call on its way: filled by `admit`, used by `run`. */
export interface CallState {
  route: Route;
  activation: Activation;
  facts: RequestFacts;
  translate: RequestContext['translate'];
  caller: Caller | undefined;
}

export interface CallPipeline {
  /** Who calls, whether they may, how often, and the checked body; in this order, so that a stranger learns nothing of the schema. */
  admit(state: CallState, request: Request): Promise<unknown>;
  run(state: CallState, request: Request, body: unknown): Promise<Response>;
}

export function createCallPipeline(options: PipelineOptions): CallPipeline {
  const timeLimit = options.timeLimitMs ?? CALL_TIME_LIMIT_MS;

  async function admit(state: CallState, request: Request): Promise<unknown> {
    const { route, facts } = state;
    if (!options.isReady()) throw errors.storeUnavailable.create();
    const token = bearerToken(request.headers);
    const isPublic = 'public' in route.access;
    if (token !== undefined) state.caller = await options.authenticate(token, { ...facts, isPublic });
    if (!isPublic && state.caller === undefined) throw errors.unauthenticated.create();
    if (state.caller?.hasOneTimePassword && !isOpenToOneTimePassword(route.access))
      throw errors.passwordChangeRequired.create();
    if ('permission' in route.access) requirePermission(state.caller, route.access.permission);
    await options.rateLimits.takeCall(
      routeKey(route),
      isPublic ? facts.address : (state.caller?.id ?? ''),
      route.ratePerMinute,
    );
    return checkInput(route.body, await readJson(request, { limit: route.bodyLimit }), state.translate);
  }

  async function run(state: CallState, request: Request, body: unknown): Promise<Response> {
    const { route, activation, facts } = state;
    const limit = AbortSignal.timeout(timeLimit);
    const signal = AbortSignal.any([request.signal, limit, activation.ending.signal]);
    const context: RequestContext = {
      caller: state.caller,
      locale: facts.locale,
      address: facts.address,
      userAgent: facts.userAgent,
      requestId: facts.requestId,
      log: scopedLog(options.log, { request_id: facts.requestId, plugin: route.plugin }),
      signal,
      translate: state.translate,
    };
    // A client that goes away or a switch is no fault of the plugin.
    const given = await activation.breakers.run(
      `route:${routeKey(route)}`,
      () => raceAgainst(route.run(body, context), signal),
      (error) => (!signal.aborted || limit.aborted) && isOwnFault(error),
    );
    const content = route.isResultChecked ? await route.result.parseAsync(given) : given;
    if (route.answers === 'file') return fileResponse(zFileAnswer.parse(content), facts.requestId);
    const answer: Success<unknown> = {
      status: true,
      message: state.translate(route.message),
      content: content ?? null,
    };
    return Response.json(answer, {
      status: route.answers ?? 200,
      headers: { ...DATA_HEADERS, 'x-request-id': facts.requestId },
    });
  }

  return { admit, run };
}

/** RFC 6750, 2.1; undefined without one. */
function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +([!-~]{1,512})$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function isOpenToOneTimePassword(access: CallAccess): boolean {
  return 'public' in access || ('signedIn' in access && access.withOneTimePassword === true);
}

/** @throws AppError `forbidden` 403 */
function requirePermission(caller: Caller | undefined, permission: string): void {
  if (caller?.isSuper || caller?.permissions.has(permission)) return;
  throw errors.forbidden.create({ permission });
}

/** The work's outcome, or `timed_out` 504 as soon as the signal aborts; what the work does later is ignored. */
function raceAgainst<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(errors.timedOut.create({}, { cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
