import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs what reaches this installation, for itself to check: nobody else learns that two hosts belong together. */
export interface ReachSignature {
  /** @param host as `hostKey` has it */
  sign(host: string, nonce: string): string;
  isOwn(host: string, nonce: string, answer: string): boolean;
}

/** @param key 32 bytes, of this purpose only */
export function createReachSignature(key: Uint8Array): ReachSignature {
  const digest = (host: string, nonce: string) =>
    createHmac('sha256', key).update(`${host}\n${nonce}`).digest('base64url');
  return {
    sign: digest,
    isOwn(host, nonce, answer) {
      const [given, expected] = [Buffer.from(answer.trim()), Buffer.from(digest(host, nonce))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
