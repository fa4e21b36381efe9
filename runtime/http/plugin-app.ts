import { Elysia } from 'elysia';
import type { Activation } from '../plugin/activation/activation.ts';
import type { CallPipeline, CallState } from './call-pipeline.ts';

/** State of the calls on their way, so that Elysia's hooks find what the dispatcher knows of a request. */
export type CallStates = WeakMap<Request, CallState>;

/**
 * The router of one plugin: an Elysia instance of its own, because Elysia cannot take a route away again.
 * A disabled plugin's instance is dropped as a whole.
 */
export function buildPluginApp(activation: Activation, pipeline: CallPipeline, states: CallStates): Elysia {
  const app = new Elysia({ name: `${activation.id}@${activation.manifest.version}` });
  // Elysia wraps what a parser throws, and would answer in its own form: pass the original on.
  app.onError(({ error }) => {
    throw error instanceof Error && 'code' in error && error.code === 'PARSE' && error.cause
      ? error.cause
      : error;
  });
  for (const route of activation.routes.values()) {
    app.post(
      `/api/${route.area}/${route.call}`,
      ({ request, body }) => pipeline.run(stateOf(states, request), request, body),
      { parse: ({ request }) => pipeline.admit(stateOf(states, request), request) },
    );
  }
  return app as unknown as Elysia;
}

function stateOf(states: CallStates, request: Request): CallState {
  const state = states.get(request);
  if (state === undefined) throw new Error('a request reached a plugin without passing the dispatcher');
  return state;
}
