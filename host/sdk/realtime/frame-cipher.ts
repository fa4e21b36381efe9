import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  REALTIME_LOGIN_INFO,
  type RealtimeDirection,
  type RealtimeFrame,
  type RealtimeHello,
  realtimeAad,
  realtimeInfo,
  realtimeNonce,
  type Sealed,
} from '@waypost/contract';
import { fromBase64Url, toBase64Url } from '../client/base64-url.ts';

export type RealtimeKeys = Record<RealtimeDirection, Uint8Array>;

export interface FirstFrame {
  /** What is sent. */
  sealed: Sealed;
  /** For every frame after it. */
  keys: RealtimeKeys;
}

export interface FirstFrameRandomness {
  /** X25519 secret key, 32 bytes, used once. */
  secretKey: Uint8Array;
  /** 24 bytes. */
  nonce: Uint8Array;
  /** Milliseconds since 1970; only authenticated, the server's clock may show anything else. */
  now: number;
}

/**
 * The first frame of a channel (docs/http.md, "Realtime") and the keys that it agrees on.
 * Randomness is a parameter only so that the test vectors can fix it.
 */
export function sealFirstFrame(
  text: string,
  hello: RealtimeHello,
  random: FirstFrameRandomness = freshRandomness(),
): FirstFrame {
  const serverKey = fromBase64Url(hello.public_key);
  const ephemeralKey = x25519.getPublicKey(random.secretKey);
  const shared = x25519.getSharedSecret(random.secretKey, serverKey);
  const salt = sha256(concatBytes(fromBase64Url(hello.challenge), ephemeralKey, serverKey));
  const derive = (info: string) => hkdf(sha256, shared, salt, utf8ToBytes(info), 32);
  const bound = utf8ToBytes(`1.${hello.kid}.${hello.challenge}.${random.now}`);
  const cipher = xchacha20poly1305(derive(REALTIME_LOGIN_INFO), random.nonce, bound);
  return {
    sealed: {
      v: 1,
      kid: hello.kid,
      challenge: hello.challenge,
      epk: toBase64Url(ephemeralKey),
      nonce: toBase64Url(random.nonce),
      ct: toBase64Url(cipher.encrypt(utf8ToBytes(text))),
      ts: random.now,
    },
    keys: { c2s: derive(realtimeInfo('c2s')), s2c: derive(realtimeInfo('s2c')) },
  };
}

/** Frame `seq` of a direction, saying `text`. */
export function sealFrame(
  keys: RealtimeKeys,
  direction: RealtimeDirection,
  seq: number,
  text: string,
): RealtimeFrame {
  const cipher = xchacha20poly1305(
    keys[direction],
    realtimeNonce(direction, seq),
    realtimeAad(direction, seq),
  );
  return { encryption: 1, seq, data: toBase64Url(cipher.encrypt(utf8ToBytes(text))) };
}

/** What a frame says. @throws Error when anything was changed */
export function openFrame(
  keys: RealtimeKeys,
  direction: RealtimeDirection,
  { seq, data }: Pick<RealtimeFrame, 'seq' | 'data'>,
): string {
  const cipher = xchacha20poly1305(
    keys[direction],
    realtimeNonce(direction, seq),
    realtimeAad(direction, seq),
  );
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    cipher.decrypt(fromBase64Url(data)),
  );
}

function freshRandomness(): FirstFrameRandomness {
  return {
    secretKey: crypto.getRandomValues(new Uint8Array(32)),
    nonce: crypto.getRandomValues(new Uint8Array(24)),
    now: Date.now(),
  };
}
