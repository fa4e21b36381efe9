import type { Failure, Issue } from '@waypost/contract';

/** Codes that the browser itself gives; all others come from the server. */
export const CLIENT_CODES = { network: 'network', badAnswer: 'bad_answer' } as const;

/** Why a call failed. Callers branch on `code`; `message` is in the user's language when it came from the server. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly issues: readonly Issue[];
  /** What the server sent beside the failure, such as the current row on a 409. */
  readonly content: unknown;
  /** Seconds until it makes sense to try again, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(fault: {
    code: string;
    status: number;
    message: string;
    issues?: readonly Issue[];
    content?: unknown;
    retryAfter?: number | undefined;
    cause?: unknown;
  }) {
    super(fault.message, fault.cause === undefined ? undefined : { cause: fault.cause });
    this.name = 'ApiError';
    this.code = fault.code;
    this.status = fault.status;
    this.issues = fault.issues ?? [];
    this.content = fault.content;
    this.retryAfter = fault.retryAfter;
  }

  /** No answer came at all: the connection or the server is down. */
  get isNetwork(): boolean {
    return this.code === CLIENT_CODES.network;
  }

  /** The same call may work later without a change: connection, 5xx, too many requests. */
  get isPassing(): boolean {
    return this.isNetwork || this.status >= 500 || this.status === 429;
  }
}

/** Reads a failed HTTP answer. A body that is not ours (a proxy's page) becomes `bad_answer`. */
export async function readFailure(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(retryAfter) ? retryAfter : undefined;
  const text = await response.text();
  const body = parseFailure(text);
  if (!body)
    return new ApiError({
      code: CLIENT_CODES.badAnswer,
      status: response.status,
      message: `${response.status} ${response.statusText}`.trim(),
      retryAfter: wait,
    });
  const seconds = (body.content as { seconds?: unknown } | null | undefined)?.seconds;
  return new ApiError({
    code: body.code,
    status: response.status,
    message: body.message,
    issues: body.errors ?? [],
    content: body.content,
    retryAfter: typeof seconds === 'number' ? seconds : wait,
  });
}

function parseFailure(text: string): Failure | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return undefined;
    return typeof (body as Failure).code === 'string' ? (body as Failure) : undefined;
  } catch {
    // Not JSON: said so by the caller through `bad_answer`.
    return undefined;
  }
}
