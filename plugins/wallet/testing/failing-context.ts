import type { PluginContext } from '@waypost/sdk';

/** What the process ends with in a test. */
export class ProcessGone extends Error {}

export interface FailingContext {
  context: PluginContext;
  /** Steps that were begun. */
  steps(): number;
  /** Whether it came so far. */
  isGone(): boolean;
}

/**
 * A context whose process is gone at its nth step, and does nothing any more: a command of a collection, of the ledger or of
 * another plugin's service, a question to the internet, or the end of a transaction once it is committed. Steps count from 0, -1
 * is none of them; what is open then is aborted, as the store does it.
 */
export function failingContext(context: PluginContext, at: number): FailingContext {
  let step = -1;
  const begin = () => {
    step += 1;
    if (at >= 0 && step >= at) throw new ProcessGone(`step ${at}`);
  };
  const watched = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const found: unknown = Reflect.get(object, name);
        if (typeof found !== 'function') return found;
        return (...given: unknown[]) => {
          begin();
          return Reflect.apply(found, object, given) as unknown;
        };
      },
    });
  const failing = Object.create(context, {
    model: { value: (...given: Parameters<PluginContext['model']>) => watched(context.model(...given)) },
    collection: {
      value: (...given: Parameters<PluginContext['collection']>) => watched(context.collection(...given)),
    },
    ledger: { value: watched(context.ledger) },
    internet: { value: watched(context.internet) },
    require: {
      value: (...given: Parameters<PluginContext['require']>) => {
        const found = context.require<object>(...given);
        return found === undefined ? undefined : watched(found);
      },
    },
    audit: {
      value: (...given: Parameters<PluginContext['audit']>) => {
        begin();
        return context.audit(...given);
      },
    },
    transaction: {
      value: async (work: Parameters<PluginContext['transaction']>[0]) => {
        const done = await context.transaction(work);
        begin();
        return done;
      },
    },
  }) as PluginContext;
  return { context: failing, steps: () => step + 1, isGone: () => at >= 0 && step >= at };
}
