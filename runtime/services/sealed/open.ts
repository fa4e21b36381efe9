import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { Sealed } from '@waypost/contract';
import { deriveSealingKey, sealedAad } from './derive.ts';
import type { ServerKey } from './server-key.ts';

/**
 * Opens a sealed value with the server's key; says nothing about whether its challenge may still be used.
 * @throws Error when anything was changed, the key is another one or the text is not UTF-8
 */
export function openSealed(sealed: Sealed, key: ServerKey, info: string): string {
  const epk = Buffer.from(sealed.epk, 'base64url');
  const secret = deriveSealingKey({
    privateKey: key.privateKey,
    peerPublicKey: epk,
    challenge: Buffer.from(sealed.challenge, 'base64url'),
    epk,
    publicKey: key.publicKey,
    info,
  });
  const nonce = Buffer.from(sealed.nonce, 'base64url');
  const text = xchacha20poly1305(secret, nonce, sealedAad(sealed)).decrypt(
    Buffer.from(sealed.ct, 'base64url'),
  );
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
}
