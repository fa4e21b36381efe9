/**
 * One fault of a request's input. `path` is dotted: `targets.0.url`. `message` is a locale key, or the text itself; `params`
 * fill the placeholders of the key's text. Callers get the text, and no `params`.
 */
export interface Issue {
  path: string;
  message: string;
  params?: Record<string, string | number>;
}

/** A kind of failure. `code` is stable and tested; texts live in the locales under `messageKey`. */
export interface ErrorDefinition<P extends readonly string[] = readonly string[]> {
  readonly code: string;
  readonly status: number;
  readonly messageKey: string;
  readonly params: P;
  /** Makes an error of this kind. `params` fill the placeholders of the text. */
  create(params?: Record<P[number], string | number>, extra?: AppErrorExtra): AppError;
}

export interface AppErrorExtra {
  errors?: Issue[];
  content?: unknown;
  cause?: unknown;
}

/** The only error that routes and services throw on purpose; everything else becomes `internal`, status 500. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly messageKey: string;
  readonly params: Record<string, string | number>;
  readonly errors: Issue[];
  /** Sent as `content` beside the failure, such as what changed on a 409. */
  readonly content: unknown;

  constructor(definition: ErrorDefinition, params: Record<string, string | number>, extra: AppErrorExtra) {
    super(definition.code, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'AppError';
    this.code = definition.code;
    this.status = definition.status;
    this.messageKey = definition.messageKey;
    this.params = params;
    this.errors = extra.errors ?? [];
    this.content = extra.content;
  }
}

/**
 * Declares a kind of failure.
 * @example const codeTaken = defineError({ code: 'qr.code_taken', status: 409, messageKey: 'qr.error.code_taken', params: ['code'] });
 *          throw codeTaken.create({ code: 'abc' });
 */
export function defineError<const P extends readonly string[] = readonly []>(declaration: {
  code: string;
  status: number;
  messageKey?: string;
  params?: P;
}): ErrorDefinition<P> {
  const definition: ErrorDefinition<P> = {
    code: declaration.code,
    status: declaration.status,
    messageKey: declaration.messageKey ?? `error.${declaration.code}`,
    params: (declaration.params ?? []) as P,
    create: (params, extra = {}) => new AppError(definition, params ?? {}, extra),
  };
  return definition;
}

/** Failures that any route may answer with. Texts: `error.<code>` in `locales/<lng>/server.json`. */
export const errors = {
  invalidInput: defineError({ code: 'invalid_input', status: 422 }),
  unauthenticated: defineError({ code: 'unauthenticated', status: 401 }),
  forbidden: defineError({ code: 'forbidden', status: 403, params: ['permission'] }),
  /** Whoever logged in with a one-time password chooses an own one before anything else. */
  passwordChangeRequired: defineError({ code: 'password_change_required', status: 403 }),
  /** The installation demands a second factor of operators: whoever has none sets it up before anything else. */
  secondFactorDemanded: defineError({ code: 'second_factor_demanded', status: 403 }),
  /** Customers wait until the maintenance is over. */
  maintenance: defineError({ code: 'maintenance', status: 503 }),
  /** What only the person themself may do, asked for by an operator who acts as them. */
  actingRefused: defineError({ code: 'acting_refused', status: 403 }),
  notFound: defineError({ code: 'not_found', status: 404 }),
  unknownCall: defineError({ code: 'unknown_call', status: 404 }),
  pluginDisabled: defineError({ code: 'plugin_disabled', status: 404, params: ['plugin'] }),
  methodNotAllowed: defineError({ code: 'method_not_allowed', status: 405 }),
  staleVersion: defineError({ code: 'stale_version', status: 409 }),
  duplicate: defineError({ code: 'duplicate', status: 409, params: ['field'] }),
  tooLarge: defineError({ code: 'body_too_large', status: 413, params: ['limit'] }),
  notJson: defineError({ code: 'not_json', status: 400 }),
  tooManyRequests: defineError({ code: 'too_many_requests', status: 429, params: ['seconds'] }),
  storeUnavailable: defineError({ code: 'store_unavailable', status: 503 }),
  timedOut: defineError({ code: 'timed_out', status: 504 }),
  /** A question of ours took the store longer than the time that it was given. */
  storeTooSlow: defineError({ code: 'store_too_slow', status: 503 }),
  /** An operator has ended its command in the store. */
  workEnded: defineError({ code: 'work_ended', status: 503 }),
  internal: defineError({ code: 'internal', status: 500, params: ['request_id'] }),
} as const;
