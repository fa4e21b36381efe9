import type { World } from './world.ts';

const BYTES = 100_000_000;
const PIECE = 1_000_000;

/** An answer of 100 MB that begins as a good one. */
export function hugeAnswer({ huge }: World): Response {
  let left = BYTES;
  const piece = new Uint8Array(PIECE).fill(32);
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"ok":true,"result":{},"more":"')),
    pull(controller) {
      if (left <= 0) return controller.close();
      left -= PIECE;
      huge.takenBytes += PIECE;
      controller.enqueue(piece);
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/json' } });
}
