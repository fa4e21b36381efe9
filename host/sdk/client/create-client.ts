import type {
  BodyOf,
  CallDefinition,
  CreateOf,
  ListQuery,
  Page,
  Resource,
  ResultOf,
  RowOf,
  UpdateOf,
} from '@waypost/contract';
import { SECOND_FACTOR_HEADER } from '@waypost/contract/constants';
import { ApiError, CLIENT_CODES, readFailure } from './ApiError.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes the body anew for a call that is repeated after a login: what is sealed in it may be used once, within a minute. */
  again?: (() => Promise<unknown>) | undefined;
}

export interface ClientOptions {
  /** Session token of the moment; undefined when nobody is logged in. A promise holds the call back until it is known. */
  token: () => string | undefined | Promise<string | undefined>;
  locale: () => string;
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /**
   * The server refused the token that was sent: 401 or a disabled account; without one, that somebody has to be logged in.
   * Nothing was done then, so the call is made once more with the token that this answers; undefined: it has failed.
   */
  onRefused?: (
    token: string | undefined,
    error: ApiError,
    call: string,
  ) => Promise<string | undefined> | undefined;
  /**
   * The call wants a code of the person's second factor; `isWrong`: the one that was given is not right. Nothing was done
   * then, so the call is made again with the code that this answers; undefined: it has failed.
   */
  onSecondFactor?: (isWrong: boolean) => Promise<string | undefined>;
  /**
   * The call wants the person's password, which a new login says. Nothing was done then, so the call is made again with the token that
   * this answers; undefined: it has failed.
   */
  onPassword?: () => Promise<string | undefined>;
  /** Called after every answer (undefined) and every failure, for the banner. */
  onOutcome?: (error: ApiError | undefined) => void;
}

/** The browser's only way to the server: typed by the same declarations that the server mounts. */
export interface Client {
  /** POST /api/<area>/<call>. @throws ApiError */
  post<T>(area: string, call: string, body: unknown, options?: CallOptions): Promise<T>;
  call<C extends CallDefinition>(definition: C, body: BodyOf<C>, options?: CallOptions): Promise<ResultOf<C>>;
  /** A call that answers a file. @throws ApiError */
  download<C extends CallDefinition>(definition: C, body: BodyOf<C>): Promise<{ name: string; blob: Blob }>;
  /** `call` defaults to the caller's own rows where rows have owners. */
  list<R extends Resource>(
    resource: R,
    query: ListQuery,
    options?: CallOptions & { call?: 'inquire' | 'user_inquire' | undefined },
  ): Promise<Page<RowOf<R>>>;
  details<R extends Resource>(resource: R, id: string, options?: CallOptions): Promise<RowOf<R>>;
  create<R extends Resource>(
    resource: R,
    body: CreateOf<R>,
  ): Promise<{ id: string } & Record<string, unknown>>;
  update<R extends Resource>(resource: R, body: UpdateOf<R>): Promise<unknown>;
  act<R extends Resource>(
    resource: R,
    name: string,
    body: { id: string } & Record<string, unknown>,
  ): Promise<unknown>;
}

/** What a call is made with beside its body. */
interface Proof {
  token: string | undefined;
  /** Of the second factor. */
  code: string | undefined;
}

interface AskedCall extends CallOptions {
  area: string;
  call: string;
  body: unknown;
}

