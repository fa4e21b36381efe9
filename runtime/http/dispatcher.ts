import { type AppError, errors } from '@waypost/contract';
import type { CallApp } from '../plugin/activation/activation.ts';
import type { Generation } from '../plugin/activation/generation.ts';
import { pluginFailed } from '../plugin/activation/outside-errors.ts';
import { begun, newCallApp } from './call-app.ts';
import { type CallEndsOptions, createCallEnds } from './call-ends.ts';
import type { CallPipeline } from './call-pipeline.ts';
import { buildPluginApp } from './plugin-app.ts';

export interface DispatcherOptions extends CallEndsOptions {
  pipeline: CallPipeline;
  isReady(): boolean;
  /** Whether an enabled plugin, nothing of which serves, failed. */
  hasFailed(plugin: string): boolean;
}

const PREFIX = '/api/';

/** Answers what comes below `/api/`. */
export type Dispatch = (request: Request, path: string) => Response | Promise<Response>;

/**
 * Hands a request to the app of the plugin that its call or its area belongs to, as one generation says. Whether there is such a
 * call, and everything about it, is found by the app alone.
 */
export function createDispatcher(options: DispatcherOptions): Dispatch {
  const ends = createCallEnds(options);
  const elsewhere: CallApp = newCallApp(ends, undefined).all('/api/:area/:call', ({ call, params }) => {
    throw missingArea(begun(call).generation, params.area);
  });

  return (request, path) => {
    const { areas, calls } = options.generation();
    const activation = calls.get(path.slice(PREFIX.length)) ?? areas.get(path.split('/', 3)[2] ?? '');
    if (activation === undefined) return elsewhere.fetch(request);
    activation.app ??= buildPluginApp(activation, ends, options.pipeline);
    return activation.app.fetch(request);
  };

  function missingArea(generation: Generation, area: string): AppError {
    const plugin = generation.inactiveAreas.get(area);
    if (plugin === undefined) return errors.unknownCall.create();
    // Plugins are activated from the store; until it answers, nobody can say that one is disabled.
    if (!options.isReady()) return errors.storeUnavailable.create();
    return options.hasFailed(plugin)
      ? pluginFailed.create({ plugin })
      : errors.pluginDisabled.create({ plugin });
  }
}
