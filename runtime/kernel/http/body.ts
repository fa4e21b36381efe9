import { defineError, errors } from '@waypost/contract';

/** Largest JSON body of a call, bytes. */
export const BODY_LIMIT_BYTES = 1_048_576;

/** What a page of any other site may send without asking first. */
const FORM_TYPE = /^\s*(?:text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;
const notJsonType = defineError({ code: 'not_json_type', status: 415 });

/**
 * Reads a JSON body; an empty one counts as `{}`. A text with a NUL in it is refused here for every call: no store
 * can search for one.
 * @throws AppError `body_too_large` 413 before more than `limit` bytes are held, `not_json` 400,
 * `not_json_type` 415 for the types that a foreign form can send, `invalid_input` 422 with the path of a NUL
 */
export async function readJson(request: Request, limit = BODY_LIMIT_BYTES): Promise<unknown> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > limit) throw errors.tooLarge.create({ limit });
  const text = await readText(request, limit);
  if (text.trim() === '') return {};
  if (isFormOfPage(request.headers)) throw notJsonType.create();
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

/**
 * Whether a browser's page sends a type that needs no leave. Programs may leave the type out or name any: `curl -d`
 * says form, `fetch` says text, and neither sends what browsers always do.
 */
function isFormOfPage(headers: Headers): boolean {
  if (!headers.has('origin') && !headers.has('sec-fetch-site')) return false;
  return FORM_TYPE.test(headers.get('content-type') ?? '');
}

/** Where a text or a name with a NUL stands; no recursion, because bodies may be nested a hundred thousand deep. */
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

async function readText(request: Request, limit: number): Promise<string> {
  // A declared length is kept to by the HTTP parser; only a chunked body has to be counted while it arrives.
  if (request.headers.has('content-length') || request.body === null) return request.text();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw errors.tooLarge.create({ limit });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