/** Codes after which the token in hand is worth nothing. */
const REFUSING_CODES: ReadonlySet<string> = new Set(['account_disabled']);
/** The code by which a call asks for the password. */
const PASSWORD_CODE = 'password_needed';
/** Codes by which a call asks for the second factor. */
const FACTOR_CODES: ReadonlySet<string> = new Set(['second_factor_required', 'second_factor_wrong']);

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((address, init) => fetch(address, init));

  const post = <T>(area: string, call: string, body: unknown, callOptions: CallOptions = {}): Promise<T> =>
    ask({ area, call, body, ...callOptions }, (response) => readContent<T>(response));

  /** Makes a call, and once more when a session that had ended goes on. */
  async function ask<T>(asked: AskedCall, read: (response: Response) => Promise<T>): Promise<T> {
    const token = await options.token();
    try {
      return await attempt(asked, token, read);
    } catch (error) {
      const next = await refusalOf(error, token, asked.call);
      if (next === undefined || asked.signal?.aborted) throw error;
      const body = asked.again ? await asked.again() : asked.body;
      try {
        return await attempt({ ...asked, body }, next, read);
      } catch (secondError) {
        // Told, so that the next session is asked for; but a call is repeated once.
        void refusalOf(secondError, next, asked.call);
        throw secondError;
      }
    }
  }

  function refusalOf(
    error: unknown,
    token: string | undefined,
    call: string,
  ): Promise<string | undefined> | undefined {
    if (!(error instanceof ApiError)) return undefined;
    const isRefused =
      token === undefined
        ? error.code === 'unauthenticated'
        : error.status === 401 || REFUSING_CODES.has(error.code);
    return isRefused ? options.onRefused?.(token, error, call) : undefined;
  }

  /** Makes a call, and again for as long as it wants a code of the second factor, or the password, and the person gives it. */
  async function attempt<T>(
    asked: AskedCall,
    token: string | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    let { body } = asked;
    let proof: Proof = { token, code: undefined };
    for (;;) {
      try {
        return await attemptOnce({ ...asked, body }, proof, read);
      } catch (error) {
        const next = error instanceof ApiError ? await furtherProof(options, error, proof) : undefined;
        if (next === undefined || asked.signal?.aborted) throw error;
        proof = next;
        if (asked.again) body = await asked.again();
      }
    }
  }

  async function attemptOnce<T>(
    asked: AskedCall,
    proof: Proof,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    try {
      const content = await read(await request(asked, proof));
      options.onOutcome?.(undefined);
      return content;
    } catch (error) {
      if (error instanceof ApiError) options.onOutcome?.(error);
      throw error;
    }
  }

  async function request({ area, call, body, signal }: AskedCall, proof: Proof): Promise<Response> {
    const { token, code } = proof;
    let response: Response;
    try {
      response = await send(`/api/${area}/${call}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': options.locale(),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(code === undefined ? {} : { [SECOND_FACTOR_HEADER]: code }),
        },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ApiError({ code: CLIENT_CODES.network, status: 0, message: 'no answer', cause });
    }
    if (!response.ok) throw await readFailure(response);
    return response;
  }

  return {
    post,
    download: ({ area, call }, body) =>
      ask({ area, call, body }, async (response) => ({
        name: fileName(response.headers.get('content-disposition')),
        blob: await response.blob(),
      })),
    call: (definition, body, callOptions) => post(definition.area, definition.call, body, callOptions),
    list: (resource, query, { call, signal } = {}) =>
      post(resource.area, call ?? listCallOf(resource), query, { signal }),
    details: (resource, id, callOptions) => post(resource.area, 'details', { id }, callOptions),
    create: (resource, body) => post(resource.area, 'add', body),
    update: (resource, body) => post(resource.area, 'update', body),
    act: (resource, name, body) => post(resource.area, name, body),
  };
}

/** The list call of a screen that shows the caller's own rows where rows have owners. */
export function listCallOf(resource: Resource): 'inquire' | 'user_inquire' {
  return resource.access === 'own' && resource.calls.includes('user_inquire') ? 'user_inquire' : 'inquire';
}

/** The name that the server gives a file: RFC 6266, `filename*` in UTF-8. */
function fileName(disposition: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return extended === undefined ? 'download' : decodeURIComponent(extended);
}

/** What a person gives when a call asks for more; undefined: it asks for nothing, or they give nothing. */
async function furtherProof(
  { onPassword, onSecondFactor }: ClientOptions,
  { code: asks }: ApiError,
  { token }: Proof,
): Promise<Proof | undefined> {
  if (FACTOR_CODES.has(asks)) {
    const code = await onSecondFactor?.(asks === 'second_factor_wrong');
    return code === undefined ? undefined : { token, code };
  }
  const next = asks === PASSWORD_CODE ? await onPassword?.() : undefined;
  return next === undefined ? undefined : { token: next, code: undefined };
}

async function readContent<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    const answer = JSON.parse(text) as { status?: unknown; content: T };
    if (answer.status === true) return answer.content;
  } catch (cause) {
    throw badAnswer(response.status, cause);
  }
  throw badAnswer(response.status);
}

function badAnswer(status: number, cause?: unknown): ApiError {
  return new ApiError({
    code: CLIENT_CODES.badAnswer,
    status,
    message: 'not an answer of this server',
    cause,
  });
}
