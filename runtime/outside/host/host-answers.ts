import { zSealed } from '@waypost/contract';
import type { AuditEntry, Disposer, PluginContext, RequestContext } from '@waypost/sdk';
import { z } from 'zod';
import { requireCapability } from '../../plugin/activation/capability.ts';
import { ownNames } from '../../plugin/context/own-names.ts';
import type { Registrar } from '../../plugin/context/registrar.ts';
import { knownFailure } from '../../storage/index.ts';
import { type Offered, zAuditedQuery } from '../protocol.ts';
import { type ParameterKind, REMOTE_ANSWERS, REMOTE_IDENTITY, REMOTE_VISITS } from '../remote-methods.ts';
import { argumentsFromOutside } from './crossing.ts';
import { extensionAnswers, tellHooks } from './extension-answers.ts';
import { ledgerAnswers } from './ledger-answers.ts';
import type { LiveRequests } from './live-requests.ts';
import type { OperationRuns } from './operation-runs.ts';
import { type OutgoingDoors, outgoingAnswers } from './outgoing-answers.ts';
import { createPluginLog, zLogRecord } from './plugin-log.ts';
import { processAnswers } from './process-answers.ts';
import { type VisitWrites, zTransaction } from './visit-writes.ts';

const zData = z.record(z.string(), z.unknown());
const zJob = z.object({ name: z.string(), data: zData });
const zEmit = z.object({ name: z.string(), payload: z.unknown().optional() });
const zAudit = z.object({
  type: z.string().max(200),
  target: z.string().max(500).optional(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  handle: z.int().optional(),
  transaction: zTransaction.optional(),
});
const zHash = z.object({ password: z.string(), handle: z.unknown() });
const zVerify = zHash.extend({ hash: z.string().max(1_000).nullable() });
const zUnseal = z.object({
  sealed: zSealed,
  place: z.object({ area: z.string(), call: z.string(), field: z.string() }),
});
const zPlace = z.string().min(1).max(500);
const zSeal = z.object({ place: zPlace, text: z.string().max(100_000) });
const zOpen = z.object({ place: zPlace, sealed: z.string().max(200_000) });
const zMethod = z.object({ method: z.string(), given: z.array(z.unknown()).max(20) });
const zService = zMethod.extend({ name: z.string() });
const zPublish = z.object({ name: z.string(), data: z.unknown().optional(), audience: z.string() });

export interface HostAnswerOptions extends OutgoingDoors {
  context: PluginContext;
  live: LiveRequests;
  operations: OperationRuns;
  /** The services that it may use. */
  services(): Offered[];
  registrar: Registrar;
  visitWrites: VisitWrites;
  /** Tells the child that visits were counted. */
  aggregated(): void;
  registrationsChanged(params: unknown): void;
}

/**
 * What the child may ask of the host. It is done through the host's own context of the plugin, which checks names and
 * grants: the same checks in the child only keep an honest plugin in order.
 */
export function createHostAnswers(options: HostAnswerOptions): {
  answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  take(method: string, params: unknown): void;
} {
  const { context, manifest, granted, live } = options;
  let stopFollowing: Disposer | undefined;
  const write = createPluginLog(context.log);
  const requireOwn = ownNames(manifest).require;

  const work: Readonly<Record<string, (params: unknown, signal: AbortSignal) => Promise<unknown>>> = {
    async 'jobs.now'(params) {
      const { name, data } = zJob.parse(params);
      await context.jobs.now(name, data);
      return null;
    },
    async 'events.emit'(params) {
      const { name, payload } = zEmit.parse(params);
      await context.events.emit(name, payload);
      return null;
    },
    async audit(params) {
      const { handle, target, transaction, ...entry } = zAudit.parse(params);
      const request = live.find(handle);
      const written = {
        ...entry,
        ...(target === undefined ? {} : { target }),
        ...(request === undefined ? {} : { request }),
      } satisfies AuditEntry;
      await context.audit(
        written,
        transaction === undefined ? undefined : options.visitWrites.sessionOf(transaction),
      );
      return null;
    },
    ...pastAnswers(context),
    async 'passwords.hash'(params) {
      const { password, handle } = zHash.parse(params);
      return context.passwords.hash(password, requireRequest(handle));
    },
    async 'passwords.verify'(params) {
      const { password, hash, handle } = zVerify.parse(params);
      return context.passwords.verify(password, hash ?? undefined, requireRequest(handle));
    },
    async unseal(params) {
      const { sealed, place } = zUnseal.parse(params);
      return context.unseal(sealed, place);
    },
    async service(params) {
      const { name, method, given } = zService.parse(params);
      const offered = options.services().find((one) => one.name === name);
      if (offered === undefined)
        throw new TypeError(`service ${name} is not offered by a plugin that ${manifest.id} requires`);
      const crossed = argumentsFromOutside(given, live);
      return callMethod(context.require(name, offered.version), `service ${name}`, method, crossed);
    },
    visits: (params) => visitAnswer(context, params),
    async 'visits.write'(params) {
      requireCapability({ id: manifest.id, granted }, 'visits:publish');
      return options.visitWrites.write(params);
    },
    'visits.over': (params) => options.visitWrites.over(params),
    async identity(params) {
      const { method, given } = zMethod.parse(params);
      const kinds = Object.hasOwn(REMOTE_IDENTITY, method) ? REMOTE_IDENTITY[method] : undefined;
      if (kinds === undefined) throw new TypeError(`identity.${method} is not there`);
      const revived = kinds.map((kind, at) => revive(kind, given[at]));
      return callMethod(context.identity, 'identity', method, revived);
    },
    answers: (params) => knownAnswer(context, params),
    ...ledgerAnswers(context, live, options.visitWrites),
    ...secretAnswers(context),
    ...processAnswers(context),
    ...options.operations.answers,
    ...extensionAnswers(context, options.registrar, requireOwn, live),
    ...outgoingAnswers(options),
  };

  function revive(kind: ParameterKind, given: unknown): unknown {
    if (kind === 'value') return given;
    const request = requireRequest(given);
    return kind === 'caller' ? request.caller : request;
  }

  function requireRequest(handle: unknown): RequestContext {
    const request = live.find(handle);
    if (request === undefined) throw new TypeError('only a request that is being handled can be named');
    return request;
  }

  return {
    async answer(method, params, signal) {
      const run = Object.hasOwn(work, method) ? work[method] : undefined;
      if (run === undefined) throw new TypeError(`the host does not know ${method}`);
      return run(params, signal).catch(rethrowKnown);
    },
    take(method, params) {
      switch (method) {
        case 'log': {
          const { level, fields, message } = zLogRecord.parse(params);
          return write(level, fields, message);
        }
        case 'operation.progress':
          return options.operations.progress(params);
        case 'realtime.publish': {
          const { name, data, audience } = zPublish.parse(params);
          return context.realtime.publish(name, data, audience);
        }
        case 'hooks.after':
          return tellHooks(options.registrar, requireOwn, params);
        case 'registrations':
          return options.registrationsChanged(params);
        case 'visits.follow':
          void stopFollowing?.();
          stopFollowing = undefined;
          if (params === true && granted.has('visits:read'))
            stopFollowing = context.visits.onAggregated(options.aggregated);
      }
    },
  };
}

/** Only what is known keeps its code on the way: what an election has ended may be asked again, and is no fault of the plugin. */
function rethrowKnown(error: unknown): never {
  throw knownFailure(error) ?? error;
}

function secretAnswers({ secrets }: PluginContext) {
  return {
    async 'secrets.seal'(params: unknown) {
      const { place, text } = zSeal.parse(params);
      return secrets.seal(place, text);
    },
    async 'secrets.open'(params: unknown) {
      const { place, sealed } = zOpen.parse(params);
      return secrets.open(place, sealed);
    },
  };
}

/** What was recorded, and whether the data are of now. */
const pastAnswers = (context: PluginContext) => ({
  audited: (params: unknown) => context.audited(zAuditedQuery.parse(params)),
  async restored() {
    const found = await context.restored();
    return found === null ? null : { id: found.id, time: found.time.toISOString() };
  },
});

async function knownAnswer({ answers }: PluginContext, params: unknown): Promise<unknown> {
  const { method, given } = zMethod.parse(params);
  if (!REMOTE_ANSWERS.has(method)) throw new TypeError(`answers.${method} is not there`);
  return callMethod(answers, 'answers', method, given);
}

/** What is known of visits; those who write say so elsewhere. */
async function visitAnswer(context: PluginContext, params: unknown): Promise<unknown> {
  const { method, given } = zMethod.parse(params);
  if (method === 'totals') {
    const ids = z.array(z.string()).max(10_000).parse(given[0]);
    return [...(await context.visits.totals(ids))];
  }
  if (!REMOTE_VISITS.has(method)) throw new TypeError(`visits.${method} is not there`);
  return callMethod(context.visits, 'visits', method, given);
}

/** Calls a method that an object or its class has itself; nothing that every object has. */
async function callMethod(target: unknown, what: string, method: string, given: unknown[]): Promise<unknown> {
  if (typeof target !== 'object' || target === null) throw new TypeError(`${what} is not offered now`);
  const found = method in Object.prototype ? undefined : Reflect.get(target, method);
  if (typeof found !== 'function') throw new TypeError(`${what} has no method ${method}`);
  return (await Reflect.apply(found, target, given)) ?? null;
}
