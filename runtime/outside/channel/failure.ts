import { AppError, type Issue } from '@waypost/contract';
import { z } from 'zod';

const zParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** An error as it crosses between the processes: what callers may be told, or a fault for the log. */
export const zFailure = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('known'),
    code: z.string().regex(/^[a-z0-9_.-]{1,100}$/i),
    status: z.int().min(400).max(599),
    messageKey: z.string().max(200),
    params: zParams,
    errors: z
      .array(z.object({ path: z.string(), message: z.string(), params: zParams.optional() }))
      .max(1000),
    content: z.unknown().optional(),
  }),
  z.object({
    kind: z.literal('fault'),
    name: z.string().max(200),
    message: z.string().max(10_000),
    stack: z.string().max(20_000).optional(),
  }),
]);
export type WireFailure = z.infer<typeof zFailure>;

/** The fault of a plugin in a process of its own; `stack` is that of the other process. */
export class OutsideFault extends Error {
  override name = 'OutsideFault';
}

const STACK_LIMIT = 20_000;

export function writeFailure(error: unknown): WireFailure {
  if (error instanceof AppError)
    return {
      kind: 'known',
      code: error.code,
      status: error.status,
      messageKey: error.messageKey,
      params: error.params,
      errors: error.errors.slice(0, 1000),
      content: error.content,
    };
  if (!(error instanceof Error))
    return { kind: 'fault', name: 'Error', message: String(error).slice(0, 10_000) };
  return {
    kind: 'fault',
    name: String(error.name).slice(0, 200),
    message: String(error.message).slice(0, 10_000),
    ...(error.stack === undefined ? {} : { stack: String(error.stack).slice(0, STACK_LIMIT) }),
  };
}

/** 401 makes a browser forget who is signed in: that is for the host alone to say. */
const UNAUTHENTICATED = 401;

export function readFailure(failure: WireFailure): Error {
  if (failure.kind === 'known' && failure.status !== UNAUTHENTICATED) {
    const { code, status, messageKey, params, errors, content } = failure;
    const definition = { code, status, messageKey, params: Object.keys(params), create: () => made };
    const made: AppError = new AppError(definition, params, { errors: errors as Issue[], content });
    return made;
  }
  if (failure.kind === 'known')
    return new OutsideFault(`the plugin answered ${failure.status} ${failure.code}`);
  const fault = new OutsideFault(
    failure.name === 'Error' ? failure.message : `${failure.name}: ${failure.message}`,
  );
  if (failure.stack !== undefined) fault.stack = failure.stack;
  return fault;
}
