import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import {
  type RealtimeCloseReason,
  type RealtimeDirection,
  realtimeAad,
  realtimeNonce,
  zRealtimeFrame,
} from '@waypost/contract';

/** A frame that ends the channel. */
export class FrameFault extends Error {
  override readonly name = 'FrameFault';
  readonly reason: RealtimeCloseReason;

  constructor(reason: RealtimeCloseReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Both halves of one channel after its login. Frames are numbered from 1 in each direction. */
export interface FrameCipher {
  /** The next frame that says `text` (UTF-8 bytes). */
  seal(text: Uint8Array): string;
  /** What the next frame of the other side says. @throws FrameFault `bad_frame`, or `out_of_sequence` for a gap or repeat */
  open(frame: string): string;
}

/** @param keys 32 bytes each, used for this channel only */
export function createFrameCipher(
  keys: Readonly<Record<RealtimeDirection, Uint8Array>>,
  sends: RealtimeDirection = 's2c',
): FrameCipher {
  const receives = sends === 's2c' ? 'c2s' : 's2c';
  let sent = 0;
  let received = 0;
  return {
    seal(text) {
      sent += 1;
      return sealFrame({ key: keys[sends], direction: sends, seq: sent, text });
    },
    open(text) {
      const frame = readFrame(text);
      if (frame.seq !== received + 1) throw new FrameFault('out_of_sequence');
      const opened = openFrame({ key: keys[receives], direction: receives, ...frame });
      received = frame.seq;
      return opened;
    },
  };
}

/** docs/http.md, "Realtime": one frame as text. */
export function sealFrame(input: {
  key: Uint8Array;
  direction: RealtimeDirection;
  seq: number;
  text: Uint8Array;
}): string {
  const { key, direction, seq } = input;
  const data = xchacha20poly1305(key, realtimeNonce(direction, seq), realtimeAad(direction, seq)).encrypt(
    input.text,
  );
  return `{"encryption":1,"seq":${seq},"data":"${Buffer.from(data).toString('base64url')}"}`;
}

/** @throws FrameFault `bad_frame` when anything was changed */
export function openFrame(input: {
  key: Uint8Array;
  direction: RealtimeDirection;
  seq: number;
  data: string;
}): string {
  const { key, direction, seq } = input;
  try {
    const text = xchacha20poly1305(key, realtimeNonce(direction, seq), realtimeAad(direction, seq)).decrypt(
      Buffer.from(input.data, 'base64url'),
    );
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch (cause) {
    throw new FrameFault('bad_frame', cause);
  }
}

function readFrame(text: string) {
  try {
    return zRealtimeFrame.parse(JSON.parse(text));
  } catch (cause) {
    throw new FrameFault('bad_frame', cause);
  }
}
