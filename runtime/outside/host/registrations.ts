import {
  bodyLimitOf,
  defineResource,
  type Field,
  type Fields,
  field,
  type Manifest,
} from '@waypost/contract';
import type { Disposer, PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import type { CollectionRegistration, Registrations } from '../protocol.ts';
import { createAsking } from './ask-plugin.ts';
import { wantExtensions } from './extension-registrations.ts';
import { type RegisterOptions, SHORT_MS } from './register-options.ts';

/** Brings what is registered with the host in line with what the child says it has registered. */
export interface AppliedRegistrations {
  /** @throws what the host's context throws for what it refuses; then nothing has changed but what came before it */
  apply(registrations: Registrations): void;
}

interface Wanted {
  /** Two of the same key and stamp are the same registration. */
  stamp: string;
  register(): Disposer;
}

export function createRegistrations(options: RegisterOptions): AppliedRegistrations {
  const applied = new Map<string, { stamp: string; dispose: Disposer }>();
  return {
    apply(registrations) {
      const wanted = wantedOf(registrations, options);
      for (const [key, one] of applied) {
        if (wanted.get(key)?.stamp === one.stamp) continue;
        applied.delete(key);
        void one.dispose();
      }
      for (const [key, { stamp, register }] of wanted)
        if (!applied.has(key)) applied.set(key, { stamp, dispose: register() });
    },
  };
}

function wantedOf(registrations: Registrations, options: RegisterOptions): Map<string, Wanted> {
  const { context, registrar, manifest, ask } = options;
  const { call, topicOf, serviceOf } = createAsking(options);
  const wanted = new Map<string, Wanted>();
  const want = (key: string, facts: unknown, register: () => Disposer) =>
    wanted.set(key, { stamp: JSON.stringify(facts), register });

  for (const one of registrations.collections)
    want(`collection ${one.name}`, one, () => {
      declareCollection(context, manifest, one);
      return () => {};
    });
  for (const one of registrations.routes) {
    const key = `${one.area}/${one.call}`;
    want(`route ${key}`, one, () =>
      registrar.route({
        area: one.area,
        call: one.call,
        access: one.access,
        // The child checks body and result with its own schemas.
        body: z.unknown(),
        result: z.unknown(),
        isResultChecked: false,
        answers: one.answers,
        ratePerMinute: one.ratePerMinute,
        failureStatuses: one.failureStatuses,
        isPersonal: one.isPersonal,
        needsSecondFactor: one.needsSecondFactor,
        header: one.header,
        // Checked again: what the child says of itself is not to be believed.
        bodyLimit: bodyLimitOf(one),
        summary: one.summary,
        message: one.message,
        bodySchema: one.bodySchema,
        resultSchema: one.resultSchema,
        run: (body, request) => call(key, body, request),
      }),
    );
  }
  for (const node of registrations.permissions)
    want(`permission ${node}`, null, () => context.permission(node));
  for (const one of registrations.menus)
    want(`menu ${one.place.route} ${one.permission}`, one, () => registrar.menu(one));
  for (const name of registrations.jobs)
    want(`job ${name}`, null, () =>
      context.jobs.define(name, async (data, signal) => {
        await ask('job', { name, data }, { signal });
      }),
    );
  for (const kind of registrations.operations)
    want(`operation ${kind}`, null, () =>
      context.operations.define(kind, {
        input: z.unknown(),
        run: (run) => options.operations.run(kind, run, ask),
        unfinished: async (input) => {
          await ask('operation.unfinished', { kind, input: input ?? null }, { limitMs: SHORT_MS });
        },
      }),
    );
  for (const one of registrations.schedules)
    want(`schedule ${one.name} ${one.interval}`, one, () =>
      later(context.jobs.every(one.interval, one.name, one.data)),
    );
  for (const name of registrations.events)
    want(`event ${name}`, null, () =>
      context.events.on(name, async (payload) => {
        await ask('event', { name, payload: payload ?? null }, { limitMs: SHORT_MS });
      }),
    );
  for (const one of registrations.topics)
    want(`topic ${one.name}`, one, () => context.realtime.topic(one.name, topicOf(one)));
  for (const { name, methods } of registrations.services)
    want(`service ${name}`, methods, () => context.provide(name, serviceOf(name, methods)));
  wantExtensions(registrations, options, want);
  return wanted;
}

/** Declares a collection of the child with the host, which makes its indexes and knows whose it is. */
function declareCollection(context: PluginContext, manifest: Manifest, one: CollectionRegistration): void {
  const indexes = one.indexes.map(({ keys, unique, sparse, expireAfterSeconds }) => ({
    keys,
    ...(unique === undefined ? {} : { unique }),
    ...(sparse === undefined ? {} : { sparse }),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  }));
  if (one.kind === 'collection') {
    context.collection({ name: one.name, fields: {}, onUninstall: one.onUninstall, indexes });
    return;
  }
  const fields: Record<string, Field> = {};
  for (const [name, { unique, index, stored }] of Object.entries(one.fields))
    fields[name] = field(z.unknown(), { unique, index, stored });
  const [first = ''] = Object.keys(fields);
  if (!one.name.startsWith(`${manifest.id}.`))
    throw new TypeError(`resource ${one.name}: a plugin mounts its own resources only`);
  context.model(
    defineResource({
      name: one.name,
      area: one.area,
      title: first,
      collection: one.collection,
      access: one.access,
      onUninstall: one.onUninstall,
      fields: fields as Fields,
      indexes: one.indexes.map(({ partial, ...rest }, at) => ({
        ...(indexes[at] ?? { keys: rest.keys }),
        ...(partial === undefined ? {} : { partial }),
      })),
    }),
  );
}

/** A disposer for what is registered in a moment. */
function later(registered: Promise<Disposer>): Disposer {
  return async () => (await registered)();
}
