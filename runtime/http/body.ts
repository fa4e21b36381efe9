import { defineError, errors } from '@waypost/contract';
import { requireSimple } from './body-shape.ts';

/** Milliseconds that every body may take to arrive, and the bytes a second that a larger one has to keep up. */
const ARRIVAL_MS = 10_000;
const ARRIVAL_BYTES_PER_SECOND = 8_192;

/** What a page of any other site may send without asking first. */
const FORM_TYPE = /^\s*(?:text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;
const notJsonType = defineError({ code: 'not_json_type', status: 415 });
const tooSlow = defineError({ code: 'body_too_slow', status: 408 });
const incomplete = defineError({ code: 'body_incomplete', status: 400 });

export interface BodyLimits {
  /** Bytes. */
  limit: number;
  /** Milliseconds until the last byte has to be there; default: by `limit`. */
  timeMs?: number;
}

/**
 * Refuses a body by the length that its head declares, before a byte of it is read or its sender looked up.
 * @throws AppError `body_too_large` 413
 */
export function refuseDeclared(headers: Headers, limit: number): void {
  if (declaredBytes(headers) > limit) throw errors.tooLarge.create({ limit });
}

/** Whether more of a body may still come than is worth waiting for, so that its connection had better end. */
export function isLongBodyUnread(request: Request): boolean {
  const length = request.headers.get('content-length');
  // Bun reads to its end what nobody has read, and the next request after it; a short one is there already.
  const isLong = length === null ? request.headers.has('transfer-encoding') : Number(length) > 16_384;
  return isLong && !request.bodyUsed;
}

/**
 * Reads a JSON body; an empty one counts as `{}`. A text with a NUL in it is refused here for every call: no store
 * can search for one.
 * @throws AppError `body_too_large` 413 before more than `limit` bytes and one chunk are held, `body_too_slow` 408,
 * `body_incomplete` 400, `body_too_complex` 422 before it is parsed, `not_json` 400, `not_json_type` 415 for the types
 * that a foreign form can send, `invalid_input` 422 with the path of a NUL
 */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  refuseDeclared(request.headers, limits.limit);
  const text = await readText(request, limits);
  if (text.trim() === '') return {};
  if (isFormOfPage(request.headers)) throw notJsonType.create();
  requireSimple(text, limits.limit);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw errors.notJson.create({}, { cause });
  }
  // JSON can hold a NUL only as an escape, so that few bodies are walked through.
  const nul = text.includes('\\u0000') ? pathOfNul(body) : undefined;
  if (nul !== undefined)
    throw errors.invalidInput.create({}, { errors: [{ path: nul, message: 'error.issue.invalid' }] });
  return body;
}

function declaredBytes(headers: Headers): number {
  return Number(headers.get('content-length') ?? '0');
}

/**
 * Whether a browser's page sends a type that needs no leave. Programs may leave the type out or name any: `curl -d`
 * says form, `fetch` says text, and neither sends what browsers always do.
 */
function isFormOfPage(headers: Headers): boolean {
  if (!headers.has('origin') && !headers.has('sec-fetch-site')) return false;
  return FORM_TYPE.test(headers.get('content-type') ?? '');
}

/** Where a text or a name with a NUL stands. */
function pathOfNul(body: unknown): string | undefined {
  const open = [{ path: '', value: body }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && value.includes('\0')) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes('\0')) return path;
      open.push({ path: path === '' ? name : `${path}.${name}`, value: inner });
    }
  }
  return undefined;
}

async function readText(request: Request, { limit, timeMs }: BodyLimits): Promise<string> {
  if (request.body === null) return '';
  const patience = timeMs ?? ARRIVAL_MS + (limit / ARRIVAL_BYTES_PER_SECOND) * 1_000;
  let giveUp: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(tooSlow.create()), patience);
    giveUp = () => clearTimeout(timer);
  });
  try {
    // A declared length is kept to by the HTTP parser; only a chunked body has to be counted while it arrives.
    if (request.headers.has('content-length')) return await Promise.race([request.text(), late]);
    return await readCounted(request.body, limit, late);
  } catch (error) {
    if (request.signal.aborted) throw incomplete.create({}, { cause: error });
    throw error;
  } finally {
    giveUp?.();
  }
}

async function readCounted(
  body: ReadableStream<Uint8Array>,
  limit: number,
  late: Promise<never>,
): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), late]);
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limit) throw errors.tooLarge.create({ limit });
    text += decoder.decode(value, { stream: true });
  }
}
