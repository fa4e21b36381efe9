/** A password and the name of its field, however it is encoded. */
const MOST_BYTES = 2048;
/** How long a visitor's browser may take to send so much, milliseconds. */
const MOST_MS = 10_000;

/** The fields of a small form; undefined where it is none, is too large, or does not come. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return undefined;
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return undefined;
  const reader = request.body?.getReader();
  if (reader === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, MOST_MS);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > MOST_BYTES) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
  return isLate ? undefined : new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
