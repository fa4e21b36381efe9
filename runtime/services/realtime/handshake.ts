import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import {
  REALTIME_LOGIN_INFO,
  type RealtimeDirection,
  type RealtimeHello,
  realtimeInfo,
  zRealtimeLogin,
  zSealed,
} from '@waypost/contract';
import type { Clock, Random } from '@waypost/sdk';
import { createKeyDerivation, sealedAad } from '../sealed/derive.ts';
import { createServerKeys, type ServerKey } from '../sealed/server-key.ts';
import { FrameFault } from './frame-cipher.ts';

/** What one socket was greeted with. Its challenge opens one login, on this socket only. */
export interface Greeting {
  hello: RealtimeHello;
  /** @throws FrameFault `bad_frame` for anything but a login sealed for this greeting */
  open(frame: string): Login;
}

export interface Login {
  token: string;
  locale: string;
  keys: Record<RealtimeDirection, Uint8Array>;
}

/**
 * Greets sockets. A challenge is remembered by its socket and nowhere else, so a recorded first frame is worth nothing
 * on any other; the time that the client's clock shows plays no part.
 */
export function createGreetings(options: {
  deriveKey(purpose: string): Uint8Array;
  clock: Clock;
  random: Random;
}): () => Greeting {
  const serverKeys = createServerKeys(options.deriveKey);
  return () => greet(serverKeys.current(options.clock.now()), options.random.bytes(32));
}

/** @param challenge 32 random bytes */
export function greet(key: ServerKey, challenge: Uint8Array): Greeting {
  const hello = {
    kid: key.kid,
    public_key: Buffer.from(key.publicKey).toString('base64url'),
    challenge: Buffer.from(challenge).toString('base64url'),
  };
  return {
    hello,
    open(frame) {
      try {
        return openLogin(frame, key, hello);
      } catch (cause) {
        throw new FrameFault('bad_frame', cause);
      }
    },
  };
}

function openLogin(frame: string, key: ServerKey, hello: RealtimeHello): Login {
  const sealed = zSealed.parse(JSON.parse(frame));
  if (sealed.challenge !== hello.challenge || sealed.kid !== hello.kid)
    throw new TypeError('sealed for another greeting');
  const epk = Buffer.from(sealed.epk, 'base64url');
  const derive = createKeyDerivation({
    privateKey: key.privateKey,
    peerPublicKey: epk,
    challenge: Buffer.from(hello.challenge, 'base64url'),
    epk,
    publicKey: key.publicKey,
  });
  const text = xchacha20poly1305(
    derive(REALTIME_LOGIN_INFO),
    Buffer.from(sealed.nonce, 'base64url'),
    sealedAad(sealed),
  ).decrypt(Buffer.from(sealed.ct, 'base64url'));
  const { token, locale } = zRealtimeLogin.parse(JSON.parse(new TextDecoder().decode(text)));
  return { token, locale, keys: { c2s: derive(realtimeInfo('c2s')), s2c: derive(realtimeInfo('s2c')) } };
}
