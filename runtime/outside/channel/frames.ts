/** Kinds of frames on the channel between host and child. */
export const FrameKind = { message: 0, streamOpen: 1, streamData: 2, streamEnd: 3 } as const;

/** Largest frame, bytes: a message of MongoDB's wire protocol (48,000,000) is cut into smaller ones. */
export const FRAME_LIMIT_BYTES = 8 * 1024 * 1024;
const LENGTH_BYTES = 4;

export interface Frame {
  kind: number;
  /** Valid only until the next chunk is pushed. */
  payload: Buffer;
}

/** The other side sent what is no frame: the channel is closed. */
export class ChannelError extends Error {
  override name = 'ChannelError';
}

/** One frame: four bytes of length (little endian, of what follows), one of kind, the payload. */
export function encodeFrame(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  if (size + 1 > FRAME_LIMIT_BYTES) throw new ChannelError(`a frame of ${size} bytes is too large`);
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + 1 + size);
  frame.writeUInt32LE(size + 1, 0);
  frame[LENGTH_BYTES] = kind;
  let offset = LENGTH_BYTES + 1;
  for (const part of parts) {
    frame.set(part, offset);
    offset += part.byteLength;
  }
  return frame;
}

/** Cuts a byte stream into frames; `push` throws ChannelError for a length that cannot be right. */
export function createFrameReader(): { push(chunk: Uint8Array): Frame[] } {
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let neededBytes = LENGTH_BYTES;
  return {
    push(chunk) {
      keptBytes += chunk.byteLength;
      if (keptBytes < neededBytes) {
        // The socket uses its buffer again: what is kept must be a copy.
        kept.push(new Uint8Array(chunk));
        return [];
      }
      const bytes = kept.length === 0 ? Buffer.from(chunk) : Buffer.concat([...kept, chunk]);
      const frames: Frame[] = [];
      let offset = 0;
      neededBytes = LENGTH_BYTES;
      while (bytes.length - offset >= LENGTH_BYTES) {
        const length = bytes.readUInt32LE(offset);
        if (length < 1 || length > FRAME_LIMIT_BYTES)
          throw new ChannelError(`frame length ${length} is out of range`);
        if (bytes.length - offset < LENGTH_BYTES + length) {
          neededBytes = LENGTH_BYTES + length;
          break;
        }
        const start = offset + LENGTH_BYTES;
        frames.push({ kind: bytes[start] as number, payload: bytes.subarray(start + 1, start + length) });
        offset = start + length;
      }
      kept = offset < bytes.length ? [bytes.subarray(offset)] : [];
      keptBytes = bytes.length - offset;
      return frames;
    },
  };
}
