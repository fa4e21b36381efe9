import { errors } from '@waypost/contract';
import type { Activation, CallApp } from '../plugin/activation/activation.ts';
import { begun, newCallApp } from './call-app.ts';
import type { CallEnds } from './call-ends.ts';
import { asError, type CallPipeline } from './call-pipeline.ts';

/**
 * The calls of one plugin: an Elysia instance of its own, because Elysia cannot take a route away again. A disabled
 * plugin's instance is dropped as a whole; calls that are in it end there.
 */
export function buildPluginApp(activation: Activation, ends: CallEnds, stepsOf: CallPipeline): CallApp {
  const app = newCallApp(ends, activation);
  for (const route of activation.routes) {
    const path = `/api/${route.area}/${route.call}`;
    const steps = stepsOf(route, activation);
    app.post(path, ({ call, request, body }) => steps.run(begun(call), { body, signal: request.signal }), {
      // The first parser answers nothing: who may call is known before a byte of the body is read.
      parse: [({ call, request }) => steps.admit(begun(call), request), ({ request }) => steps.read(request)],
      transform: async (held) => {
        try {
          held.body = await steps.check(begun(held.call), held.body);
        } catch (thrown) {
          throw asError(thrown);
        }
      },
      afterHandle: ({ call, request, response }) =>
        ends.answered(begun(call), request, steps.answer(begun(call), response)),
    });
    app.all(path, refuseMethod);
  }
  return app;
}

/** @throws AppError `method_not_allowed` 405 */
function refuseMethod(): never {
  throw errors.methodNotAllowed.create();
}
