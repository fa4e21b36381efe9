import type { Migration, PluginContext, SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import { checkInput } from '../../plugin/context/check-input.ts';
import { knownFailure, nobodyWaits } from '../../storage/index.ts';
import type { Peer } from '../channel/peer.ts';
import { type RequestFacts, zCaller, zRequestFacts } from '../protocol.ts';
import type { Registered } from './child-registry.ts';
import { extensionAnswers } from './remote-extension.ts';
import { runOperation, tellUnfinished } from './remote-operations.ts';
import type { Handlers } from './remote-sources.ts';
import { createRequest, type RequestSources } from './request.ts';

const zCall = z.object({ key: z.string(), body: z.unknown().optional(), request: zRequestFacts });
const zJob = z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) });
const zEvent = z.object({ name: z.string(), payload: z.unknown().optional() });
const zMigrate = z.object({ number: z.int() });
const zScope = z.object({
  name: z.string(),
  caller: zCaller,
  handle: z.int(),
  parameter: z.string().optional(),
});
const zWatch = z.object({ name: z.string(), audience: z.string(), isOn: z.boolean() });
const zNamedRequest = z.strictObject({ $request: zRequestFacts });
const zService = z.object({ name: z.string(), method: z.string(), given: z.array(z.unknown()) });

/** A part that the host believes registered is gone: it was taken back a moment ago. */
class GoneError extends Error {
  override name = 'GoneError';
}

export interface AnswerOptions {
  context: PluginContext;
  registered: Registered;
  handlers: Handlers;
  migrations: readonly Migration[];
  peer: Peer;
  requests: RequestSources;
  setup(): Promise<unknown>;
  dispose(): Promise<void>;
}

/** Carries out what the host asks for. */
export function createAnswers(
  options: AnswerOptions,
): (method: string, params: unknown, signal: AbortSignal) => Promise<unknown> {
  const { context, registered, handlers } = options;

  async function call(params: unknown, signal: AbortSignal): Promise<unknown> {
    const { key, body, request: facts } = zCall.parse(params);
    const route = registered.routes.get(key);
    if (route === undefined) throw new GoneError(`call ${key} is not registered`);
    const request = createRequest(facts as RequestFacts, signal, options.requests);
    const checked = await checkInput(route.body, body, request.translate);
    const given = await route.run(checked, request as SignedRequest);
    return (route.isResultChecked ? await route.result.parseAsync(given) : given) ?? null;
  }

  const work: Readonly<Record<string, (params: unknown, signal: AbortSignal) => Promise<unknown>>> = {
    call,
    setup: () => options.setup(),
    dispose: () => options.dispose(),
    async migrate(params) {
      const { number } = zMigrate.parse(params);
      await options.migrations.find((migration) => migration.number === number)?.up(context);
      return null;
    },
    async job(params, signal) {
      const { name, data } = zJob.parse(params);
      const handler = handlers.jobs.get(name);
      if (handler === undefined) throw new GoneError(`job ${name} is not registered`);
      await nobodyWaits(() => handler(data, signal));
      return null;
    },
    operation: (params, signal) =>
      nobodyWaits(() =>
        runOperation(
          { operations: handlers.operations, peer: options.peer, words: options.requests.words },
          params,
          signal,
        ),
      ),
    'operation.unfinished': (params) => tellUnfinished(handlers.operations, params),
    async event(params) {
      const { name, payload } = zEvent.parse(params);
      const outcomes = await Promise.allSettled(
        [...(handlers.events.get(name) ?? [])].map(async ({ handler }) => handler(payload)),
      );
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return null;
    },
    async 'topic.scope'(params) {
      const { name, caller, handle, parameter } = zScope.parse(params);
      const known = { ...caller, permissions: new Set(caller.permissions) };
      options.requests.handles.remember(known, handle);
      return (await handlers.topics.get(name)?.scope?.({ caller: known, parameter })) ?? null;
    },
    async 'topic.watched'(params) {
      const { name, audience, isOn } = zWatch.parse(params);
      const key = `${name} ${audience}`;
      const leave = handlers.watching.get(key);
      handlers.watching.delete(key);
      await leave?.();
      const watch = isOn ? handlers.topics.get(name)?.watched?.(audience) : undefined;
      if (watch !== undefined) handlers.watching.set(key, watch);
      return null;
    },
    ...extensionAnswers(handlers),
    async service(params, signal) {
      const { name, method, given } = zService.parse(params);
      const found = handlers.services.get(name);
      if (found === undefined || !Object.hasOwn(found, method))
        throw new GoneError(`service ${name} has no method ${method}`);
      const revived = given.map((one) => {
        const named = zNamedRequest.safeParse(one);
        return named.success
          ? createRequest(named.data.$request as RequestFacts, signal, options.requests)
          : one;
      });
      return (await found[method]?.(...revived)) ?? null;
    },
  };

  return async (method, params, signal) => {
    try {
      if (!Object.hasOwn(work, method)) throw new GoneError(`the host asked for ${method}`);
      return await work[method]?.(params, signal);
    } catch (error) {
      throw knownFailure(error) ?? error;
    }
  };
}
