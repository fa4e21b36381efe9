import type { z } from 'zod';

/** Who may make a call: a permission node, any logged-in caller, or everyone. A call without one of these fails CI. */
export type CallAccess =
  | { permission: string }
  /**
   * `withOneTimePassword`: also in a session of a one-time password, which is refused everything else; `withoutSecondFactor`:
   * also to an operator who has no second factor where one is demanded. What a one-time password may, they may too.
   */
  | { signedIn: true; withOneTimePassword?: true; withoutSecondFactor?: true }
  | { public: true };

export interface CallDefinition<
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  A extends string = string,
  C extends string = string,
> {
  readonly area: A;
  readonly call: C;
  readonly body: B;
  readonly result: R;
  readonly access: CallAccess;
  /**
   * What a success answers: by default 200 and `content`. 202: `content`, work goes on (docs/http.md, "Long work").
   * `file`: the handler answers a `FileAnswer`, and the file itself is sent.
   */
  readonly answers?: 202 | 'file';
  /** Requests a minute for each address (public calls) or account; default 600. */
  readonly ratePerMinute?: number;
  /**
   * Bytes of the largest body that is read; beyond it 413 before anything is parsed. Default 16 KB for public calls,
   * 64 KB for others; at most 32 KB and 1 MB.
   */
  readonly bodyLimit?: number;
  /**
   * Statuses of own failures that do not follow from the rest: 401 and 409 of a public call, 409 of one that only reads,
   * 410. OpenAPI lists them.
   */
  readonly failureStatuses?: readonly number[];
  /** For the person alone: refused to an operator who acts as them (`acting_refused`). Passwords, keys, money, closing. */
  readonly isPersonal?: true;
  /**
   * What a stolen session must not do, such as paying money out: whoever has a second factor sends a code of it in the
   * header `X-Second-Factor`, else 403 `second_factor_required` or `second_factor_wrong`. The code is used up when the body
   * is as it should be.
   */
  readonly needsSecondFactor?: true;
  /**
   * A header field that the handler gets as `request.header`, in lower case, such as the one in which a service that calls back
   * proves itself. No other field reaches a handler.
   */
  readonly header?: string;
  /** One line for OpenAPI. */
  readonly summary: string;
}

export type BodyOf<C> = C extends CallDefinition<infer B> ? z.output<B> : never;
export type ResultOf<C> = C extends CallDefinition<z.ZodType, infer R> ? z.output<R> : never;

/**
 * A call beyond a resource's own: `POST /api/<area>/<call>`. Shared by server and browser.
 * @example export const logout = defineCall({ area: 'administrator', call: 'logout', body: z.strictObject({}), result: z.null(), access: { signedIn: true }, summary: 'Ends the session' });
 */
export function defineCall<
  B extends z.ZodType,
  R extends z.ZodType,
  const A extends string,
  const C extends string,
>(definition: CallDefinition<B, R, A, C>): CallDefinition<B, R, A, C> {
  return definition;
}
