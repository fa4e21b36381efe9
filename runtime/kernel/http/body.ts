import { errors } from '@waypost/contract';

/** Largest JSON body of a call, bytes. */
export const BODY_LIMIT_BYTES = 1_048_576;

/**
 * Reads a JSON body; an empty one counts as `{}`.
 * @throws AppError `body_too_large` 413 before more than `limit` bytes are held, `not_json` 400
 */
export async function readJson(request: Request, limit = BODY_LIMIT_BYTES): Promise<unknown> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > limit) throw errors.tooLarge.create({ limit });
  const text = await readText(request, limit);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw errors.notJson.create({}, { cause });
  }
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
